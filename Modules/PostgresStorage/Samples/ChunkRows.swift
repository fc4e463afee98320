import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `chunk`, `staged_chunk` and `removed_chunk`.
enum ChunkRows {
    /// The columns of a chunk that ``chunk(_:from:)`` reads.
    static let columns =
        "series_id, segment, count, first, last, min, max, sum, hash_high, hash_low, bytes"

    static func chunk(_ row: PostgresRow, from column: Int = 0) throws -> ChunkRecord {
        ChunkRecord(
            series: try row.int64(column), segment: try row.int64(column + 1),
            count: try row.int32(column + 2), first: try row.int64(column + 3),
            last: try row.int64(column + 4), min: try row.double(column + 5),
            max: try row.double(column + 6), sum: try row.double(column + 7),
            hashHigh: UInt64(bitPattern: try row.int64(column + 8)),
            hashLow: UInt64(bitPattern: try row.int64(column + 9)),
            data: try row.data(column + 10))
    }

    /// Inserts or replaces published chunks; at most one for each position.
    static func upsert(_ chunks: [ChunkRecord], of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.chunk (profile_id, \(columns))
            SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (profile_id, series_id, segment) DO UPDATE SET \(replacement)
            """, [.int64(profile)] + parameters(of: chunks))
    }

    /// Stages chunks; at most one for each position.
    static func stage(
        _ chunks: [ChunkRecord], import id: Int64, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.staged_chunk (profile_id, import_id, \(columns))
            SELECT $1, $2, * FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (profile_id, import_id, series_id, segment) DO UPDATE SET \(replacement)
            """, [.int64(profile), .int64(id)] + parameters(of: chunks))
    }

    /// The assignments that replace all columns but the key.
    static let replacement = """
        count = excluded.count, first = excluded.first, last = excluded.last, min = excluded.min,
        max = excluded.max, sum = excluded.sum, hash_high = excluded.hash_high,
        hash_low = excluded.hash_low, bytes = excluded.bytes
        """

    static func storeRemoved(
        _ chunks: [ChunkRecord], import id: Int64, of profile: Int64
    ) -> PostgresQuery {
        store(chunks, in: "removed_chunk", import: id, of: profile)
    }

    static func storeAdded(
        _ chunks: [ChunkRecord], import id: Int64, of profile: Int64
    ) -> PostgresQuery {
        store(chunks, in: "added_chunk", import: id, of: profile)
    }

    private static func store(
        _ chunks: [ChunkRecord], in table: String, import id: Int64, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.\(table)
                (profile_id, import_id, series_id, segment, count, bytes)
            SELECT $1, $2, * FROM unnest($3, $4, $5, $6)
            ON CONFLICT (profile_id, import_id, series_id, segment)
                DO UPDATE SET count = excluded.count, bytes = excluded.bytes
            """, .int64(profile), .int64(id), .int64s(chunks.map(\.series)),
            .int64s(chunks.map(\.segment)), .int64s(chunks.map { Int64($0.count) }),
            .byteStrings(chunks.map(\.data)))
    }

    static func remove(_ positions: [ChunkPosition], of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            DELETE FROM dayline.chunk USING unnest($2, $3) AS place (series, number)
            WHERE profile_id = $1 AND series_id = place.series AND segment = place.number
            """, .int64(profile), .int64s(positions.map(\.series)),
            .int64s(positions.map(\.segment)))
    }

    /// The published chunks at the positions, in their order.
    static func published(
        _ positions: [ChunkPosition], of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM unnest($2, $3) WITH ORDINALITY AS place (series, number, place)
            JOIN dayline.chunk ON profile_id = $1 AND series_id = place.series
                AND segment = place.number
            ORDER BY place.place
            """, .int64(profile), .int64s(positions.map(\.series)),
            .int64s(positions.map(\.segment)))
    }

    /// The chunks at the positions that an import staged, or else the published ones, in their order.
    static func visible(
        _ positions: [ChunkPosition], toImport id: Int64, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM (
                SELECT place.place, \(columns) FROM
                    unnest($3, $4) WITH ORDINALITY AS place (series, number, place)
                JOIN dayline.staged_chunk ON profile_id = $1 AND import_id = $2
                    AND series_id = place.series AND segment = place.number
                UNION ALL
                SELECT place.place, \(columns) FROM
                    unnest($3, $4) WITH ORDINALITY AS place (series, number, place)
                JOIN dayline.chunk ON profile_id = $1 AND series_id = place.series
                    AND segment = place.number
                WHERE NOT EXISTS (
                    SELECT FROM dayline.staged_chunk AS staged WHERE staged.profile_id = $1
                        AND staged.import_id = $2 AND staged.series_id = place.series
                        AND staged.segment = place.number)
            ) AS found ORDER BY place
            """, .int64(profile), .int64(id), .int64s(positions.map(\.series)),
            .int64s(positions.map(\.segment)))
    }

    /// The first chunks at the positions until they have `limit` bytes, each with the number of its position
    /// from 1. A position without a chunk has only the number.
    static func page(
        _ positions: ArraySlice<ChunkPosition>, limit: Int, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT place, \(columns) FROM (
                SELECT place.place, \(columns),
                    sum(coalesce(octet_length(bytes), 0)) OVER (ORDER BY place.place)
                        - coalesce(octet_length(bytes), 0) AS preceding
                FROM unnest($2, $3) WITH ORDINALITY AS place (series, number, place)
                LEFT JOIN dayline.chunk ON profile_id = $1 AND series_id = place.series
                    AND segment = place.number
            ) AS sized WHERE preceding < $4 ORDER BY place
            """, .int64(profile), .int64s(positions.map(\.series)),
            .int64s(positions.map(\.segment)), .int64(Int64(limit)))
    }

    /// The published chunks after a position with their hashes, in the order of series and segments.
    static func index(
        of profile: Int64, after position: ChunkPosition, limit: Int
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT series_id, segment, count, hash_high, hash_low FROM dayline.chunk
            WHERE profile_id = $1 AND (series_id, segment) > ($2, $3)
            ORDER BY series_id, segment LIMIT $4
            """, .int64(profile), .int64(position.series), .int64(position.segment),
            .int64(Int64(limit)))
    }

    static func index(_ result: PostgresResult) throws -> ChunkIndex {
        var index = ChunkIndex()
        for row in result.rows {
            index.series.append(try row.int64(0))
            index.segment.append(try row.int64(1))
            index.count.append(try row.int32(2))
            index.hashHigh.append(UInt64(bitPattern: try row.int64(3)))
            index.hashLow.append(UInt64(bitPattern: try row.int64(4)))
        }
        return index
    }

    /// The positions of the metric's chunks that overlap [from, to), in the order of time.
    static func positions(
        of metric: String, from: Int64, to: Int64, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT series_id, segment FROM dayline.chunk
            WHERE profile_id = $1 AND first < $3 AND last >= $4 AND series_id IN (
                SELECT series_id FROM dayline.series WHERE profile_id = $1 AND metric = $2)
            ORDER BY segment, series_id
            """, .int64(profile), .text(metric), .int64(to), .int64(from))
    }

    /// The first chunks of the metric that overlap [from, to).
    static func overlapping(
        _ metric: String, from: Int64, to: Int64, limit: Int, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM dayline.chunk
            WHERE profile_id = $1 AND first < $3 AND last >= $4 AND series_id IN (
                SELECT series_id FROM dayline.series WHERE profile_id = $1 AND metric = $2)
            ORDER BY segment, series_id LIMIT $5
            """, .int64(profile), .text(metric), .int64(to), .int64(from),
            .int64(Int64(limit)))
    }

    static func position(_ row: PostgresRow) throws -> ChunkPosition {
        ChunkPosition(series: try row.int64(0), segment: try row.int64(1))
    }

    private static func parameters(of chunks: [ChunkRecord]) -> [PostgresParameter] {
        [
            .int64s(chunks.map(\.series)), .int64s(chunks.map(\.segment)),
            .int64s(chunks.map { Int64($0.count) }), .int64s(chunks.map(\.first)),
            .int64s(chunks.map(\.last)), .doubles(chunks.map(\.min)),
            .doubles(chunks.map(\.max)), .doubles(chunks.map(\.sum)),
            .int64s(chunks.map { Int64(bitPattern: $0.hashHigh) }),
            .int64s(chunks.map { Int64(bitPattern: $0.hashLow) }),
            .byteStrings(chunks.map(\.data)),
        ]
    }
}

extension [ChunkRecord] {
    /// The last chunk of each position, in order of first occurrence.
    var withoutRepetitions: [ChunkRecord] {
        var indexes: [ChunkPosition: Int] = [:]
        var chunks: [ChunkRecord] = []
        for chunk in self {
            let position = ChunkPosition(series: chunk.series, segment: chunk.segment)
            if let index = indexes[position] {
                chunks[index] = chunk
            } else {
                indexes[position] = chunks.count
                chunks.append(chunk)
            }
        }
        return chunks
    }
}
