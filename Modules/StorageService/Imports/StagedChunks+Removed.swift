import Contracts
import GRDB

/// Rows of `removed_chunk`: what an import takes out of published chunks, kept with it.
extension StagedChunks {
    /// Keeps samples that the import takes out of published chunks.
    func storeRemoved(_ chunks: [ChunkRecord], _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let add = try BulkStatement(db, "INSERT INTO removed_chunk VALUES (?, ?, ?, ?, ?, ?)")
        for chunk in chunks {
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.data)
        }
    }

    /// Where the chunks are that samples were taken out of.
    func removedPositions(_ db: Database) throws -> [ChunkStore.Cursor] {
        let list = try BulkStatement(
            db,
            """
            SELECT series_id, segment FROM removed_chunk WHERE profile_id = ? AND import_id = ?
            ORDER BY series_id, segment
            """)
        try list.start(profile, importID)
        var places: [ChunkStore.Cursor] = []
        while try list.next() {
            places.append(ChunkStore.Cursor(series: list.int64(0), segment: list.int64(1)))
        }
        return places
    }

    /// The samples that were taken out there; of the rows that tell of a chunk only the count is true.
    func removed(
        at places: ArraySlice<ChunkStore.Cursor>, _ db: Database
    ) throws -> [ChunkRecord] {
        let find = try BulkStatement(
            db,
            """
            SELECT count, bytes FROM removed_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        return try places.compactMap { place in
            try find.start(profile, importID, place.series, place.segment)
            guard try find.next() else { return nil }
            return ChunkRecord(
                series: place.series, segment: place.segment, count: find.int32(0), first: 0,
                last: 0, min: 0, max: 0, sum: 0, hashHigh: 0, hashLow: 0, data: find.bytes(1))
        }
    }
}
