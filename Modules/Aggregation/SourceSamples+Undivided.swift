import CivilTime

extension SourceSamples {
    /// True if no two samples overlap and all end by `limit`: then each owns its whole interval,
    /// and days can be summed without assigning moments.
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
                    // A sample that starts at the instant of a point covers the point.
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
    /// Adds samples of which no two overlap.
    mutating func add(undivided samples: SourceSamples) {
        samples.starts.withUnsafeBufferPointer { starts in
            samples.values.withUnsafeBufferPointer { values in
                var index = 0
                while index < starts.count {
                    let midnight = endOfDay(at: starts[index])
                    let next = endOfRun(from: index, in: starts, before: midnight)
                    // Only the last sample of a day can extend into the next day.
                    let last = next - 1
                    let end = samples.ends[last]
                    let fullEnd = end <= midnight ? next : last
                    add(UnsafeBufferPointer(rebasing: values[index..<fullEnd]), at: starts[index])
                    if fullEnd == last {
                        let start = starts[last]
                        spread(values[last], over: start..<end, from: start, to: end)
                    }
                    index = next
                }
            }
        }
    }
}
