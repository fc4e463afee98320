/// A workout as one source tells it.
package struct WorkoutBout: Hashable, Sendable {
    package var type: String
    /// The compared name of the source.
    package var source: String
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive.
    package var end: Int64
    /// Without pauses.
    package var seconds: Double
    package var kilocalories: Double?
    /// The source's place in the order for durations, and in that for energy: 0 is the highest, and
    /// several may share one.
    package var rank: Int
    package var energyRank: Int

    package init(
        type: String, source: String, start: Int64, end: Int64, seconds: Double,
        kilocalories: Double?, rank: Int, energyRank: Int
    ) {
        self.type = type
        self.source = source
        self.start = start
        self.end = max(start, end)
        self.seconds = seconds
        self.kilocalories = kilocalories
        self.rank = rank
        self.energyRank = energyRank
    }
}

/// What a person did once, however many sources tell of it.
package struct MergedWorkout: Hashable, Sendable {
    /// The first start.
    package let start: Int64
    package let seconds: Double
    /// Nil when no source says.
    package let kilocalories: Double?
}

/// The workouts that lie behind what all sources tell, by type and then by start.
///
/// Those of one type that overlap, directly or through others, are one. Its time and its energy are
/// each spread evenly over the bouts that tell of them, and merged as samples are: a moment belongs to
/// the first of the bouts that cover it, so a lower source adds only what it has for itself.
///
/// - Complexity: O(n log n).
package func mergedWorkouts(_ bouts: [WorkoutBout]) -> [MergedWorkout] {
    let ordered = bouts.sorted {
        ($0.type, $0.start, $0.end, $0.source) < ($1.type, $1.start, $1.end, $1.source)
    }
    var merged: [MergedWorkout] = []
    var first = 0
    while first < ordered.count {
        var end = ordered[first].end
        var next = first + 1
        while next < ordered.count, ordered[next].type == ordered[first].type,
            ordered[next].start < end || ordered[next].start == ordered[first].start
        {
            end = max(end, ordered[next].end)
            next += 1
        }
        merged.append(MergedWorkout(ordered[first..<next]))
        first = next
    }
    return merged
}

extension MergedWorkout {
    /// One workout, from bouts in the order of their starts, of which there is at least one.
    fileprivate init(_ bouts: ArraySlice<WorkoutBout>) {
        start = bouts.first?.start ?? 0
        seconds = Self.sum(bouts, rank: \.rank) { $0.seconds } ?? 0
        kilocalories = Self.sum(bouts, rank: \.energyRank) { $0.kilocalories }
    }

    /// What the bouts that have a value come to; nil when none has.
    private static func sum(
        _ bouts: ArraySlice<WorkoutBout>, rank: KeyPath<WorkoutBout, Int>,
        _ value: (WorkoutBout) -> Double?
    ) -> Double? {
        let telling = bouts.compactMap { bout in value(bout).map { (bout, $0) } }
        guard !telling.isEmpty else { return nil }
        let names = Dictionary(
            Set(telling.map(\.0.source)).sorted().enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })
        let samples = telling.enumerated().map { number, told in
            RankedSample(
                start: told.0.start, end: told.0.end, value: told.1,
                rank: told.0[keyPath: rank],
                position: names[told.0.source] ?? 0, number: number)
        }
        return zip(ownShares(of: samples), samples).reduce(0) { $0 + $1.0 * $1.1.value }
    }
}

/// How much of its own time each sample owns.
///
/// - Parameter samples: By rising start, numbered from 0.
/// - Returns: Shares from 0 to 1, by number; of a point 1, unless another sample owns its instant.
private func ownShares(of samples: [RankedSample]) -> [Double] {
    var own = [Int64](repeating: 0, count: samples.count)
    var covering = OwnerQueue()
    var now = Int64.min
    func settle(until limit: Int64) {
        while let owner = covering.first, now < limit {
            let change = min(owner.end, limit)
            own[owner.number] += change - now
            now = change
            covering.removeEnded(at: now)
        }
        now = max(now, limit)
    }
    var shares = [Double](repeating: 0, count: samples.count)
    var next = 0
    while next < samples.count {
        let start = samples[next].start
        settle(until: start)
        let first = next
        while next < samples.count, samples[next].start == start {
            if !samples[next].isPoint { covering.insert(samples[next]) }
            next += 1
        }
        for point in samples[first..<next] where point.isPoint {
            shares[point.number] = covering.first.map { point.precedes($0) } ?? true ? 1 : 0
        }
    }
    settle(until: .max)
    for sample in samples where !sample.isPoint {
        shares[sample.number] = Double(own[sample.number]) / Double(sample.end - sample.start)
    }
    return shares
}
