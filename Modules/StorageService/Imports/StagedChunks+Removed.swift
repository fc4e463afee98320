import Contracts
import GRDB
import StorageCore

/// Rows of `removed_chunk`: the samples that an import removed from published chunks.
extension StagedChunks {
    /// Stores the samples that the import removes from published chunks.
    func storeRemoved(_ chunks: [ChunkRecord], _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let add = try BulkStatement(db, "INSERT INTO removed_chunk VALUES (?, ?, ?, ?, ?, ?)")
        for chunk in chunks {
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.data)
        }
    }

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
        let find = try BulkStatement(
            db,
            """
            SELECT count, bytes FROM removed_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        return try positions.compactMap { position in
            try find.start(profile, importID, position.series, position.segment)
            guard try find.next() else { return nil }
            return ChunkRecord(
                series: position.series, segment: position.segment, count: find.int32(0), first: 0,
                last: 0, min: 0, max: 0, sum: 0, hashHigh: 0, hashLow: 0, data: find.bytes(1))
        }
    }
}
