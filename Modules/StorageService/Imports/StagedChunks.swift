import Contracts
import GRDB
import RPC

/// Rows of `staged_chunk`: the chunks of an import until it is published.
struct StagedChunks {
    let profile: Int64
    let importID: Int64

    /// Adds chunks, replacing staged ones at the same position.
    func add(_ chunks: [ChunkRecord], _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let find = try BulkStatement(
            db,
            """
            SELECT data_id FROM staged_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        let replaceData = try BulkStatement(db, "UPDATE chunk_data SET bytes = ?2 WHERE id = ?1")
        let addData = try BulkStatement(
            db, "INSERT INTO chunk_data (profile_id, bytes) VALUES (?, ?)")
        let add = try BulkStatement(
            db,
            """
            INSERT OR REPLACE INTO staged_chunk
                (profile_id, import_id, \(ChunkStore.columns), data_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for chunk in chunks {
            try find.start(profile, importID, chunk.series, chunk.segment)
            let data: Int64
            if try find.next() {
                data = find.int64(0)
                try replaceData.run(data, chunk.data)
            } else {
                try addData.run(profile, chunk.data)
                data = db.lastInsertedRowID
            }
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.first,
                chunk.last, chunk.min, chunk.max, chunk.sum, Int64(bitPattern: chunk.hashHigh),
                Int64(bitPattern: chunk.hashLow), data)
        }
    }

    /// The staged chunk at a position; nil if the import has none there.
    func read(series: Int64, segment: Int64, _ db: Database) throws -> ChunkRecord? {
        let find = try BulkStatement(
            db,
            """
            SELECT \(ChunkStore.columns), bytes FROM staged_chunk
            JOIN chunk_data ON chunk_data.id = data_id
            WHERE staged_chunk.profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        try find.start(profile, importID, series, segment)
        return try find.next() ? find.chunk() : nil
    }

    /// Deletes the staged, removed and added chunks of the import with their data.
    func clear(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM chunk_data WHERE id IN (
                    SELECT data_id FROM staged_chunk WHERE profile_id = ? AND import_id = ?)
                """, arguments: [profile, importID])
        for table in ["removed_chunk", "added_chunk"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE profile_id = ? AND import_id = ?",
                arguments: [profile, importID])
        }
        try removeRows(db)
    }

    /// Deletes the staged rows without their data.
    func removeRows(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM staged_chunk WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
    }
}
