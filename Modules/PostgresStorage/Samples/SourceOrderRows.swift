import PostgresClient

/// Rows of `source_order`.
enum SourceOrderRows {
    /// The normalized names of the sources, highest priority first; no rows if no order was set.
    static func order(of metric: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT source_key FROM dayline.source_order WHERE profile_id = $1 AND metric = $2
            ORDER BY position
            """, .int64(profile), .text(metric))
    }

    static func order(_ result: PostgresResult) throws -> [String] {
        try result.rows.map { try $0.text(0) }
    }

    static func set(
        _ order: [String], of metric: String, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                "DELETE FROM dayline.source_order WHERE profile_id = $1 AND metric = $2",
                .int64(profile), .text(metric)),
            PostgresQuery(
                """
                INSERT INTO dayline.source_order (profile_id, metric, position, source_key)
                SELECT $1, $2, place - 1, source_key
                FROM unnest($3) WITH ORDINALITY AS row (source_key, place)
                """, .int64(profile), .text(metric), .texts(order)),
        ]
    }
}
