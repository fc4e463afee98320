package import CivilTime

/// Samples of one source of a cumulative metric, each spread evenly over its interval.
package struct SourceSamples: Sendable {
    /// The place in the order of sources: 0 is the highest; several sources may share one.
    package var rank: Int
    /// Decides between sources of one rank; no two sources share it.
    package var position: Int
    /// Milliseconds since 1970 UTC, ascending.
    package var starts: [Int64]
    /// Exclusive; a sample that ends where it starts is a point.
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

/// What the days come to when sources that count the same thing are merged.
///
/// Every moment belongs to the first of the samples that cover it: by rank, then by earlier start,
/// longer interval, place of the source, place in it. A sample gives the share of its value that its
/// own moments are of its interval, and a day gets what lies within it. A point counts unless a
/// sample before it in that order covers its instant; points cover nothing.
///
/// Samples come in order of time, stretch by stretch, so that only those of one stretch, and those
/// that reach beyond it, are held.
///
/// - Complexity: O(n log n) for the n samples of a stretch, and O(d) for the d days that they cover.
package struct SourceMerge {
    private var covering = OwnerQueue()
    private var sums: SpreadSums
    /// Moments before it are settled.
    private var now = Int64.min
    private var sampleCount = 0

    package init(in zones: ZoneHistory) {
        sums = SpreadSums(zones)
    }

    /// Adds samples, and settles the moments before `limit`: what starts before it is known then.
    package mutating func add(_ sources: [SourceSamples], until limit: Int64) {
        if let alone = sources.first, sources.count == 1, covering.isEmpty,
            alone.isUndivided(until: limit)
        {
            return sums.add(undivided: alone)
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
                // Alone from its start to its end, as most are.
                sums.add(arrivals[next], from: start, to: arrivals[next].end)
            } else {
                insert(arrivals[next..<end])
            }
            next = end
        }
        assignMoments(until: representable(limit))
    }

    /// Ascending by day, days with nothing of their own left out.
    package mutating func finished() -> [DaySum] {
        assignMoments(until: .max)
        return sums.finished()
    }

    /// Takes in samples that start now.
    private mutating func insert(_ arrivals: ArraySlice<RankedSample>) {
        for sample in arrivals where !sample.isPoint { covering.insert(sample) }
        for point in arrivals where point.isPoint {
            if covering.first.map({ point.precedes($0) }) ?? true {
                sums.add(point.value, at: point.start)
            }
        }
    }

    /// Gives the moments before `limit` to those who own them.
    private mutating func assignMoments(until limit: Int64) {
        while let owner = covering.first, now < limit {
            let change = min(owner.end, limit)
            sums.add(owner, from: now, to: change)
            now = change
            covering.removeEnded(at: now)
        }
        now = max(now, limit)
    }

    /// Instants are held within the years 0 to 9999, so that no interval spreads over more days than
    /// dates can be written for.
    static let bounds: ClosedRange<Int64> = {
        let millisecondsPerDay = secondsPerDay * 1000
        return Int64(CivilDate.distantPast.days) * millisecondsPerDay...Int64(
            CivilDate.distantFuture.days) * millisecondsPerDay
    }()

    /// The samples by rising start.
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
    /// The place of its source.
    var position: Int
    /// Unlike that of any other sample; of one source the earlier has the lower.
    var number: Int

    var isPoint: Bool { start == end }

    /// Whether this sample owns the moments that both cover.
    func precedes(_ other: RankedSample) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if start != other.start { return start < other.start }
        if end != other.end { return end > other.end }
        return (position, number) < (other.position, other.number)
    }
}
