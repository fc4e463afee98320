import Aggregation
import Contracts
import Folding
import HealthMetrics

/// The samples of a metric on one day, with the part of each that counts.
struct DayShares: Sendable {
    /// The sources, highest priority first.
    var sources: [Source] = []
    /// Ascending by start, then by source.
    var shares: [Share] = []
    /// True if the value of the day is the mean of the samples that count; false for their sum.
    var isMean = false

    struct Source: Hashable, Sendable {
        var name: String
        var device: String
        var sourceClass: SourceClass
        var resolution: SeriesKey.Resolution
    }

    struct Share: Sendable {
        /// The index in `sources`.
        var source: Int
        /// Milliseconds since 1970 UTC.
        var start: Int64
        /// Exclusive.
        var end: Int64
        var value: Double
        /// The part of `value` that counts; nil: nothing counts.
        var counted: Double?
        /// The weight in the mean of the day; not used for sums.
        var weight = 1.0
        /// Nil if all of `value` counts.
        var reason: Reason?
        /// Indices in `sources` of the ones that count instead, ascending.
        var owners: [Int] = []
    }

    /// The reason why not all of a sample counts.
    enum Reason: String, Sendable {
        case priority, overlap, aggregate, shorterTotal, notAsleep, nap
    }

    /// The index of a source, which is appended if it is new. The sources of the series are
    /// registered in the order of their priority.
    mutating func index(of series: RankedSeries) -> Int {
        let key = series.row.key
        return index(
            of: Source(
                name: series.shownSource, device: DeviceName.text(of: key.device),
                sourceClass: key.sourceClass, resolution: key.resolution))
    }

    mutating func index(of source: Source) -> Int {
        if let known = sources.firstIndex(of: source) { return known }
        sources.append(source)
        return sources.count - 1
    }

    mutating func sort() {
        shares.sort { ($0.start, $0.source, $0.end) < ($1.start, $1.source, $1.end) }
    }
}
