import Contracts
import GRDB

/// What the staged chunks of an import change.
struct StagedChanges {
    /// What changed in a series.
    private struct Change {
        var spans: [DaySpan] = []
        var samples: Int64 = 0
    }

    private var series: [Int64: Change] = [:]
    /// Chunks that are as they were.
    private(set) var unchanged: [ChunkStore.Cursor] = []
    /// Chunks that have no samples any more.
    private(set) var emptied: [ChunkStore.Cursor] = []
    /// Staged data that is not to be shown, and data of the rows that are replaced.
    private(set) var freedData: [Int64] = []

    /// Compares the staged chunks, whose rows go to `tier`, with what is published.
    init(of staged: StagedChunks, in tier: Tier, _ db: Database) throws {
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
        try list.start(staged.profile, staged.importID)
        while try list.next() { add(list) }
    }

    /// Takes a row of the comparison. Instants come in milliseconds.
    private mutating func add(_ row: borrowing BulkStatement) {
        let place = ChunkStore.Cursor(series: row.int64(0), segment: row.int64(1))
        let staged = (first: row.int64(2), last: row.int64(3), count: row.int64(4))
        let (stagedData, replacedData) = (row.int64(5), row.isNull(6) ? nil : row.int64(6))
        let published = row.isNull(7) ? nil : (first: row.int64(7), last: row.int64(8))
        let isUnchanged = row.int64(9) != 0

        if staged.count == 0 {
            emptied.append(place)
            freedData.append(stagedData)
            if let published { recordChange(place, published.first, published.last, samples: 0) }
        } else if published != nil, isUnchanged {
            unchanged.append(place)
            freedData.append(stagedData)
        } else {
            if let replacedData { freedData.append(replacedData) }
            recordChange(
                place, min(staged.first, published?.first ?? staged.first),
                max(staged.last, published?.last ?? staged.last), samples: staged.count)
        }
    }

    private mutating func recordChange(
        _ place: ChunkStore.Cursor, _ first: Int64, _ last: Int64, samples: Int64
    ) {
        series[place.series, default: Change()].spans.append(
            joining: DaySpan(firstMs: first, lastMs: last))
        series[place.series, default: Change()].samples += samples
    }

    /// The days that changed, by metric; `version` is the one that changes them.
    func dirtyMetrics(
        of profile: Int64, version: Int64, _ db: Database
    ) throws -> [DirtyMetric] {
        var metrics: [String: Change] = [:]
        for row in try SeriesStore.all(of: profile, db) {
            guard let own = series[row.id] else { continue }
            metrics[row.key.metric, default: Change()].spans += own.spans
            metrics[row.key.metric, default: Change()].samples += own.samples
        }
        return metrics.sorted { $0.key < $1.key }.map { metric, change in
            DirtyMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                spans: change.spans.joined, weight: change.samples)
        }
    }
}
