import CivilTime

/// Accumulates sums by day of values that are spread over time, across calls.
///
/// The sum of a day depends only on the parts within that day: they are added in order of time,
/// each as soon as it is complete or reaches midnight. Folding one day alone thus gives the same
/// bits as folding many years.
struct SpreadSums {
    private var cursor: DayCursor
    /// In processing order: a date occurs twice if a clock is set back across midnight.
    private var sums: [DaySum] = []
    private var day: CivilDate?
    /// The sum of the current day.
    private var sum = RunningSum()
    /// Consecutive parts of one owner are joined, so that a sample that is not split keeps its
    /// exact value.
    private var open: (owner: RankedSample, from: Int64, to: Int64)?

    init(_ zones: ZoneHistory) {
        cursor = DayCursor(zones, at: 0)
    }

    /// Adds the owner's part between two instants, none of them before the instants of earlier
    /// calls.
    mutating func add(_ owner: RankedSample, from: Int64, to: Int64) {
        if let part = open, part.to == from, part.owner.number == owner.number {
            open?.to = to
        } else {
            closePart()
            open = (owner, from, to)
        }
        if to == owner.end {
            closePart()
        } else {
            addWholeDays()
        }
    }

    /// Ends the accumulation and returns the sums, ascending by day.
    mutating func finished() -> [DaySum] {
        closePart()
        closeDay()
        return sums.addedByDay()
    }

    /// Adds the value of a sample of no length.
    mutating func add(_ value: Double, at instant: Int64) {
        move(to: instant)
        sum.add(value)
    }

    /// Adds values within the part of a day that contains the instant.
    mutating func add(_ values: UnsafeBufferPointer<Double>, at instant: Int64) {
        move(to: instant)
        sum.add(values)
    }

    /// Adds the part of a value between two instants of its interval, split at midnights.
    mutating func spread(_ value: Double, over interval: Range<Int64>, from: Int64, to: Int64) {
        let length = Double(interval.upperBound - interval.lowerBound)
        var now = from
        while now < to {
            let end = min(to, endOfDay(at: now))
            add(value * (Double(end - now) / length), at: now)
            now = end
        }
    }

    /// The end of the part of a day that contains the instant.
    mutating func endOfDay(at instant: Int64) -> Int64 {
        cursor.move(to: instant)
        return cursor.end
    }

    private mutating func closePart() {
        guard let part = open else { return }
        let owner = part.owner
        spread(owner.value, over: owner.start..<owner.end, from: part.from, to: part.to)
        open = nil
    }

    /// Adds the completed days of the open part.
    private mutating func addWholeDays() {
        guard let part = open else { return }
        var midnight = part.from
        while case let end = endOfDay(at: midnight), end <= part.to { midnight = end }
        guard midnight > part.from else { return }
        let owner = part.owner
        spread(owner.value, over: owner.start..<owner.end, from: part.from, to: midnight)
        open?.from = midnight
    }

    private mutating func move(to instant: Int64) {
        cursor.move(to: instant)
        guard cursor.date != day else { return }
        closeDay()
        day = cursor.date
    }

    private mutating func closeDay() {
        if let day { sums.append(DaySum(day: day, sum: sum.total)) }
        day = nil
        sum = RunningSum()
    }
}

extension [DaySum] {
    /// One sum for each day, ascending.
    func addedByDay() -> [DaySum] {
        var byDay: [DaySum] = []
        for sum in sorted(by: { $0.day < $1.day }) {
            if byDay.last?.day == sum.day {
                byDay[byDay.count - 1].sum += sum.sum
            } else {
                byDay.append(sum)
            }
        }
        return byDay
    }
}
