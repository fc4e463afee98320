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

    package init(rank: Int, position: Int, starts: [Int64], ends: [Int64], values: [Double]) {
        precondition(starts.count == ends.count && starts.count == values.count)
        self.rank = rank
        self.position = position
        self.starts = starts
        self.ends = ends
        self.values = values
    }
}

/// Merges overlapping sources of a cumulative metric into one sum for each day.
///
/// Each moment belongs to the first sample that covers it: ordered by rank, earlier start, longer
/// interval, position of the source, and position within the source. A sample counts with the share
/// of its interval that it owns, divided among the days of that share. A point counts unless a
/// preceding sample in that order covers its instant; points cover nothing.
///
/// Samples are added segment by segment, so that only the samples of one segment and the samples
/// that extend beyond it are in memory.
///
/// - Complexity: O(n log n) for the n samples of a segment, and O(d) for the d days that they
///   cover.
package struct SourceMerge {
    private var covering = OwnerQueue()
    private var sums: SpreadSums
    /// The moments before this instant are assigned.
    private var now = Int64.min
    private var sampleCount = 0

    package init(in zones: ZoneHistory) {
        sums = SpreadSums(zones)
    }

    /// Adds all samples that start before `limit`, and assigns the moments before it.
    package mutating func add(_ sources: [SourceSamples], until limit: Int64) {
        if let onlySource = sources.first, sources.count == 1, covering.isEmpty,
            onlySource.isUndivided(until: limit)
        {
            return sums.add(undivided: onlySource)
        }
        let arrivals = ordered(sources)
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
                sums.add(arrivals[next], from: start, to: arrivals[next].end)
            } else {
                insert(arrivals[next..<end])
            }
            next = end
        }
        assignMoments(until: representable(limit))
    }

    /// Ends the merge and returns the sums, ascending by day; days that own nothing are absent.
    package mutating func finished() -> [DaySum] {
        assignMoments(until: .max)
        return sums.finished()
    }

    /// Inserts samples that start at the current instant.
    private mutating func insert(_ arrivals: ArraySlice<RankedSample>) {
        for sample in arrivals where !sample.isPoint { covering.insert(sample) }
        for point in arrivals where point.isPoint {
            if covering.first.map({ point.precedes($0) }) ?? true {
                sums.add(point.value, at: point.start)
            }
        }
    }

    /// Assigns the moments before `limit` to their owners.
    private mutating func assignMoments(until limit: Int64) {
        while let owner = covering.first, now < limit {
            let change = min(owner.end, limit)
            sums.add(owner, from: now, to: change)
            now = change
            covering.removeEnded(at: now)
        }
        now = max(now, limit)
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
            for index in source.starts.indices {
                let start = representable(source.starts[index])
                sampleCount += 1
                samples.append(
                    RankedSample(
                        start: start, end: max(start, representable(source.ends[index])),
                        value: source.values[index], rank: source.rank, position: source.position,
                        number: sampleCount))
            }
        }
        if sources.count > 1 { samples.sort { $0.start < $1.start } }
        return samples
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
