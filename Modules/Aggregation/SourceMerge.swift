package import CivilTime

/// The samples of one source of a cumulative metric, each spread evenly over its interval.
package struct SourceSamples: Sendable {
    /// The place in the order of sources: 0 is the highest; several sources may share one.
    package var rank: Int
    /// Decides between sources of one rank.
    package var name: String
    /// Milliseconds since 1970 UTC.
    package var starts: [Int64]
    /// Exclusive; a sample that ends where it starts is a point.
    package var ends: [Int64]
    package var values: [Double]

    package init(rank: Int, name: String, starts: [Int64], ends: [Int64], values: [Double]) {
        precondition(starts.count == ends.count && starts.count == values.count)
        self.rank = rank
        self.name = name
        self.starts = starts
        self.ends = ends
        self.values = values
    }
}

/// What the days come to when sources that count the same thing are merged.
///
/// Every moment belongs to the first of the samples that cover it: by rank, then by earlier start,
/// longer interval, name of the source, place in it. A sample gives the share of its value that its
/// own moments are of its interval, and a day gets what lies within it. A point counts unless a
/// sample before it in that order covers its instant; points cover nothing.
///
/// - Complexity: O(n log n) for n samples, and O(d) for the d days that they cover.
/// - Returns: Ascending by day, days with nothing of their own left out.
package func mergedDaySums(_ sources: [SourceSamples], in zones: ZoneHistory) -> [DaySum] {
    let samples = rankedSamples(sources)
    guard let first = samples.first else { return [] }
    var sums = SpreadSums(zones, at: first.start)
    var covering = OwnerQueue()
    var next = 0
    var now = first.start

    while true {
        covering.removeEnded(at: now)
        if covering.first == nil {
            guard next < samples.count else { break }
            now = samples[next].start
        }
        let arrivals = next
        while next < samples.count, samples[next].start == now {
            if !samples[next].isPoint { covering.insert(samples[next]) }
            next += 1
        }
        for point in samples[arrivals..<next] where point.isPoint {
            if covering.first.map({ point.precedes($0) }) ?? true { sums.addPoint(point) }
        }
        guard let owner = covering.first else { continue }
        let change = next < samples.count ? min(owner.end, samples[next].start) : owner.end
        sums.add(owner, from: now, to: change)
        now = change
    }
    return sums.finished()
}

/// All samples by rising start, those of one start in any order.
private func rankedSamples(_ sources: [SourceSamples]) -> [RankedSample] {
    let ordered = sources.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
    var samples: [RankedSample] = []
    samples.reserveCapacity(ordered.reduce(0) { $0 + $1.starts.count })
    for (order, source) in ordered.enumerated() {
        for index in source.starts.indices {
            let start = representable(source.starts[index])
            let end = representable(source.ends[index])
            samples.append(
                RankedSample(
                    start: start, end: max(start, end), value: source.values[index],
                    rank: source.rank, source: order, index: index))
        }
    }
    samples.sort { $0.start < $1.start }
    return samples
}

/// Holds an instant within the years 0 to 9999, so that no interval spreads over more days than
/// dates can be written for.
private func representable(_ instant: Int64) -> Int64 {
    let millisecondsPerDay = secondsPerDay * 1000
    let first = Int64(CivilDate.distantPast.days) * millisecondsPerDay
    let last = Int64(CivilDate.distantFuture.days) * millisecondsPerDay
    return min(max(instant, first), last)
}

struct RankedSample {
    var start: Int64
    var end: Int64
    var value: Double
    var rank: Int
    /// The place of the source by rank and name, and of the sample in its source.
    var source: Int
    var index: Int

    var isPoint: Bool { start == end }

    /// Whether this sample owns the moments that both cover.
    func precedes(_ other: RankedSample) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if start != other.start { return start < other.start }
        if end != other.end { return end > other.end }
        return (source, index) < (other.source, other.index)
    }
}
