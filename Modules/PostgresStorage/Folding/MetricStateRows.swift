import PostgresClient
import StorageCore

/// Rows of `metric_state`.
enum MetricStateRows {
    /// The versions of all metrics of a profile.
    static func all(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT metric, changed_version, folded_version FROM dayline.metric_state
            WHERE profile_id = $1
            """, .int64(profile))
    }

    static func all(
        _ result: PostgresResult
    ) throws -> [String: (changed: Int64, folded: Int64)] {
        Dictionary(
            uniqueKeysWithValues: try result.rows.map {
                (try $0.text(0), (try $0.int64(1), try $0.int64(2)))
            })
    }

    /// Records that a metric is folded, and deletes its dirty days.
    static func finish(
        _ metric: String, _ version: Int64, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                UPDATE dayline.metric_state SET folded_version = changed_version
                WHERE profile_id = $1 AND metric = $2
                """, .int64(profile), .text(metric)),
            PostgresQuery(
                """
                DELETE FROM dayline.dirty WHERE profile_id = $1 AND metric = $2 AND version <= $3
                """, .int64(profile), .text(metric), .int64(version)),
        ]
    }

    /// The version that last changed a metric; no row if days of the metric are dirty.
    static func unchanged(_ metric: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT changed_version FROM dayline.metric_state
            WHERE profile_id = $1 AND metric = $2 AND folded_version = changed_version
                AND NOT EXISTS (
                    SELECT FROM dayline.dirty WHERE profile_id = $1 AND metric = $2)
            """, .int64(profile), .text(metric))
    }

    /// Records a change whose days were folded within it.
    static func change(
        of metric: String, to version: Int64, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            UPDATE dayline.metric_state SET changed_version = $3, folded_version = $3
            WHERE profile_id = $1 AND metric = $2
            """, .int64(profile), .text(metric), .int64(version))
    }

    /// The first version that made days of a metric dirty and the version of its totals; NULL if the metric
    /// has none.
    static func state(of metric: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT (SELECT min(version) FROM dayline.dirty WHERE profile_id = $1 AND metric = $2),
                (SELECT folded_version FROM dayline.metric_state
                    WHERE profile_id = $1 AND metric = $2)
            """, .int64(profile), .text(metric))
    }

    static func state(
        _ result: PostgresResult, of metric: String, _ profile: ProfileRow
    ) throws -> MetricState {
        MetricState(
            profile: profile, metric: metric,
            dirtyVersion: try result.first?.optionalInt64(0),
            foldedVersion: try result.first?.optionalInt64(1) ?? 0)
    }
}
