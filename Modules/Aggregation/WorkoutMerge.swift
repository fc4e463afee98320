/// A workout as recorded by one source.
package struct WorkoutBout: Hashable, Sendable {
    package var type: String
    /// The source name in the form for comparison.
    package var source: String
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive.
    package var end: Int64
    /// Duration without pauses.
    package var seconds: Double
    package var kilocalories: Double?
    /// The priority of the source for durations; 0 is the highest, and several may share one.
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

/// One workout, merged from the records of all sources.
package struct MergedWorkout: Hashable, Sendable {
    /// The earliest start.
    package let start: Int64
    package let seconds: Double
    /// Nil if no source has energy.
    package let kilocalories: Double?
}

/// Merges the workouts of all sources; the result is sorted by type and start.
///
/// Bouts of one type that overlap, directly or through others, are one workout. Duration and energy
/// are each spread evenly over the bouts that have a value, and merged like samples: each moment
/// belongs to the first bout that covers it, so a source of lower priority adds only the moments
/// that no other covers.
///
/// - Complexity: O(n log n).
package func mergedWorkouts(_ bouts: [WorkoutBout]) -> [MergedWorkout] {
    workoutGroups(bouts).map(MergedWorkout.init)
}

/// The bouts of each merged workout, ascending by start; the workouts are sorted by type and start.
package func workoutGroups(_ bouts: [WorkoutBout]) -> [ArraySlice<WorkoutBout>] {
    let ordered = bouts.sorted {
        ($0.type, $0.start, $0.end, $0.source) < ($1.type, $1.start, $1.end, $1.source)
    }
    var groups: [ArraySlice<WorkoutBout>] = []
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
        groups.append(ordered[first..<next])
        first = next
    }
    return groups
}

extension MergedWorkout {
    /// Merges bouts, ascending by start; `bouts` must not be empty.
    fileprivate init(_ bouts: ArraySlice<WorkoutBout>) {
        start = bouts.first?.start ?? 0
        seconds = Self.sum(bouts, rank: \.rank) { $0.seconds } ?? 0
        kilocalories = Self.sum(bouts, rank: \.energyRank) { $0.kilocalories }
    }

    /// The merged sum over the bouts that have a value; nil if none has.
    private static func sum(
        _ bouts: ArraySlice<WorkoutBout>, rank: KeyPath<WorkoutBout, Int>,
        _ value: (WorkoutBout) -> Double?
    ) -> Double? {
        let measured = bouts.compactMap { bout in value(bout).map { (bout: bout, value: $0) } }
        guard !measured.isEmpty else { return nil }
        let positions = Dictionary(
            Set(measured.map(\.bout.source)).sorted().enumerated().map { ($1, $0) },
            uniquingKeysWith: { first, _ in first })
        let samples = measured.enumerated().map { number, item in
            RankedSample(
                start: item.bout.start, end: item.bout.end, value: item.value,
                rank: item.bout[keyPath: rank], position: positions[item.bout.source] ?? 0,
                number: number)
        }
        return zip(ownShares(of: samples), samples).reduce(0) { sum, item in
            let (share, sample) = item
            return sum + share * sample.value
        }
    }
}

/// The share of its interval that each sample owns.
///
/// - Parameter samples: Ascending by start, numbered from 0.
/// - Returns: Shares from 0 to 1 by number. The share of a point is 1, or 0 if another sample owns
///   its instant.
private func ownShares(of samples: [RankedSample]) -> [Double] {
    var shares = [Double](repeating: 0, count: samples.count)
    for interval in ownedIntervals(of: samples) {
        let owner = interval.owner
        shares[owner.number] +=
            owner.isPoint
            ? 1
            : Double(interval.range.upperBound - interval.range.lowerBound)
                / Double(owner.end - owner.start)
    }
    return shares
}
