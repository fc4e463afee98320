import Contracts
import GRDB
import Synchronization

/// From when to when the series of a metric have samples, so that the few around a day are found without
/// a look at each: a metric that was measured for ten years has a hundred.
///
/// In memory, and never too narrow: a chunk that a correction puts in place widens it before anybody asks
/// again, and whoever publishes others has it forgotten. A change that is undone leaves it wider than need
/// be. To be asked by writes only.
final class SeriesExtents: Sendable {
    /// The series of a metric that may have samples in a range, and where their chunks begin.
    struct SeriesRange {
        var series: [Int64]
        /// Chunks of earlier segments have ended before the range begins.
        var firstSegment: Int64
        var lastSegment: Int64
    }

    /// Milliseconds since 1970, of the series of one metric.
    private struct Extents {
        var ranges: [Int64: ClosedRange<Int64>] = [:]
        /// How long after the beginning of its segment a chunk ends, at most.
        var reach: Int64 = 0

        /// Takes in a chunk whose samples start from `first` on and end by `last`.
        mutating func widen(_ series: Int64, segment: Int64, first: Int64, last: Int64) {
            let known = ranges[series] ?? first...first
            ranges[series] = min(known.lowerBound, first)...max(known.upperBound, first, last)
            reach = max(reach, last - segment * ChunkStore.segmentMs)
        }
    }

    /// Metrics of all profiles; when there are more, all are forgotten.
    private static let limit = 256

    private let known = Mutex<[ProfileMetric: Extents]>([:])

    /// What may meet [from, to).
    func find(
        _ metric: ProfileMetric, from: Int64, to: Int64, _ db: Database
    ) throws -> SeriesRange {
        let extents = try known.withLock { $0[metric] } ?? load(metric, db)
        let (start, isBefore) = from.subtractingReportingOverflow(extents.reach)
        return SeriesRange(
            series: extents.ranges.filter { $1.lowerBound < to && $1.upperBound >= from }.keys
                .sorted(),
            firstSegment: isBefore ? .min : ChunkStore.segment(of: start),
            lastSegment: ChunkStore.segment(of: to))
    }

    /// A chunk was put in place.
    func record(_ chunk: ChunkRecord, of metric: ProfileMetric) {
        guard chunk.count > 0 else { return }
        known.withLock { known in
            known[metric]?.widen(
                chunk.series, segment: chunk.segment, first: chunk.first, last: chunk.last)
        }
    }

    /// Chunks of a profile were put in place that are not told one by one.
    func invalidate(profile: Int64) {
        known.withLock { known in known = known.filter { $0.key.profile != profile } }
    }

    private func load(_ metric: ProfileMetric, _ db: Database) throws -> Extents {
        var extents = Extents()
        for tier in Tier.allCases {
            let list = try BulkStatement(
                db,
                """
                SELECT series_id, segment, first, last FROM series
                CROSS JOIN \(tier.table(of: .chunk)) AS chunk
                    ON chunk.profile_id = ?1 AND series_id = series.id
                WHERE series.profile_id = ?1 AND metric = ?2
                """)
            try list.start(metric.profile, metric.metric)
            while try list.next() {
                extents.widen(
                    list.int64(0), segment: list.int64(1), first: list.int64(2),
                    last: list.int64(3))
            }
        }
        known.withLock { [extents] known in
            if known.count >= Self.limit { known = [:] }
            known[metric] = extents
        }
        return extents
    }
}
