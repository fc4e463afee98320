import Contracts
import PostgresClient
import StorageCore

/// The publication of the chunks that an import staged.
enum ChunkPublication {
    /// The staged chunks, each beside the published one at its position, in the order of series and segments.
    static func comparison(of id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT staged.series_id, staged.segment, staged.first, staged.last, staged.count,
                published.first, published.last, published.hash_high = staged.hash_high
                    AND published.hash_low = staged.hash_low
            FROM dayline.staged_chunk AS staged
            LEFT JOIN dayline.chunk AS published USING (profile_id, series_id, segment)
            WHERE staged.profile_id = $1 AND import_id = $2
            ORDER BY staged.series_id, staged.segment
            """, .int64(profile), .int64(id))
    }

    /// The days that the publication changes.
    static func changes(_ result: PostgresResult) throws -> ChunkChanges {
        var changes = ChunkChanges()
        for row in result.rows {
            let published = try row.optionalInt64(5).map {
                ChunkExtent(first: $0, last: try row.int64(6), count: 0)
            }
            _ = changes.add(
                ChunkPosition(series: try row.int64(0), segment: try row.int64(1)),
                staged: ChunkExtent(
                    first: try row.int64(2), last: try row.int64(3), count: try row.int64(4)),
                published: published, isEqual: published == nil ? false : try row.bool(7))
        }
        return changes
    }

    /// Moves the staged chunks to the published ones, unless both are equal. A chunk without samples removes
    /// the published one.
    static func writes(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                DELETE FROM dayline.chunk USING dayline.staged_chunk AS staged
                WHERE chunk.profile_id = $1 AND staged.profile_id = $1 AND staged.import_id = $2
                    AND staged.series_id = chunk.series_id AND staged.segment = chunk.segment
                    AND staged.count = 0
                """, .int64(profile), .int64(id)),
            PostgresQuery(
                """
                INSERT INTO dayline.chunk (profile_id, \(ChunkRows.columns))
                SELECT profile_id, \(ChunkRows.columns) FROM dayline.staged_chunk AS staged
                WHERE profile_id = $1 AND import_id = $2 AND count > 0 AND NOT EXISTS (
                    SELECT FROM dayline.chunk AS published WHERE published.profile_id = $1
                        AND published.series_id = staged.series_id
                        AND published.segment = staged.segment
                        AND published.hash_high = staged.hash_high
                        AND published.hash_low = staged.hash_low)
                ON CONFLICT (profile_id, series_id, segment) DO UPDATE SET \(ChunkRows.replacement)
                """, .int64(profile), .int64(id)),
            PostgresQuery(
                "DELETE FROM dayline.staged_chunk WHERE profile_id = $1 AND import_id = $2",
                .int64(profile), .int64(id)),
        ]
    }
}
