import Contracts
import GRDB
import StorageCore

/// Rows of `removed_chunk`: the samples that an import removed from published chunks.
extension StagedChunks {
    /// The positions of the chunks from which samples were removed.
    func removedPositions(_ db: Database) throws -> [ChunkPosition] {
        let list = try BulkStatement(
            db,
            """
            SELECT series_id, segment FROM removed_chunk WHERE profile_id = ? AND import_id = ?
            ORDER BY series_id, segment
            """)
        try list.start(profile, importID)
        var positions: [ChunkPosition] = []
        while try list.next() {
            positions.append(ChunkPosition(series: list.int64(0), segment: list.int64(1)))
        }
        return positions
    }

    /// The samples removed at the positions. Of the chunk's statistics only the count is set.
    func removed(
        at positions: [ChunkPosition], _ db: Database
    ) throws -> [ChunkRecord] {
        let find = try Self.find(in: .removed, db)
        return try positions.compactMap { try samples(at: $0, find) }
    }
}
