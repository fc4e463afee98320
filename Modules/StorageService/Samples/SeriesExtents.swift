import Contracts
import GRDB
import StorageCore
import Synchronization

/// A cache of the time ranges of a metric's series, with which the few series that have samples around a
/// day are found without a query for each; ten years of a metric can have a hundred series.
///
/// A range is never too narrow: a correction widens it with each chunk, and publishing an import
/// invalidates the profile. A rolled back write may leave a range too wide. Used only within writes.
final class SeriesExtents: Sendable {
    /// The series of a metric that may have samples in a range of time, and the segments of their chunks.
    struct SeriesRange {
        var series: [Int64]
        /// Chunks of earlier segments end before the range.
        var firstSegment: Int64
        var lastSegment: Int64
    }

    /// The time ranges of the series of one metric, in milliseconds since 1970.
    private struct Extents {
        var ranges: [Int64: ClosedRange<Int64>] = [:]
        /// The maximum distance of a chunk's end from the start of its segment.
        var longestChunk: Int64 = 0

        /// Includes a chunk whose samples start at `first` or later and end by `last`.
        mutating func widen(_ series: Int64, segment: Int64, first: Int64, last: Int64) {
            let known = ranges[series] ?? first...first
            ranges[series] = min(known.lowerBound, first)...max(known.upperBound, first, last)
            longestChunk = max(longestChunk, last - segment * ChunkPosition.segmentMs)
        }
    }

    /// The maximum number of cached metrics; the cache is cleared beyond it.
    private static let limit = 256

    private let known = Mutex<[ProfileMetric: Extents]>([:])

    /// The series of a metric that may overlap [from, to).
    func find(
        _ metric: ProfileMetric, from: Int64, to: Int64, _ db: Database
    ) throws -> SeriesRange {
        let extents = try known.withLock { $0[metric] } ?? load(metric, db)
        let (start, isBefore) = from.subtractingReportingOverflow(extents.longestChunk)
        return SeriesRange(
            series: extents.ranges.filter { $1.lowerBound < to && $1.upperBound >= from }.keys
                .sorted(),
            firstSegment: isBefore ? .min : ChunkPosition.segment(of: start),
            lastSegment: ChunkPosition.segment(of: to))
    }

    /// Includes a chunk that was written.
    func record(_ chunk: ChunkRecord, of metric: ProfileMetric) {
        guard chunk.count > 0 else { return }
        known.withLock { known in
            known[metric]?.widen(
                chunk.series, segment: chunk.segment, first: chunk.first, last: chunk.last)
        }
    }

    /// Drops the ranges of a profile.
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
