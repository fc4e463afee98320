package import CivilTime
import Memberwise

/// The totals of a metric by day, ascending; days without data are absent.
package struct DayTotals: Hashable, Sendable {
    package private(set) var days: [DayTotal] = []

    package init() {}

    /// Creates totals from stored days in any order.
    package init(_ days: some Sequence<DayTotal>) {
        for day in days { add(day) }
    }

    /// Adds samples of one day. Constant time for the last day or a later one.
    package mutating func add(_ total: DayTotal) {
        if let last = days.last, last.day >= total.day {
            let index = index(of: total.day)
            if days[index].day == total.day {
                days[index].add(total)
            } else {
                days.insert(total, at: index)
            }
        } else {
            days.append(total)
        }
    }

    /// Adds one sample that has a day and no time, such as a tracker entry.
    package mutating func add(_ value: Double, on day: CivilDate) {
        let midnight = Int64(day.days) * secondsPerDay * 1000
        add(
            DayTotal(
                day: day, sum: value, count: 1, min: value, max: value,
                last: .init(value: value, start: midnight, end: midnight, rank: 0)))
    }

    /// Adds the days of `other` for which this value has no total.
    package mutating func fillGaps(from other: DayTotals) {
        guard !other.days.isEmpty else { return }
        let present = Set(days.map(\.day))
        for total in other.days where !present.contains(total.day) { add(total) }
    }

    /// Replaces the sums over all sources by merged sums.
    ///
    /// A day without a merged sum gets 0: earlier samples or sources of higher priority cover all
    /// of it.
    package mutating func replaceSums(with merged: [DaySum]) {
        for index in days.indices { days[index].sum = 0 }
        for part in merged {
            let index = index(of: part.day)
            if index < days.count, days[index].day == part.day {
                days[index].sum = part.sum
            } else {
                days.insert(DayTotal(day: part.day, carriedSum: part.sum), at: index)
            }
        }
    }

    /// Replaces the means of the given days, of those that have samples.
    package mutating func setMeans(to means: [CivilDate: Double]) {
        guard !means.isEmpty else { return }
        for index in days.indices {
            if let mean = means[days[index].day] { days[index].setMean(to: mean) }
        }
    }

    /// Sets the sum of the given days that have a total, regardless of their samples.
    package mutating func setSums(to sum: Double, on others: Set<CivilDate>) {
        for index in days.indices where others.contains(days[index].day) { days[index].sum = sum }
    }

    /// Adds days with the sum 0 and no samples, unless the day has a total.
    package mutating func addEmpty(_ others: some Sequence<CivilDate>) {
        fillGaps(from: DayTotals(others.map { DayTotal(day: $0, carriedSum: 0) }))
    }

    /// Removes the days for which `isRemoved` is true.
    package mutating func removeDays(where isRemoved: (CivilDate) -> Bool) {
        days.removeAll { isRemoved($0.day) }
    }

    /// Replaces the totals of the days in a range.
    package mutating func replace(_ range: ClosedRange<CivilDate>, with others: DayTotals) {
        let from = index(of: range.lowerBound)
        let to = index(of: range.upperBound.advanced(by: 1))
        days.replaceSubrange(from..<to, with: others.days)
    }

    /// The index of the day, or its insertion index.
    private func index(of day: CivilDate) -> Int {
        // Data arrives mostly in ascending order, so the end is checked first.
        if let last = days.last, last.day < day { return days.count }
        var low = 0
        var high = days.count
        while low < high {
            let middle = (low + high) / 2
            if days[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The sum of one day.
@Memberwise
package struct DaySum: Hashable, Sendable {
    package var day: CivilDate
    package var sum: Double
}
