package import CivilTime

/// Samples of one source of a cumulative metric, each spread evenly over its interval.
package struct SourceSamples: Sendable {
    /// The priority of the source; 0 is the highest, and several sources may share one.
    package var rank: Int
    /// The order of sources of equal rank; unique.
    package var position: Int
    /// Milliseconds since 1970 UTC, ascending.
    package var starts: [Int64]
    /// Exclusive ends; a sample that ends at its start is a point.
    package var ends: [Int64]
    package var values: [Double]
    /// True if the samples are totals of minutes, hours or days; see ``AggregateMerge``.
    package var isAggregate: Bool

    /// Columns of equal length.
    package init(
        rank: Int, position: Int, starts: [Int64], ends: [Int64], values: [Double],
        isAggregate: Bool = false
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        self.rank = rank
        self.position = position
        self.starts = starts
        self.ends = ends
        self.values = values
        self.isAggregate = isAggregate
    }
}

/// Merges overlapping sources of a cumulative metric into one sum for each day.
///
/// Each moment belongs to the first sample that covers it: ordered by rank, earlier start, longer
/// interval, position of the source, and position within the source. A sample counts with the share
/// of its interval that it owns, divided among the days of that share. A point counts unless a
/// preceding sample in that order covers its instant; points cover nothing. Totals of minutes,
/// hours or days count beside the samples by the rule of ``AggregateMerge``.
///
/// Samples are added segment by segment, so that only the samples of one segment and the samples
/// that extend beyond it are in memory.
///
/// - Complexity: O(n log n) for the n samples of a segment, and O(d) for the d days that they
///   cover.
package struct SourceMerge {
    private var covering = OwnerQueue()
    private var sums: SpreadSums
    private var aggregates = AggregateMerge()
    private var aggregateSums: SpreadSums
    /// The moments before this instant are assigned.
    private var now = Int64.min
    private var sampleCount = 0

    package init(in zones: ZoneHistory) {
        sums = SpreadSums(zones)
        aggregateSums = SpreadSums(zones)
    }

    /// Adds all samples that start before `limit`, and assigns the moments before it.
    package mutating func add(_ sources: [SourceSamples], until limit: Int64) {
        if let onlySource = sources.first, sources.count == 1, covering.isEmpty,
            !onlySource.isAggregate, aggregates.isEmpty, onlySource.isUndivided(until: limit)
        {
            return sums.add(undivided: onlySource)
        }
        var arrivals = ordered(sources.filter { !$0.isAggregate })
        let totals = ordered(sources.filter(\.isAggregate)).withoutRepeats()
        aggregates.insert(totals.filter { !$0.isPoint })
        // A total without a length counts as a point.
        let points = totals.filter(\.isPoint)
        if !points.isEmpty {
            arrivals = (arrivals + points).sorted { ($0.start, $0.number) < ($1.start, $1.number) }
        }
        var next = 0
        while next < arrivals.count {
            let start = arrivals[next].start
            assignMoments(until: start)
            var end = next + 1
            while end < arrivals.count, arrivals[end].start == start { end += 1 }
            if end == next + 1, covering.isEmpty, !arrivals[next].isPoint,
                arrivals[next].end <= (end < arrivals.count ? arrivals[end].start : limit)
            {
                // No other sample overlaps it, which is the usual case.
                assign(arrivals[next], from: start, to: arrivals[next].end)
            } else {
                insert(arrivals[next..<end])
            }
            next = end
        }
        assignMoments(until: representable(limit))
        countAggregates(until: representable(limit))
    }

    /// Ends the merge and returns the sums, ascending by day; days that own nothing are absent.
    package mutating func finished() -> [DaySum] {
        assignMoments(until: .max)
        countAggregates(until: .max)
        return (sums.finished() + aggregateSums.finished()).addedByDay()
    }

    /// Inserts samples that start at the current instant.
    private mutating func insert(_ arrivals: ArraySlice<RankedSample>) {
        for sample in arrivals where !sample.isPoint { covering.insert(sample) }
        for point in arrivals where point.isPoint {
            if covering.first.map({ point.precedes($0) }) ?? true {
                sums.add(point.value, at: point.start)
                aggregates.cover(point.start..<point.start, with: point.value)
            }
        }
    }

    /// Assigns the moments before `limit` to their owners.
    private mutating func assignMoments(until limit: Int64) {
        while let owner = covering.first, now < limit {
            let change = min(owner.end, limit)
            assign(owner, from: now, to: change)
            now = change
            covering.removeEnded(at: now)
        }
        now = max(now, limit)
    }

    /// Assigns the moments of a range to a sample.
    private mutating func assign(_ owner: RankedSample, from: Int64, to: Int64) {
        sums.add(owner, from: from, to: to)
        guard !aggregates.isEmpty else { return }
        let share = Double(to - from) / Double(owner.end - owner.start)
        aggregates.cover(from..<to, with: owner.value * share)
    }

    private mutating func countAggregates(until limit: Int64) {
        for total in aggregates.complete(until: limit) where total.counted != 0 {
            let sample = total.sample
            aggregateSums.spread(
                total.counted, over: sample.start..<sample.end, from: sample.start, to: sample.end)
        }
    }

    /// Instants are clamped to the years 0 to 9999, so that every day of an interval has a date.
    static let bounds: ClosedRange<Int64> = {
        let millisecondsPerDay = secondsPerDay * 1000
        return Int64(CivilDate.distantPast.days) * millisecondsPerDay...Int64(
            CivilDate.distantFuture.days) * millisecondsPerDay
    }()

    /// The samples of all sources, ascending by start.
    private mutating func ordered(_ sources: [SourceSamples]) -> [RankedSample] {
        var samples: [RankedSample] = []
        samples.reserveCapacity(sources.reduce(0) { $0 + $1.starts.count })
        for source in sources {
            source.appendRanked(to: &samples, numberedFrom: sampleCount)
            sampleCount += source.starts.count
        }
        if sources.count > 1 { samples.sort { $0.start < $1.start } }
        return samples
    }
}

