package import CivilTime

extension DayTotals {
    /// Adds the samples of one source, sorted by start, end and value.
    ///
    /// A galloping search finds the end of each local day, so that the cost per sample is one
    /// addition. A sample counts on the day of its start.
    ///
    /// - Parameters:
    ///   - starts: Milliseconds since 1970 UTC, ascending.
    ///   - ends: The ends of the samples, as many as there are starts.
    ///   - values: The values, as many as there are starts.
    ///   - rank: The position of the source in the source order; 0 has the highest priority.
    ///   - zones: The time zones of the profile.
    package mutating func fold(
        starts: UnsafeBufferPointer<Int64>, ends: UnsafeBufferPointer<Int64>,
        values: UnsafeBufferPointer<Double>, rank: Int32, in zones: ZoneHistory
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        guard let first = starts.first else { return }
        var cursor = DayCursor(zones, at: first)
        var index = 0
        while index < starts.count {
            cursor.move(to: starts[index])
            let next = endOfRun(from: index, in: starts, before: cursor.end)
            let run = Reduction(UnsafeBufferPointer(rebasing: values[index..<next]))
            let last = LastSample(
                value: values[next - 1], start: starts[next - 1], end: ends[next - 1], rank: rank)
            add(
                DayTotal(
                    day: cursor.date, sum: run.sum, count: next - index, min: run.min,
                    max: run.max, last: last))
            index = next
        }
    }

    private typealias LastSample = DayTotal.LastSample
}

/// The first index after `first` whose start is not before `limit`.
func endOfRun(
    from first: Int, in starts: UnsafeBufferPointer<Int64>, before limit: Int64
) -> Int {
    var low = first
    var step = 8
    var high = first + step
    while high < starts.count, starts[high] < limit {
        low = high
        step *= 2
        high = low + step
    }
    high = min(high, starts.count)
    low += 1
    while low < high {
        let middle = (low + high) / 2
        if starts[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
}
