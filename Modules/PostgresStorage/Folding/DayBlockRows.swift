import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `day_block`.
enum DayBlockRows {
    /// The query for the blocks of a metric, ascending; without rows if the caller has the totals of the
    /// version `known` and these are valid.
    static func changed(
        of metric: String, since known: Int64?, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT totals FROM dayline.day_block
            WHERE profile_id = $1 AND metric = $2 AND NOT coalesce($3 BETWEEN (
                SELECT greatest(known_from, coalesce((
                    SELECT folded_version FROM dayline.metric_state
                    WHERE profile_id = $1 AND metric = $2), 0))
                FROM dayline.profile WHERE profile_id = $1
            ) AND (
                SELECT coalesce((SELECT min(version) - 1 FROM dayline.dirty
                    WHERE profile_id = $1 AND metric = $2), data_version)
                FROM dayline.profile WHERE profile_id = $1), false)
            ORDER BY block
            """, .int64(profile), .text(metric), .int64(known))
    }

    /// The blocks of a metric with some of the days, ascending.
    static func touched(
        by days: [DaySpan], of metric: String, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT totals FROM dayline.day_block
            WHERE profile_id = $1 AND metric = $2 AND EXISTS (
                SELECT FROM unnest($3, $4) AS span (first_block, last_block)
                WHERE block BETWEEN first_block AND last_block)
            ORDER BY block
            """, .int64(profile), .text(metric),
            .int64s(days.map { Int64(DayBlock.number(of: $0.from)) }),
            .int64s(days.map { Int64(DayBlock.number(of: $0.to)) }))
    }

    /// The blocks of all metrics with their keys, those of a metric ascending.
    static func all(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT metric, totals FROM dayline.day_block WHERE profile_id = $1
            ORDER BY metric, block
            """, .int64(profile))
    }

    /// The totals of a result of blocks, ascending by day.
    static func totals(_ result: PostgresResult) throws -> DayColumns {
        var totals = DayColumns()
        for row in result.rows { totals.append(try DayBlock.totals(try row.data(0))) }
        return totals
    }

    /// Replaces the blocks with the numbers by those that have totals.
    static func replacement(
        of numbers: Set<Int32>, by blocks: [DayBlock], of metric: String, _ profile: Int64
    ) -> [PostgresQuery] {
        let empty = numbers.subtracting(blocks.map(\.number))
        return [
            PostgresQuery(
                """
                DELETE FROM dayline.day_block
                WHERE profile_id = $1 AND metric = $2 AND block = ANY ($3)
                """, .int64(profile), .text(metric), .int64s(empty.sorted().map(Int64.init))),
            PostgresQuery(
                """
                INSERT INTO dayline.day_block
                    (profile_id, metric, block, first_day, last_day, samples, totals)
                SELECT $1, $2, * FROM unnest($3, $4, $5, $6, $7)
                ON CONFLICT (profile_id, metric, block) DO UPDATE SET
                    first_day = excluded.first_day, last_day = excluded.last_day,
                    samples = excluded.samples, totals = excluded.totals
                """, .int64(profile), .text(metric), .int64s(blocks.map { Int64($0.number) }),
                .int64s(blocks.map { Int64($0.totals.day.first ?? 0) }),
                .int64s(blocks.map { Int64($0.totals.day.last ?? 0) }),
                .int64s(blocks.map { $0.totals.count.reduce(0) { $0 &+ $1 } }),
                .byteStrings(blocks.map(\.bytes))),
        ]
    }

    /// The first and the last day with totals of each metric, and the number of counted samples.
    static func ranges(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT metric, min(first_day), max(last_day), sum(samples)::bigint
            FROM dayline.day_block WHERE profile_id = $1 GROUP BY metric
            """, .int64(profile))
    }

    static func ranges(
        _ result: PostgresResult
    ) throws -> [String: (days: DaySpan, samples: Int)] {
        Dictionary(
            uniqueKeysWithValues: try result.rows.map { row in
                (
                    try row.text(0),
                    (
                        DaySpan(from: try row.int32(1), to: try row.int32(2)),
                        Int(try row.int64(3))
                    )
                )
            })
    }
}
