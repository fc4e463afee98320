import CivilTime

/// Sums by day of values that are spread over time, which goes on from call to call.
///
/// A day's sum depends only on what lies on the day: its parts are added in order of time, each as
/// soon as it is known whole or reaches midnight, so that folding the day alone gives the same number
/// to the last bit as folding the years around it.
struct SpreadSums {
    private var cursor: DayCursor
    /// In the order met: a date comes twice when a clock is set back across midnight.
    private var sums: [DaySum] = []
    private var day: CivilDate?
    /// Of the present day.
    private var sum = RunningSum()
    /// Moments of one owner in a row are added at once, so that an undivided value stays exact.
    private var open: (owner: RankedSample, from: Int64, to: Int64)?

    init(_ zones: ZoneHistory) {
        cursor = DayCursor(zones, at: 0)
    }

    /// Adds the part of the owner's value that lies between two moments, none of them before those
    /// of earlier calls.
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

    /// Ascending by day.
    mutating func finished() -> [DaySum] {
        closePart()
        closeDay()
        var byDay: [DaySum] = []
        for sum in sums.sorted(by: { $0.day < $1.day }) {
            if byDay.last?.day == sum.day {
                byDay[byDay.count - 1].sum += sum.sum
            } else {
                byDay.append(sum)
            }
        }
        return byDay
    }

    /// Adds a point.
    mutating func add(_ value: Double, at instant: Int64) {
        move(to: instant)
        sum.add(value)
    }

    /// Adds values that lie within the stretch of a day that the instant is in.
    mutating func add(_ values: UnsafeBufferPointer<Double>, at instant: Int64) {
        move(to: instant)
        sum.add(values)
    }

    /// Adds the part of a value that lies between two moments of its interval, day by day.
    mutating func spread(_ value: Double, over whole: Range<Int64>, from: Int64, to: Int64) {
        let length = Double(whole.upperBound - whole.lowerBound)
        var now = from
        while now < to {
            let end = min(to, endOfDay(at: now))
            add(value * (Double(end - now) / length), at: now)
            now = end
        }
    }

    /// Where the stretch of a day ends that an instant lies in.
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

    /// Adds what the open part has of days that it has reached the end of.
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
