import CivilTime

/// Sums by day of values that are spread over time, which goes on from call to call.
struct SpreadSums {
    private let zones: ZoneHistory
    private var cursor: DayCursor
    /// In the order met: a date comes twice when a clock is set back across midnight.
    private var sums: [DaySum] = []
    /// Moments of one owner in a row are added at once, so that an undivided value stays exact.
    private var open: (owner: RankedSample, from: Int64, to: Int64)?

    init(_ zones: ZoneHistory) {
        self.zones = zones
        cursor = DayCursor(zones, at: 0)
    }

    mutating func addPoint(_ point: RankedSample) {
        add(point.value, at: point.start)
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
        let (owner, from, to) = part
        cursor.move(to: from)
        if from == owner.start, to == owner.end, to <= cursor.end {
            return add(owner.value, at: from)
        }
        let length = Double(owner.end - owner.start)
        var now = from
        while now < to {
            cursor.move(to: now)
            let end = min(to, cursor.end)
            add(owner.value * (Double(end - now) / length), at: now)
            now = end
        }
    }

    private mutating func add(_ value: Double, at instant: Int64) {
        cursor.move(to: instant)
        if let last = sums.last, last.day == cursor.date {
            sums[sums.count - 1].sum += value
        } else {
            sums.append(DaySum(day: cursor.date, sum: value))
        }
    }
}
