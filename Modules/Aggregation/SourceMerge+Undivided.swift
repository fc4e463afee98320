import CivilTime

extension SourceSamples {
    /// Whether each sample has its time for itself, up to `limit`: then a day gets the values that lie
    /// on it, and nothing has to be decided moment by moment.
    func isUndivided(until limit: Int64) -> Bool {
        guard let first = starts.first, let last = ends.last else { return false }
        let bounds = SourceMerge.bounds
        guard first >= bounds.lowerBound, last <= min(limit, bounds.upperBound),
            ends[0] >= first
        else { return false }
        return starts.withUnsafeBufferPointer { starts in
            ends.withUnsafeBufferPointer { ends in
                var isDivided = false
                for index in 1..<starts.count {
                    let (start, end) = (starts[index], ends[index])
                    // A sample that begins where a point lies covers the point.
                    let coversPoint = starts[index - 1] == start && end > start
                    isDivided =
                        isDivided || end < start || ends[index - 1] > start || coversPoint
                }
                return !isDivided
            }
        }
    }
}

extension SpreadSums {
    /// Adds samples of which each has its time for itself.
    mutating func add(undivided samples: SourceSamples) {
        samples.starts.withUnsafeBufferPointer { starts in
            samples.values.withUnsafeBufferPointer { values in
                var index = 0
                while index < starts.count {
                    let midnight = endOfDay(at: starts[index])
                    let next = endOfRun(from: index, in: starts, before: midnight)
                    // Only the last one of a day can reach into the next.
                    let last = next - 1
                    let end = samples.ends[last]
                    let whole = end <= midnight ? next : last
                    add(UnsafeBufferPointer(rebasing: values[index..<whole]), at: starts[index])
                    if whole == last {
                        let start = starts[last]
                        spread(values[last], over: start..<end, from: start, to: end)
                    }
                    index = next
                }
            }
        }
    }
}
