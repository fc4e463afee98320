import Contracts
import PostgresClient
import StorageCore

/// Rows of `month_partial`.
enum MonthPartialRows {
    /// Replaces the partials of the months with some days. `totals` has all days of these months, ascending.
    static func replacement(
        of days: [DaySpan], by totals: DayColumns, of metric: String, _ profile: Int64
    ) -> [PostgresQuery] {
        let spans = days.map(\.wholeMonths)
        let partials = MonthPartial.all(
            of: metric,
            totals.filtered { day in spans.contains { $0.from <= day && day <= $0.to } })
        return [
            PostgresQuery(
                """
                DELETE FROM dayline.month_partial
                WHERE profile_id = $1 AND metric = $2 AND EXISTS (
                    SELECT FROM unnest($3, $4) AS span (first_month, last_month)
                    WHERE month BETWEEN first_month AND last_month)
                """, .int64(profile), .text(metric),
                .int64s(spans.map { Int64(CalendarMonth(of: $0.from).number) }),
                .int64s(spans.map { Int64(CalendarMonth(of: $0.to).number) })),
            insertion(of: partials, of: metric, profile),
        ]
    }

    static func insertion(
        of partials: [MonthPartial], of metric: String, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.month_partial (profile_id, metric, month, days, sum)
            SELECT $1, $2, month, days, sum::numeric FROM unnest($3, $4, $5) AS row (month, days, sum)
            """, .int64(profile), .text(metric), .int64s(partials.map { Int64($0.month) }),
            .int64s(partials.map(\.days)), .texts(partials.map { String($0.sum) }))
    }

    static func deletion(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "DELETE FROM dayline.month_partial WHERE profile_id = $1", .int64(profile))
    }
}
