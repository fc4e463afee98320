import Contracts
import GRDB
import StorageCore

/// The tables of samples by import and chunk, which have one shape.
enum ImportSampleTable: String {
    /// The samples that an import removed from published chunks.
    case removed = "removed_chunk"
    /// The samples that an import added, for its undo.
    case added = "added_chunk"
}

extension StagedChunks {
    /// Stores the samples that the import removes from, or adds to, published chunks.
    func store(_ chunks: [ChunkRecord], in table: ImportSampleTable, _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let add = try BulkStatement(
            db, "INSERT OR REPLACE INTO \(table.rawValue) VALUES (?, ?, ?, ?, ?, ?)")
        for chunk in chunks {
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.data)
        }
    }

    /// A statement for ``samples(at:_:)``.
    static func find(
        in table: ImportSampleTable, _ db: Database
    ) throws -> BulkStatement {
        try BulkStatement(
            db,
            """
            SELECT count, bytes FROM \(table.rawValue)
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
    }

    /// The samples of the import at a position, of whose statistics only the count is set; nil: none.
    func samples(
        at position: ChunkPosition, _ find: borrowing BulkStatement
    ) throws -> ChunkRecord? {
        try find.start(profile, importID, position.series, position.segment)
        guard try find.next() else { return nil }
        return ChunkRecord(samplesOf: find.int32(0), find.bytes(1), at: position)
    }
}
