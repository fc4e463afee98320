package import CivilTime

/// The totals of a metric by day, ascending; days without data are absent.
package struct DayTotals: Hashable, Sendable {
    package private(set) var days: [DayTotal] = []

    package init() {}

    /// Totals that were stored, in any order.
    package init(_ days: some Sequence<DayTotal>) {
        for day in days { add(day) }
    }

    /// Adds samples of one day. Cheap when it is the last day or a new one after it.
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

    /// Adds one sample that has only a day, such as an answer in a diary.
    package mutating func add(_ value: Double, on day: CivilDate) {
        let midnight = Int64(day.days) * secondsPerDay * 1000
        add(
            DayTotal(
                day: day, sum: value, count: 1, min: value, max: value,
                last: .init(value: value, start: midnight, end: midnight, rank: 0)))
    }

    /// Adds the samples of another part, another source say.
    package mutating func add(_ other: DayTotals) {
        for total in other.days { add(total) }
    }

    /// Adds the days of another part that this one does not have.
    package mutating func fillGaps(from other: DayTotals) {
        guard !other.days.isEmpty else { return }
        let present = Set(days.map(\.day))
        for total in other.days where !present.contains(total.day) { add(total) }
    }

    /// Puts merged sums in place of the sums over all sources.
    ///
    /// Days that the merged sums leave out had all their time covered by the day before's samples
    /// or by higher sources: they come to 0.
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

    /// Says of some days what they come to, whatever their samples add up to.
    package mutating func setSums(to sum: Double, on others: Set<CivilDate>) {
        for index in days.indices where others.contains(days[index].day) { days[index].sum = sum }
    }

    /// Adds days that have no samples and come to 0, unless they have a total.
    package mutating func addEmpty(_ others: some Sequence<CivilDate>) {
        fillGaps(from: DayTotals(others.map { DayTotal(day: $0, carriedSum: 0) }))
    }

    /// Removes the days for which `isRemoved` is true.
    package mutating func removeDays(where isRemoved: (CivilDate) -> Bool) {
        days.removeAll { isRemoved($0.day) }
    }

    /// Puts others in place of the days of a range.
    package mutating func replace(_ range: ClosedRange<CivilDate>, with others: DayTotals) {
        let from = index(of: range.lowerBound)
        let to = index(of: range.upperBound.advanced(by: 1))
        days.replaceSubrange(from..<to, with: others.days)
    }

    /// Where the day is, or would be.
    private func index(of day: CivilDate) -> Int {
        // Data comes mostly in order, so the end is near.
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

/// What one day adds up to.
package struct DaySum: Hashable, Sendable {
    package var day: CivilDate
    package var sum: Double

    package init(day: CivilDate, sum: Double) {
        self.day = day
        self.sum = sum
    }
}
