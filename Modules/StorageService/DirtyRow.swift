import GRDB

/// The civil days that a metric's samples may lie on: UTC days, one wider on both sides.
struct MetricSpan: Hashable, Sendable {
    var metric: String
    var from: Int32
    var to: Int32

    init(metric: String, firstMs: Int64, lastMs: Int64) {
        let day: Int64 = 86_400_000
        func number(_ ms: Int64) -> Int64 { ms >= 0 ? ms / day : (ms + 1) / day - 1 }
        self.metric = metric
        from = Int32(clamping: number(firstMs) - 1)
        to = Int32(clamping: number(lastMs) + 1)
    }

    /// Every metric of a profile, over all of its samples.
    static func all(of profile: Int64, _ db: GRDB.Database) throws -> [MetricSpan] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT series.metric, min(chunk.first), max(chunk.last) FROM series
                JOIN chunk ON chunk.series_id = series.id
                WHERE series.profile_id = ? GROUP BY series.metric
                """, arguments: [profile]
        ).map { MetricSpan(metric: $0[0], firstMs: $0[1], lastMs: $0[2]) }
    }
}

/// A row of `dirty`: days of a metric that have to be folded again.
enum DirtyRow {
    /// Days that one worker folds at a time: metrics of many years are shared.
    static let sliceDays: Int32 = 800

    /// Marks the spans, and the metrics as changed by `version`.
    static func mark(
        _ spans: [MetricSpan], of profile: Int64, version: Int64, _ db: GRDB.Database
    ) throws -> [FoldSlice] {
        var slices: [FoldSlice] = []
        for span in spans {
            try db.execute(
                sql: """
                    INSERT INTO metric_state (profile_id, metric, stamp) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET stamp = excluded.stamp
                    """, arguments: [profile, span.metric, version])
            try db.execute(
                sql: """
                    INSERT INTO dirty (profile_id, metric, from_day, to_day, version)
                    VALUES (?, ?, ?, ?, ?)
                    """, arguments: [profile, span.metric, span.from, span.to, version])
            slices += self.slices(
                of: FoldSlice(
                    profile: profile, metric: span.metric, dirty: db.lastInsertedRowID,
                    from: span.from, to: span.to))
        }
        return slices
    }

    static func allSlices(_ db: GRDB.Database) throws -> [FoldSlice] {
        try Row.fetchAll(
            db, sql: "SELECT profile_id, metric, id, from_day, to_day FROM dirty ORDER BY id"
        ).flatMap { row in
            slices(
                of: FoldSlice(
                    profile: row[0], metric: row[1], dirty: row[2], from: row[3], to: row[4]))
        }
    }

    private static func slices(of whole: FoldSlice) -> [FoldSlice] {
        stride(from: whole.from, through: whole.to, by: Int(sliceDays)).map { start in
            var slice = whole
            slice.from = start
            slice.to = min(whole.to, start + sliceDays - 1)
            return slice
        }
    }
}
