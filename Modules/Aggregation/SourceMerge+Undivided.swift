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
                    let next = endOfRun(
                        from: index, in: starts, before: endOfDay(at: starts[index]))
                    // Only the last one of a day can reach into the next.
                    let last = next - 1
                    if last > index {
                        let within = UnsafeBufferPointer(rebasing: values[index..<last])
                        add(Reduction(within).sum, at: starts[index])
                    }
                    spread(
                        Spread(
                            value: values[last], start: starts[last], end: samples.ends[last]))
                    index = next
                }
            }
        }
    }
}
