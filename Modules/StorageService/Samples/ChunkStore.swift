import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `chunk` and `chunk_data`.
enum ChunkStore {
    /// The columns that `chunk` and `staged_chunk` have in common, without `data_id`.
    static let columns =
        "series_id, segment, count, first, last, min, max, sum, hash_high, hash_low"

    static func published(
        series: Int64, segment: Int64, of profile: Int64, _ db: Database
    ) throws -> ChunkRecord? {
        let find = try BulkStatement(
            db,
            """
            SELECT \(columns), bytes FROM chunk JOIN chunk_data ON chunk_data.id = data_id
            WHERE chunk.profile_id = ? AND series_id = ? AND segment = ?
            """)
        try find.start(profile, series, segment)
        return try find.next() ? find.chunk() : nil
    }

    /// Replaces the published chunk at the same position; a chunk without samples removes it.
    static func replace(_ chunk: ChunkRecord, of profile: Int64, _ db: Database) throws {
        let position = ChunkPosition(series: chunk.series, segment: chunk.segment)
        guard chunk.count > 0 else { return try remove([position], of: profile, db) }
        let tier = try Tier.choose(forCount: 1, of: .chunk, profile: profile, db)
        try remove([position], from: tier, of: profile, db)
        try BulkStatement(db, "INSERT INTO chunk_data (profile_id, bytes) VALUES (?, ?)")
            .run(profile, chunk.data)
        try BulkStatement(
            db,
            """
            INSERT INTO \(tier.table(of: .chunk)) (profile_id, \(columns), data_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            profile, chunk.series, chunk.segment, chunk.count, chunk.first, chunk.last, chunk.min,
            chunk.max, chunk.sum, Int64(bitPattern: chunk.hashHigh),
            Int64(bitPattern: chunk.hashLow), db.lastInsertedRowID)
    }

    /// Removes chunks with their data.
    static func remove(_ positions: [ChunkPosition], of profile: Int64, _ db: Database) throws {
        for tier in Tier.allCases { try remove(positions, from: tier, of: profile, db) }
    }

    /// Removes the rows of one tier with their data. A row of the other tier then becomes visible.
    private static func remove(
        _ positions: [ChunkPosition], from tier: Tier, of profile: Int64, _ db: Database
    ) throws {
        let rows = """
            \(tier.table(of: .chunk)) WHERE profile_id = ? AND series_id = ? AND segment = ?
            """
        let removeData = try BulkStatement(
            db, "DELETE FROM chunk_data WHERE id IN (SELECT data_id FROM \(rows))")
        let remove = try BulkStatement(db, "DELETE FROM \(rows)")
        for position in positions {
            try removeData.run(profile, position.series, position.segment)
            try remove.run(profile, position.series, position.segment)
        }
    }

    /// The positions of the series' published chunks that overlap [from, to), in the order of segment and
    /// series, which is the order of time.
    static func positions(
        of series: [Int64], profile: Int64, from: Int64, to: Int64, _ db: Database
    ) throws -> [ChunkPosition] {
        let list = try BulkStatement(
            db,
            """
            SELECT segment FROM chunk
            WHERE profile_id = ? AND series_id = ? AND first < ? AND last >= ?
            """)
        var positions: [ChunkPosition] = []
        for id in series {
            try list.start(profile, id, to, from)
            while try list.next() {
                positions.append(ChunkPosition(series: id, segment: list.int64(0)))
            }
        }
        return positions.sorted { ($0.segment, $0.series) < ($1.segment, $1.series) }
    }

    /// The positions of published chunks that overlap [from, to), in no order, and the approximate number of
    /// their samples.
    static func positions(
        of range: SeriesExtents.SeriesRange, profile: Int64, from: Int64, to: Int64, _ db: Database
    ) throws -> (positions: [ChunkPosition], samples: Int64) {
        var positions: Set<ChunkPosition> = []
        var samples: Int64 = 0
        // Faster than the view of both tiers. A settled chunk that a recent one hides has the same position.
        for tier in Tier.allCases {
            let list = try BulkStatement(
                db,
                """
                SELECT segment, count FROM \(tier.table(of: .chunk))
                WHERE profile_id = ? AND series_id = ? AND segment BETWEEN ? AND ?
                    AND first < ? AND last >= ?
                """)
            for series in range.series {
                try list.start(
                    profile, series, range.firstSegment, range.lastSegment, to, from)
                while try list.next() {
                    let position = ChunkPosition(series: series, segment: list.int64(0))
                    if positions.insert(position).inserted { samples += list.int64(1) }
                }
            }
        }
        return (Array(positions), samples)
    }

    /// The published chunks at the first positions, until they have `limit` bytes or more.
    /// - Returns: The chunks, and the number of positions read; positions may have become empty.
    static func page(
        at positions: ArraySlice<ChunkPosition>, profile: Int64, limit: Int, _ db: Database
    ) throws -> (chunks: [ChunkRecord], positions: Int) {
        var chunks: [ChunkRecord] = []
        var bytes = 0
        var count = 0
        for position in positions where bytes < limit {
            count += 1
            let chunk = try published(
                series: position.series, segment: position.segment, of: profile, db)
            guard let chunk else { continue }
            chunks.append(chunk)
            bytes += chunk.data.count
        }
        return (chunks, count)
    }

    /// The published chunks after `cursor` with their hashes.
    static func index(
        of profile: Int64, after cursor: ChunkPosition, limit: Int, _ db: Database
    ) throws -> ChunkIndex {
        let list = try BulkStatement(
            db,
            """
            SELECT series_id, segment, count, hash_high, hash_low FROM chunk
            WHERE profile_id = ? AND (series_id, segment) > (?, ?)
            ORDER BY series_id, segment LIMIT ?
            """)
        try list.start(profile, cursor.series, cursor.segment, Int64(limit))
        var index = ChunkIndex()
        while try list.next() {
            index.series.append(list.int64(0))
            index.segment.append(list.int64(1))
            index.count.append(list.int32(2))
            index.hashHigh.append(UInt64(bitPattern: list.int64(3)))
            index.hashLow.append(UInt64(bitPattern: list.int64(4)))
        }
        return index
    }
}

extension BulkStatement {
    /// The row as a chunk, from `ChunkStore.columns` and `bytes`.
    borrowing func chunk() -> ChunkRecord {
        ChunkRecord(
            series: int64(0), segment: int64(1), count: int32(2), first: int64(3), last: int64(4),
            min: double(5), max: double(6), sum: double(7),
            hashHigh: UInt64(bitPattern: int64(8)), hashLow: UInt64(bitPattern: int64(9)),
            data: bytes(10))
    }
}
