import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `added_chunk` and `added_row`: what each import adds, for its undo.
enum AdditionRows {
    /// The staged chunks that publishing an import inserts.
    private static let insertedChunks = """
        FROM dayline.staged_chunk AS staged
        WHERE staged.profile_id = $1 AND staged.import_id = $2 AND staged.count > 0 AND NOT EXISTS (
            SELECT FROM dayline.chunk AS published WHERE published.profile_id = $1
                AND published.series_id = staged.series_id
                AND published.segment = staged.segment)
        """
    /// The staged rows that publishing an import inserts.
    private static let insertedRows = """
        FROM dayline.staged_row AS place
        WHERE place.profile_id = $1 AND place.import_id = $2 AND NOT EXISTS (
            SELECT FROM dayline.health_row AS published
            WHERE published.profile_id = $1 AND (\(HealthRowRows.pairs("published"))))
        """

    /// A query that is true if a staged import adds samples or rows.
    static func hasAdditions(_ id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT EXISTS (
                SELECT FROM dayline.added_chunk WHERE profile_id = $1 AND import_id = $2)
            OR EXISTS (SELECT \(insertedChunks)) OR EXISTS (SELECT \(insertedRows))
            """, .int64(profile), .int64(id))
    }

    /// Records the staged chunks and rows that the publication inserts, before they are published.
    static func record(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                INSERT INTO dayline.added_chunk
                    (profile_id, import_id, series_id, segment, count, bytes)
                SELECT staged.profile_id, staged.import_id, staged.series_id, staged.segment,
                    staged.count, ''::bytea \(insertedChunks)
                ON CONFLICT DO NOTHING
                """, .int64(profile), .int64(id)),
            PostgresQuery(
                """
                INSERT INTO dayline.added_row (profile_id, import_id, \(HealthRowRows.identity))
                SELECT place.profile_id, place.import_id, \(HealthRowRows.identity) \(insertedRows)
                """, .int64(profile), .int64(id)),
        ]
    }

    /// The additions of an import, and those of later imports to the same chunks.
    static func additions(by id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT import_id, series_id, segment FROM dayline.added_chunk AS added
            WHERE profile_id = $1 AND import_id >= $2 AND EXISTS (
                SELECT FROM dayline.added_chunk AS own WHERE own.profile_id = $1
                    AND own.import_id = $2 AND own.series_id = added.series_id
                    AND own.segment = added.segment)
            ORDER BY series_id, segment, import_id
            """, .int64(profile), .int64(id))
    }

    static func addition(_ row: PostgresRow) throws -> ChunkAddition {
        ChunkAddition(
            importID: try row.int64(0),
            position: ChunkPosition(series: try row.int64(1), segment: try row.int64(2)))
    }

    /// The added samples, in the order of the additions.
    static func chunks(_ additions: [ChunkAddition], _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT import_id, series_id, segment, count, bytes
            FROM unnest($2, $3, $4) WITH ORDINALITY AS place (origin, series, number, place)
            JOIN dayline.added_chunk ON profile_id = $1 AND import_id = place.origin
                AND series_id = place.series AND segment = place.number
            ORDER BY place.place
            """, .int64(profile), .int64s(additions.map(\.importID)),
            .int64s(additions.map(\.position.series)),
            .int64s(additions.map(\.position.segment)))
    }

    static func chunk(_ row: PostgresRow) throws -> AddedChunk {
        AddedChunk(
            importID: try row.int64(0),
            chunk: ChunkRecord(
                samplesOf: try row.int32(3), try row.data(4),
                at: ChunkPosition(series: try row.int64(1), segment: try row.int64(2))))
    }

    /// The published rows that an import added and no later import added again.
    static func rows(by id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT published.content FROM dayline.added_row AS place
            JOIN dayline.health_row AS published ON published.profile_id = $1
                AND (\(HealthRowRows.pairs("published")))
            WHERE place.profile_id = $1 AND place.import_id = $2 AND NOT EXISTS (
                SELECT FROM dayline.added_row AS later WHERE later.profile_id = $1
                    AND later.import_id > $2 AND (\(HealthRowRows.pairs("later"))))
            ORDER BY place.kind, place.start_at, place.detail, place.end_at, place.type,
                place.source_key
            """, .int64(profile), .int64(id))
    }
}