private struct SourceInterval: Hashable {
    /// The position of the source.
    let position: Int
    let start: Int64
    let end: Int64
}

extension [RankedSample] {
    /// The samples with the greatest value of each source and interval, of samples that ascend by start.
    fileprivate func withoutRepeats() -> [RankedSample] {
        // Without equal starts nothing is repeated, which is the usual case.
        guard zip(self, dropFirst()).contains(where: { $0.start == $1.start }) else { return self }
        var greatest: [SourceInterval: RankedSample] = [:]
        for sample in self {
            let key = SourceInterval(
                position: sample.position, start: sample.start, end: sample.end)
            if let known = greatest[key], known.value >= sample.value { continue }
            greatest[key] = sample
        }
        return greatest.values.sorted { ($0.start, $0.number) < ($1.start, $1.number) }
    }
}

extension SourceSamples {
    /// Appends the samples, with numbers from `first` on.
    func appendRanked(to samples: inout [RankedSample], numberedFrom first: Int) {
        for index in starts.indices {
            let start = representable(starts[index])
            samples.append(
                RankedSample(
                    start: start, end: max(start, representable(ends[index])),
                    value: values[index], rank: rank, position: position, number: first + index))
        }
    }
}

private func representable(_ instant: Int64) -> Int64 {
    min(max(instant, SourceMerge.bounds.lowerBound), SourceMerge.bounds.upperBound)
}

struct RankedSample {
    var start: Int64
    var end: Int64
    var value: Double
    var rank: Int
    /// The position of the source.
    var position: Int
    /// Unique; ascending within a source.
    var number: Int

    var isPoint: Bool { start == end }

    /// True if this sample owns the moments that both cover.
    func precedes(_ other: RankedSample) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if start != other.start { return start < other.start }
        if end != other.end { return end > other.end }
        return (position, number) < (other.position, other.number)
    }
}
