import Contracts
import GRDB
import RPC

/// Rows of `staged_chunk`: chunks of an import, invisible until it is published.
struct StagedChunks {
    let profile: Int64
    let importID: Int64

    /// Adds chunks; one that was staged before is replaced.
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

    /// Keeps samples that the import takes out of published chunks.
    func keepRemoved(_ chunks: [ChunkRecord], _ db: Database) throws {
        try SeriesStore.check(Set(chunks.map(\.series)), of: profile, db)
        let add = try BulkStatement(db, "INSERT INTO removed_chunk VALUES (?, ?, ?, ?, ?, ?)")
        for chunk in chunks {
            try add.run(
                profile, importID, chunk.series, chunk.segment, chunk.count, chunk.data)
        }
    }

    /// Where the chunks are that samples were taken out of.
    func removedPlaces(_ db: Database) throws -> [ChunkStore.Cursor] {
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

    /// A chunk that the import staged.
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

    /// Shows the chunks in place of those they replace.
    /// - Returns: The days that changed with them, by metric; `version` is the one that changes them.
    func publish(version: Int64, _ db: Database) throws -> [DirtyMetric] {
        let tier = try Tier.taking(count(db), of: .chunk, profile: profile, db)
        let changes = try changes(in: tier, db)
        let removeData = try BulkStatement(db, "DELETE FROM chunk_data WHERE id = ?")
        for id in changes.freedData { try removeData.run(id) }
        let drop = try BulkStatement(
            db,
            """
            DELETE FROM staged_chunk
            WHERE profile_id = ? AND import_id = ? AND series_id = ? AND segment = ?
            """)
        for place in changes.unchanged + changes.emptied {
            try drop.run(profile, importID, place.series, place.segment)
        }
        try ChunkStore.remove(changes.emptied, of: profile, db)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO \(tier.table(of: .chunk))
                    (profile_id, \(ChunkStore.columns), data_id)
                SELECT profile_id, \(ChunkStore.columns), data_id FROM staged_chunk
                WHERE profile_id = ? AND import_id = ?
                """, arguments: [profile, importID])
        try forget(db)
        return changes.metrics.map { metric, change in
            DirtyMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                spans: change.spans, weight: change.samples)
        }.sorted { $0.metric.metric < $1.metric.metric }
    }

    /// Forgets the chunks and what they hold.
    func clear(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM chunk_data WHERE id IN (
                    SELECT data_id FROM staged_chunk WHERE profile_id = ? AND import_id = ?)
                """, arguments: [profile, importID])
        try db.execute(
            sql: "DELETE FROM removed_chunk WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
        try forget(db)
    }

    private struct Changes {
        var metrics: [String: (spans: [DaySpan], samples: Int64)] = [:]
        /// Chunks that are as they were.
        var unchanged: [ChunkStore.Cursor] = []
        /// Chunks that have no samples any more.
        var emptied: [ChunkStore.Cursor] = []
        /// Staged data that is not to be shown, and data of the rows that are replaced.
        var freedData: [Int64] = []
    }

    private func count(_ db: Database) throws -> Int64 {
        let find = try BulkStatement(
            db, "SELECT count(*) FROM staged_chunk WHERE profile_id = ? AND import_id = ?")
        try find.start(profile, importID)
        return try find.next() ? find.int64(0) : 0
    }

    /// What the staged chunks change when their rows go to `tier`.
    private func changes(in tier: Tier, _ db: Database) throws -> Changes {
        let list = try BulkStatement(
            db,
            """
            SELECT staged.series_id, staged.segment, staged.first, staged.last, staged.count,
                staged.data_id, \(tier.rawValue).data_id,
                coalesce(recent.first, settled.first), coalesce(recent.last, settled.last),
                coalesce(recent.hash_high, settled.hash_high) = staged.hash_high
                    AND coalesce(recent.hash_low, settled.hash_low) = staged.hash_low
            FROM staged_chunk AS staged
            LEFT JOIN recent_chunk AS recent USING (profile_id, series_id, segment)
            LEFT JOIN settled_chunk AS settled USING (profile_id, series_id, segment)
            WHERE staged.profile_id = ? AND import_id = ?
            ORDER BY staged.series_id, staged.segment
            """)
        var changes = Changes()
        var spans: [Int64: [DaySpan]] = [:]
        var samples: [Int64: Int64] = [:]
        try list.start(profile, importID)
        while try list.next() {
            let series = list.int64(0)
            var first = list.int64(2)
            var last = list.int64(3)
            if list.int64(4) == 0 {
                changes.emptied.append(ChunkStore.Cursor(series: series, segment: list.int64(1)))
                changes.freedData.append(list.int64(5))
                guard !list.isNull(7) else { continue }
                (first, last) = (list.int64(7), list.int64(8))
            } else if !list.isNull(7) {
                guard list.int64(9) == 0 else {
                    changes.unchanged.append(
                        ChunkStore.Cursor(series: series, segment: list.int64(1)))
                    changes.freedData.append(list.int64(5))
                    continue
                }
                if !list.isNull(6) { changes.freedData.append(list.int64(6)) }
                first = min(first, list.int64(7))
                last = max(last, list.int64(8))
            }
            spans[series, default: []].append(
                joining: DaySpan(firstMs: first, lastMs: last))
            samples[series, default: 0] += list.int64(4)
        }
        for row in try SeriesStore.all(of: profile, db) {
            guard let own = spans[row.id] else { continue }
            var change = changes.metrics[row.key.metric] ?? ([], 0)
            change.spans += own
            change.samples += samples[row.id] ?? 0
            changes.metrics[row.key.metric] = change
        }
        for (metric, change) in changes.metrics {
            var joined: [DaySpan] = []
            for span in change.spans.sorted(by: { $0.from < $1.from }) {
                joined.append(joining: span)
            }
            changes.metrics[metric] = (joined, change.samples)
        }
        return changes
    }

    private func forget(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM staged_chunk WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
    }
}
