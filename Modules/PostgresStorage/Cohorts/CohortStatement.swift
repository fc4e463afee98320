import Contracts
import HealthMetrics
import PostgresClient
import StorageCore

/// The statement of a query of people in groups, over the partials of profiles with consent.
///
/// All arithmetic up to the sums over people is on whole numbers, so that no order of rows changes a result.
/// A person's mean is rounded to a multiple of 10^-9.
enum CohortStatement {
    static func query(_ query: CohortQuery) -> PostgresQuery {
        let months = [
            PostgresParameter.text(query.metric.key), .int64(Int64(query.months.lowerBound)),
            .int64(Int64(query.months.upperBound)),
        ]
        guard let change = query.change else {
            return PostgresQuery(text(by: query.request.by, values: means), months)
        }
        return PostgresQuery(
            text(by: query.request.by, ageMonth: "$5::integer", values: changes),
            months + [.int64(Int64(change.firstExcluded)), .int64(Int64(change.first))])
    }

    /// The values of people by group.
    private static let means = """
        SELECT profile_id, key, sum(days) AS days, \(mean("sum(sum)", "sum(days)")) AS value
        FROM partial GROUP BY profile_id, key
        """

    /// The differences of the means of people since the month $5 and before the month $4.
    private static let changes = """
        SELECT profile_id, key, sum(days) AS days,
            \(mean("sum(sum) FILTER (WHERE month >= $5)", "sum(days) FILTER (WHERE month >= $5)"))
            - \(mean("sum(sum) FILTER (WHERE month < $4)", "sum(days) FILTER (WHERE month < $4)"))
            AS value
        FROM partial WHERE month < $4 OR month >= $5 GROUP BY profile_id, key
        """

    /// The quotient rounded to a whole number, halves away from zero. `div` is exact.
    private static func mean(_ sum: String, _ days: String) -> String {
        "sign(\(sum)) * div(2 * abs(\(sum)) + \(days), (2 * \(days))::numeric)"
    }

    /// Texts have no values of a request: each is prepared once for a connection.
    private static func text(
        by grouping: Cohorts.Grouping?, ageMonth: String = "month", values: String
    ) -> String {
        """
        WITH partial AS (
            SELECT profile_id, month, days, sum, \(key(grouping, ageMonth)) AS key
            FROM dayline.month_partial JOIN dayline.participant USING (profile_id)
            WHERE metric = $1 AND month BETWEEN $2 AND $3
        ), person AS (
            \(values)
        ), counted AS (
            SELECT *, count(*) OVER (PARTITION BY profile_id) AS keys FROM person
            WHERE value IS NOT NULL
        )
        SELECT key, count(*), sum(days)::bigint, count(*) FILTER (WHERE keys = 1),
            sum(value)::double precision / (count(*) * \(scale)),
            coalesce(sqrt((count(*) * sum(value * value) - sum(value) * sum(value))
                ::double precision / nullif(count(*) * (count(*) - 1), 0)::double precision)
                / \(scale), 0),
            \([0.05, 0.25, 0.5, 0.75, 0.95].map(percentile).joined(separator: ",\n    "))
        FROM counted GROUP BY key
        """
    }

    private static let scale = "1e9::double precision"

    private static func percentile(_ share: Double) -> String {
        "percentile_cont(\(share)) WITHIN GROUP (ORDER BY value::double precision) / \(scale)"
    }

    /// The expression of a group. The age is that on the first day of a month.
    private static func key(_ grouping: Cohorts.Grouping?, _ ageMonth: String) -> String {
        switch grouping {
        case nil: return "NULL::text"
        case .month: return "month::text"
        case .sex: return "sex"
        case .group: return "label"
        case .age:
            let birth = "(date '1970-01-01' + birth_date)"
            // The month on whose first day the person has each number of years.
            let birthMonth = """
                (extract(year FROM \(birth))::integer * 12 + extract(month FROM \(birth))::integer
                    - (extract(day FROM \(birth)) = 1)::integer)
                """
            return """
                CASE WHEN \(ageMonth) >= \(birthMonth)
                    THEN ((\(ageMonth) - \(birthMonth)) / 120 * 10)::text END
                """
        }
    }

    static func row(_ row: PostgresRow) throws -> CohortRow {
        CohortRow(
            group: Cohorts.Group(
                group: try row.optionalText(0), people: Int(try row.int64(1)),
                days: try row.int64(2), mean: try row.double(4), spread: try row.double(5),
                p5: try row.double(6), p25: try row.double(7), p50: try row.double(8),
                p75: try row.double(9), p95: try row.double(10)),
            exclusivePeople: Int(try row.int64(3)))
    }
}
