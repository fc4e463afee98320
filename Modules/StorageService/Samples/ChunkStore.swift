import Contracts
import GRDB
import RPC

/// Rows of `chunk` and `chunk_data`.
enum ChunkStore {
    /// The columns that `chunk` and `staged_chunk` have in common, `data_id` aside.
    static let columns =
        "series_id, segment, count, first, last, min, max, sum, hash_high, hash_low"

    /// The place of a chunk, such as the one where a page ends and the next begins.
    struct Cursor: Hashable, Sendable {
        var series: Int64 = .min
        var segment: Int64 = .min
    }

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

    /// Puts a chunk in the place of the published one; one without samples goes.
    static func replace(_ chunk: ChunkRecord, of profile: Int64, _ db: Database) throws {
        let place = Cursor(series: chunk.series, segment: chunk.segment)
        guard chunk.count > 0 else { return try remove([place], of: profile, db) }
        let tier = try Tier.choose(forCount: 1, of: .chunk, profile: profile, db)
        try remove([place], from: tier, of: profile, db)
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

    /// Takes chunks out, with what they hold.
    static func remove(_ places: [Cursor], of profile: Int64, _ db: Database) throws {
        for tier in Tier.allCases { try remove(places, from: tier, of: profile, db) }
    }

    /// Takes rows of one tier out, with what they hold; what another has of the same place holds then.
    private static func remove(
        _ places: [Cursor], from tier: Tier, of profile: Int64, _ db: Database
    ) throws {
        let rows = """
            \(tier.table(of: .chunk)) WHERE profile_id = ? AND series_id = ? AND segment = ?
            """
        let removeData = try BulkStatement(
            db, "DELETE FROM chunk_data WHERE id IN (SELECT data_id FROM \(rows))")
        let remove = try BulkStatement(db, "DELETE FROM \(rows)")
        for place in places {
            try removeData.run(profile, place.series, place.segment)
            try remove.run(profile, place.series, place.segment)
        }
    }

    /// Where the published chunks of some series are that meet [from, to), by segment and then by
    /// series: in order of time.
    static func positions(
        of series: [Int64], profile: Int64, from: Int64, to: Int64, _ db: Database
    ) throws -> [Cursor] {
        let list = try BulkStatement(
            db,
            """
            SELECT segment FROM chunk
            WHERE profile_id = ? AND series_id = ? AND first < ? AND last >= ?
            """)
        var places: [Cursor] = []
        for id in series {
            try list.start(profile, id, to, from)
            while try list.next() { places.append(Cursor(series: id, segment: list.int64(0))) }
        }
        return places.sorted { ($0.segment, $0.series) < ($1.segment, $1.series) }
    }

    /// Where the published chunks of what was found are that meet [from, to), in no order, and about how
    /// many samples they have together.
    static func positions(
        of found: SeriesExtents.SeriesRange, profile: Int64, from: Int64, to: Int64, _ db: Database
    ) throws -> (places: [Cursor], samples: Int64) {
        var places: Set<Cursor> = []
        var samples: Int64 = 0
        // Each tier on its own, which is faster than the view of both; a settled chunk that a recent
        // one hides is at the same place.
        for tier in Tier.allCases {
            let list = try BulkStatement(
                db,
                """
                SELECT segment, count FROM \(tier.table(of: .chunk))
                WHERE profile_id = ? AND series_id = ? AND segment BETWEEN ? AND ?
                    AND first < ? AND last >= ?
                """)
            for series in found.series {
                try list.start(
                    profile, series, found.firstSegment, found.lastSegment, to, from)
                while try list.next() {
                    let place = Cursor(series: series, segment: list.int64(0))
                    if places.insert(place).inserted { samples += list.int64(1) }
                }
            }
        }
        return (Array(places), samples)
    }

    /// As `Samples.Segment` counts them.
    static func segment(of startMs: Int64) -> Int64 {
        startMs >= 0 ? startMs / segmentMs : (startMs + 1) / segmentMs - 1
    }

    static let segmentMs: Int64 = 1000 << 20

    /// The published chunks at the first of some places, until they are `limit` bytes or more.
    /// - Returns: The chunks, and how many places they are of: some may be empty by now.
    static func page(
        at places: ArraySlice<Cursor>, profile: Int64, limit: Int, _ db: Database
    ) throws -> (chunks: [ChunkRecord], places: Int) {
        var chunks: [ChunkRecord] = []
        var bytes = 0
        var count = 0
        for place in places where bytes < limit {
            count += 1
            let chunk = try published(
                series: place.series, segment: place.segment, of: profile, db)
            guard let chunk else { continue }
            chunks.append(chunk)
            bytes += chunk.data.count
        }
        return (chunks, count)
    }

    /// What is published, by hash, from `cursor` on.
    static func index(
        of profile: Int64, after cursor: Cursor, limit: Int, _ db: Database
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

/// Chunks by their hash, in columns.
struct ChunkIndex: Sendable {
    var series: [Int64] = []
    var segment: [Int64] = []
    var count: [Int32] = []
    var hashHigh: [UInt64] = []
    var hashLow: [UInt64] = []

    /// Nil when there is none.
    var last: ChunkStore.Cursor? {
        guard let series = series.last, let segment = segment.last else { return nil }
        return ChunkStore.Cursor(series: series, segment: segment)
    }

    var columns: [RPC.Column] {
        [
            RPC.Column("series", series), RPC.Column("segment", segment),
            RPC.Column("count", count), RPC.Column("hashHigh", hashHigh),
            RPC.Column("hashLow", hashLow),
        ]
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
