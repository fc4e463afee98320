import Contracts
import GRDB

/// The changes that publishing the staged chunks of an import makes.
struct StagedChanges {
    /// The changes of a series.
    private struct Change {
        var spans: [DaySpan] = []
        var samples: Int64 = 0
    }

    private var series: [Int64: Change] = [:]
    /// Staged chunks that equal the published ones.
    private(set) var unchanged: [ChunkStore.Cursor] = []
    /// Chunks that become empty.
    private(set) var emptied: [ChunkStore.Cursor] = []
    /// Rows of `chunk_data` to delete: staged ones that are not published, and replaced ones.
    private(set) var freedData: [Int64] = []

    /// Compares the staged chunks, to be published to `tier`, with the published ones.
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

    /// Adds a row of the comparison. Instants are in milliseconds.
    private mutating func add(_ row: borrowing BulkStatement) {
        let position = ChunkStore.Cursor(series: row.int64(0), segment: row.int64(1))
        let staged = (first: row.int64(2), last: row.int64(3), count: row.int64(4))
        let (stagedData, replacedData) = (row.int64(5), row.isNull(6) ? nil : row.int64(6))
        let published = row.isNull(7) ? nil : (first: row.int64(7), last: row.int64(8))
        let isUnchanged = row.int64(9) != 0

        if staged.count == 0 {
            emptied.append(position)
            freedData.append(stagedData)
            if let published { recordChange(position, published.first, published.last, samples: 0) }
        } else if published != nil, isUnchanged {
            unchanged.append(position)
            freedData.append(stagedData)
        } else {
            if let replacedData { freedData.append(replacedData) }
            recordChange(
                position, min(staged.first, published?.first ?? staged.first),
                max(staged.last, published?.last ?? staged.last), samples: staged.count)
        }
    }

    private mutating func recordChange(
        _ position: ChunkStore.Cursor, _ first: Int64, _ last: Int64, samples: Int64
    ) {
        series[position.series, default: Change()].spans.append(
            joining: DaySpan(firstMs: first, lastMs: last))
        series[position.series, default: Change()].samples += samples
    }

    /// The days that become stale at `version`, by metric.
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
