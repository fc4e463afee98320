/// A time range and the sample that owns its moments; the range of a point is empty.
struct OwnedInterval {
    var owner: RankedSample
    var range: Range<Int64>
}

/// The intervals that samples own, ascending by start, by the rule of ``SourceMerge``.
///
/// - Parameter samples: Ascending by start.
/// - Returns: A sample occurs in no interval if others own all of it, and in several if others own
///   a part of it.
/// - Complexity: O(n log n).
func ownedIntervals(of samples: [RankedSample]) -> [OwnedInterval] {
    var intervals: [OwnedInterval] = []
    var covering = OwnerQueue()
    var now = Int64.min
    func assignMoments(until limit: Int64) {
        while let owner = covering.first, now < limit {
            let change = min(owner.end, limit)
            intervals.append(OwnedInterval(owner: owner, range: now..<change))
            now = change
            covering.removeEnded(at: now)
        }
        now = max(now, limit)
    }
    var next = 0
    while next < samples.count {
        let start = samples[next].start
        assignMoments(until: start)
        let first = next
        while next < samples.count, samples[next].start == start {
            if !samples[next].isPoint { covering.insert(samples[next]) }
            next += 1
        }
        for point in samples[first..<next] where point.isPoint {
            if covering.first.map({ point.precedes($0) }) ?? true {
                intervals.append(OwnedInterval(owner: point, range: start..<start))
            }
        }
    }
    assignMoments(until: .max)
    return intervals
}
