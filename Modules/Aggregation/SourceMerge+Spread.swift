import CivilTime

/// A value that is spread evenly over its interval.
struct Spread {
    var value: Double
    var start: Int64
    var end: Int64
}

/// Sums by day of values that are spread over time, which goes on from call to call.
struct SpreadSums {
    private var cursor: DayCursor
    /// In the order met: a date comes twice when a clock is set back across midnight.
    private var sums: [DaySum] = []
    /// Moments of one owner in a row are added at once, so that an undivided value stays exact.
    private var open: (owner: RankedSample, from: Int64, to: Int64)?

    init(_ zones: ZoneHistory) {
        cursor = DayCursor(zones, at: 0)
    }

    /// Adds the part of the owner's value that lies between two moments.
    mutating func add(_ owner: RankedSample, from: Int64, to: Int64) {
        if let last = open {
            if last.to == from, last.owner.number == owner.number {
                open?.to = to
                return
            }
            close(last)
        }
        open = (owner, from, to)
    }

    /// Ascending by day.
    mutating func finished() -> [DaySum] {
        if let open { close(open) }
        open = nil
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

    private mutating func close(_ part: (owner: RankedSample, from: Int64, to: Int64)) {
        let owner = part.owner
        let whole = Spread(value: owner.value, start: owner.start, end: owner.end)
        spread(whole, from: part.from, to: part.to)
    }

    /// Adds a whole value, which may be a point.
    mutating func spread(_ whole: Spread) {
        if whole.start == whole.end {
            add(whole.value, at: whole.start)
        } else {
            spread(whole, from: whole.start, to: whole.end)
        }
    }

    private mutating func spread(_ whole: Spread, from: Int64, to: Int64) {
        if from == whole.start, to == whole.end, to <= endOfDay(at: from) {
            return add(whole.value, at: from)
        }
        let length = Double(whole.end - whole.start)
        var now = from
        while now < to {
            let end = min(to, endOfDay(at: now))
            add(whole.value * (Double(end - now) / length), at: now)
            now = end
        }
    }

    mutating func add(_ value: Double, at instant: Int64) {
        cursor.move(to: instant)
        if let last = sums.last, last.day == cursor.date {
            sums[sums.count - 1].sum += value
        } else {
            sums.append(DaySum(day: cursor.date, sum: value))
        }
    }

    /// Where the stretch of a day ends that an instant lies in.
    mutating func endOfDay(at instant: Int64) -> Int64 {
        cursor.move(to: instant)
        return cursor.end
    }
}
