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
    /// The priority of the source for energy, as that for durations.
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
/// that no other covers. A copy (``workoutCopies(_:rank:)``) adds nothing.
///
/// - Complexity: O(n log n).
package func mergedWorkouts(_ bouts: [WorkoutBout]) -> [MergedWorkout] {
    workoutGroups(bouts).map(MergedWorkout.init)
}

/// The bouts of each merged workout, ascending by start; the workouts are sorted by type and start.
package func workoutGroups(_ bouts: [WorkoutBout]) -> [ArraySlice<WorkoutBout>] {
    let groups = groupIndices(bouts)
    let ordered = groups.joined().map { bouts[$0] }
    var first = 0
    return groups.map { group in
        defer { first += group.count }
        return ordered[first..<(first + group.count)]
    }
}

/// The workouts that repeat one of another source, such as the copy that a service has of a recording of a
/// watch: at least 90 % of the time of the copy is in a workout of the same type and of another source
/// whose priority is higher. Of equal priorities the one that begins first is the original.
///
/// - Returns: The index of the original of each copy, by the index of the copy.
package func workoutCopies(
    _ bouts: [WorkoutBout], rank: KeyPath<WorkoutBout, Int>
) -> [Int: Int] {
    var copies: [Int: Int] = [:]
    for group in groupIndices(bouts) where group.count > 1 {
        var originals: [Int] = []
        // Sorting is not stable: equal priorities are in the order of the group.
        let ordered = group.enumerated().sorted {
            (bouts[$0.element][keyPath: rank], $0.offset)
                < (bouts[$1.element][keyPath: rank], $1.offset)
        }
        for (_, index) in ordered {
            if let original = originals.first(where: { bouts[index].isCopy(of: bouts[$0]) }) {
                copies[index] = original
            } else {
                originals.append(index)
            }
        }
    }
    return copies
}

extension WorkoutBout {
    /// The part of a copy that the original covers.
    private static let copiedShare = 0.9

    fileprivate func isCopy(of original: WorkoutBout) -> Bool {
        guard source != original.source, end > start else { return false }
        let shared = Double(min(end, original.end)) - Double(max(start, original.start))
        return shared >= Self.copiedShare * (Double(end) - Double(start))
    }
}

/// The indices of the bouts of each merged workout.
private func groupIndices(_ bouts: [WorkoutBout]) -> [[Int]] {
    let indices = bouts.indices.sorted { a, b in
        (bouts[a].type, bouts[a].start, bouts[a].end, bouts[a].source)
            < (bouts[b].type, bouts[b].start, bouts[b].end, bouts[b].source)
    }
    var groups: [[Int]] = []
    var first = 0
    while first < indices.count {
        let begin = bouts[indices[first]]
        var end = begin.end
        var next = first + 1
        while next < indices.count {
            let bout = bouts[indices[next]]
            guard bout.type == begin.type, bout.start < end || bout.start == begin.start else {
                break
            }
            end = max(end, bout.end)
            next += 1
        }
        groups.append(Array(indices[first..<next]))
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
        let valued = bouts.filter { value($0) != nil }
        let copies = workoutCopies(valued, rank: rank)
        let measured = valued.enumerated().filter { copies[$0.offset] == nil }
            .compactMap { _, bout in value(bout).map { (bout: bout, value: $0) } }
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
