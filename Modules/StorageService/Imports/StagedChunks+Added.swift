import Contracts
import GRDB
import StorageCore

/// Rows of `added_chunk`: the samples that an import adds, for its undo.
extension StagedChunks {
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
        let find = try Self.find(in: .added, db)
        return try additions.compactMap { addition in
            let chunks = StagedChunks(profile: profile, importID: addition.importID)
            return try chunks.samples(at: addition.position, find).map {
                AddedChunk(importID: addition.importID, chunk: $0)
            }
        }
    }
}
