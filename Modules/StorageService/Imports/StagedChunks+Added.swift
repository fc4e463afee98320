import Contracts
import GRDB
import StorageCore

/// Rows of `added_chunk`: the samples that an import adds, for its undo.
extension StagedChunks {
    /// Stores the samples that the import adds to published chunks.
    func storeAdded(_ chunks: [ChunkRecord], _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let add = try BulkStatement(
            db, "INSERT OR REPLACE INTO added_chunk VALUES (?, ?, ?, ?, ?, ?)")
        for chunk in chunks {
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.data)
        }
    }

    /// Records the staged chunks that the publication inserts, before they are published.
    func recordInserted(_ db: Database) throws {
        func isAbsent(from table: String) -> String {
            """
            NOT EXISTS (
                SELECT 1 FROM \(table) AS published WHERE published.profile_id = staged.profile_id
                    AND published.series_id = staged.series_id
                    AND published.segment = staged.segment)
            """
        }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO added_chunk
                SELECT profile_id, import_id, series_id, segment, count, x'' FROM staged_chunk AS staged
                WHERE profile_id = ? AND import_id = ? AND count > 0
                    AND \(isAbsent(from: "recent_chunk")) AND \(isAbsent(from: "settled_chunk"))
                """, arguments: [profile, importID])
    }

    /// The additions of the import, and those of later imports to the same chunks.
    func additions(_ db: Database) throws -> [ChunkAddition] {
        let list = try BulkStatement(
            db,
            """
            SELECT import_id, series_id, segment FROM added_chunk AS added
            WHERE profile_id = ?1 AND import_id >= ?2 AND EXISTS (
                SELECT 1 FROM added_chunk AS own WHERE own.profile_id = ?1 AND own.import_id = ?2
                    AND own.series_id = added.series_id AND own.segment = added.segment)
            ORDER BY series_id, segment, import_id
            """)
        try list.start(profile, importID)
        var additions: [ChunkAddition] = []
        while try list.next() {
            additions.append(
                ChunkAddition(
                    importID: list.int64(0),
                    position: ChunkPosition(series: list.int64(1), segment: list.int64(2))))
        }
        return additions
    }

    /// The samples that imports of a profile added.
    static func added(
        _ additions: [ChunkAddition], of profile: Int64, _ db: Database
    ) throws -> [AddedChunk] {
        let find = try BulkStatement(
            db,
            """
            SELECT count, bytes FROM added_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        return try additions.compactMap { addition in
            let position = addition.position
            try find.start(profile, addition.importID, position.series, position.segment)
            guard try find.next() else { return nil }
            return AddedChunk(
                importID: addition.importID,
                chunk: ChunkRecord(
                    series: position.series, segment: position.segment, count: find.int32(0),
                    first: 0, last: 0, min: 0, max: 0, sum: 0, hashHigh: 0, hashLow: 0,
                    data: find.bytes(1)))
        }
    }
}
