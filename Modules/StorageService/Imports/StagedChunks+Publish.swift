import GRDB
import StorageCore

extension StagedChunks {
    /// Publishes the chunks in place of those they replace.
    /// - Returns: The days that become stale at `version`, by metric.
    func publish(version: Int64, _ db: Database) throws -> [DirtyMetric] {
        try recordInserted(db)
        let tier = try Tier.choose(forCount: count(db), of: .chunk, profile: profile, db)
        let changes = try StagedChanges(of: self, in: tier, db)
        let removeData = try BulkStatement(db, "DELETE FROM chunk_data WHERE id = ?")
        for id in changes.freedData { try removeData.run(id) }
        let drop = try BulkStatement(
            db,
            """
            DELETE FROM staged_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        for position in changes.unchanged + changes.emptied {
            try drop.run(profile, importID, position.series, position.segment)
        }
        try ChunkStore.remove(changes.emptied, of: profile, db)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO \(tier.table(of: .chunk))
                    (profile_id, \(ChunkStore.columns), data_id)
                SELECT profile_id, \(ChunkStore.columns), data_id FROM staged_chunk
                WHERE profile_id = ? AND import_id = ?
                """, arguments: [profile, importID])
        try removeRows(db)
        return changes.days.dirtyMetrics(
            of: profile, version: version, try SeriesStore.all(of: profile, db))
    }

    private func count(_ db: Database) throws -> Int64 {
        let find = try BulkStatement(
            db, "SELECT count(*) FROM staged_chunk WHERE profile_id = ? AND import_id = ?")
        try find.start(profile, importID)
        return try find.next() ? find.int64(0) : 0
    }
}
