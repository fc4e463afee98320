import Contracts
import HealthMetrics
import PostgresClient
import StorageCore

/// Rows of `dirty` and `metric_state`.
enum DirtyRows {
    /// Marks days, which include those of derived metrics, as dirty.
    static func marking(_ dirty: [DirtyMetric], _ profile: Int64) -> [PostgresQuery] {
        guard !dirty.isEmpty else { return [] }
        let spans = dirty.flatMap { entry in entry.spans.map { (entry, $0) } }
        return [
            PostgresQuery(
                """
                INSERT INTO dayline.metric_state (profile_id, metric, changed_version)
                SELECT DISTINCT ON (metric) $1, metric, version FROM unnest($2, $3)
                    AS row (metric, version) ORDER BY metric, version DESC
                ON CONFLICT (profile_id, metric)
                    DO UPDATE SET changed_version = excluded.changed_version
                """, .int64(profile), .texts(dirty.map(\.metric.metric)),
                .int64s(dirty.map(\.version))),
            PostgresQuery(
                """
                INSERT INTO dayline.dirty (profile_id, metric, version, from_day, to_day)
                SELECT $1, metric, version, from_day, max(to_day) FROM unnest($2, $3, $4, $5)
                    AS row (metric, version, from_day, to_day)
                GROUP BY metric, version, from_day
                """, .int64(profile), .texts(spans.map(\.0.metric.metric)),
                .int64s(spans.map(\.0.version)), .int64s(spans.map { Int64($1.from) }),
                .int64s(spans.map { Int64($1.to) })),
        ]
    }

    /// All dirty days of a profile, oldest version first.
    static func all(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT metric, version, from_day, to_day FROM dayline.dirty WHERE profile_id = $1
            ORDER BY version, metric, from_day
            """, .int64(profile))
    }

    static func all(_ result: PostgresResult, of profile: Int64) throws -> [DirtyMetric] {
        var dirty: [DirtyMetric] = []
        for row in result.rows {
            let metric = ProfileMetric(profile: profile, metric: try row.text(0))
            let version = try row.int64(1)
            let span = DaySpan(from: try row.int32(2), to: try row.int32(3))
            if dirty.last?.metric == metric, dirty.last?.version == version {
                dirty[dirty.count - 1].spans.append(span)
            } else {
                dirty.append(
                    DirtyMetric(metric: metric, version: version, spans: [span], weight: 0))
            }
        }
        return dirty
    }

    /// The ranges of time of all metrics with samples, and of the starts of workouts.
    static func everything(_ profile: Int64) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                SELECT metric, min(first), max(last), sum(count)::bigint FROM dayline.series
                JOIN dayline.chunk USING (profile_id, series_id)
                WHERE profile_id = $1 GROUP BY metric ORDER BY metric
                """, .int64(profile)),
            PostgresQuery(
                """
                SELECT min(start_at), max(start_at) FROM dayline.health_row
                WHERE profile_id = $1 AND kind = 'Workout'
                """, .int64(profile)),
        ]
    }

    /// The days of `days` with samples or workouts, from the results of ``everything(_:)``.
    static func everything(
        _ results: [PostgresResult], of profile: Int64, on days: DaySpan, version: Int64
    ) throws -> [DirtyMetric] {
        var dirty: [DirtyMetric] = []
        for row in results[0].rows {
            let stored = DaySpan(firstMs: try row.int64(1), lastMs: try row.int64(2))
            guard let span = stored.intersection(days) else { continue }
            dirty.append(
                DirtyMetric(
                    metric: ProfileMetric(profile: profile, metric: try row.text(0)),
                    version: version, spans: [span], weight: try row.int64(3)))
        }
        if let row = results[1].first, let first = try row.optionalInt64(0),
            let last = try row.optionalInt64(1),
            let span = DaySpan(firstMs: first, lastMs: last).intersection(days)
        {
            dirty += DirtyMetric.workouts(of: profile, on: [span], version: version)
        }
        return dirty
    }

    static func isFolded(_ version: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT NOT EXISTS (
                SELECT FROM dayline.dirty WHERE profile_id = $1 AND version <= $2)
            """, .int64(profile), .int64(version))
    }
}
