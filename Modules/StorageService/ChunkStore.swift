import FoundationEssentials
import Contracts
import GRDB
import RPC

/// Rows of `chunk`, `staged_chunk` and `chunk_data`.
enum ChunkStore {
    private static let columns =
        "series_id, segment, count, first, last, min, max, sum, hash_high, hash_low"

    /// Stages chunks of an import; one that it staged before is replaced.
    static func stage(_ chunks: [ChunkRecord], import id: Int64, _ db: GRDB.Database) throws {
        let drop = try db.cachedStatement(
            sql: """
                DELETE FROM chunk_data WHERE id = (SELECT data_id FROM staged_chunk
                    WHERE import_id = ? AND series_id = ? AND segment = ?)
                """)
        let addData = try db.cachedStatement(sql: "INSERT INTO chunk_data (bytes) VALUES (?)")
        let add = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO staged_chunk (import_id, \(columns), data_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for chunk in chunks {
            try drop.execute(arguments: [id, chunk.series, chunk.segment])
            let data = chunk.data.withUnsafeBytes { Data($0) }
            try addData.execute(arguments: [data])
            try add.execute(arguments: [
                id, chunk.series, chunk.segment, chunk.count, chunk.first, chunk.last, chunk.min,
                chunk.max, chunk.sum, Int64(bitPattern: chunk.hashHigh),
                Int64(bitPattern: chunk.hashLow), db.lastInsertedRowID,
            ])
        }
    }

    /// A chunk as the import sees it: its own, else the published one.
    static func read(
        series: Int64, segment: Int64, import id: Int64, _ db: GRDB.Database
    ) throws -> ChunkRecord? {
        let own = try db.cachedStatement(
            sql: """
                SELECT \(columns), bytes FROM staged_chunk
                JOIN chunk_data ON chunk_data.id = data_id
                WHERE import_id = ? AND series_id = ? AND segment = ?
                """)
        if let row = try Row.fetchOne(own, arguments: [id, series, segment]) {
            return ChunkRecord(row)
        }
        let published = try db.cachedStatement(
            sql: """
                SELECT \(columns), bytes FROM chunk JOIN chunk_data ON chunk_data.id = data_id
                WHERE series_id = ? AND segment = ?
                """)
        return try Row.fetchOne(published, arguments: [series, segment]).map(ChunkRecord.init)
    }

    /// Published chunks of a metric that meet [from, to), by series and time.
    static func forEach(
        metric: String, of profile: Int64, from: Int64, to: Int64, _ db: GRDB.Database,
        _ body: (ChunkRecord) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns), bytes FROM series JOIN chunk ON chunk.series_id = series.id
                JOIN chunk_data ON chunk_data.id = data_id
                WHERE profile_id = ? AND metric = ? AND first < ? AND last >= ?
                ORDER BY series_id, segment
                """)
        let rows = try Row.fetchCursor(statement, arguments: [profile, metric, to, from])
        while let row = try rows.next() { try body(ChunkRecord(row)) }
    }

    /// Shows an import's chunks in place of those they replace.
    /// - Returns: The days that changed, by metric.
    static func publish(import id: Int64, _ db: GRDB.Database) throws -> [MetricSpan] {
        let spans = try Row.fetchAll(
            db,
            sql: """
                SELECT metric, min(first), max(last) FROM staged_chunk
                JOIN series ON series.id = series_id WHERE import_id = ? GROUP BY metric
                """, arguments: [id]
        ).map { MetricSpan(metric: $0[0], firstMs: $0[1], lastMs: $0[2]) }
        try db.execute(
            sql: """
                DELETE FROM chunk_data WHERE id IN (
                    SELECT chunk.data_id FROM staged_chunk JOIN chunk USING (series_id, segment)
                    WHERE import_id = ?)
                """, arguments: [id])
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO chunk (\(columns), data_id)
                SELECT \(columns), data_id FROM staged_chunk WHERE import_id = ?
                """, arguments: [id])
        try db.execute(sql: "DELETE FROM staged_chunk WHERE import_id = ?", arguments: [id])
        return spans
    }

    static func clearStaged(import id: Int64, _ db: GRDB.Database) throws {
        try db.execute(
            sql: """
                DELETE FROM chunk_data WHERE id IN (
                    SELECT data_id FROM staged_chunk WHERE import_id = ?)
                """, arguments: [id])
        try db.execute(sql: "DELETE FROM staged_chunk WHERE import_id = ?", arguments: [id])
    }
}

extension ChunkRecord {
    init(_ row: Row) {
        let data: Data = row[10]
        self.init(
            series: row[0], segment: row[1], count: row[2], first: row[3], last: row[4],
            min: row[5], max: row[6], sum: row[7],
            hashHigh: UInt64(bitPattern: row[8]), hashLow: UInt64(bitPattern: row[9]),
            data: data.withUnsafeBytes { Bytes(copying: $0) })
    }
}
