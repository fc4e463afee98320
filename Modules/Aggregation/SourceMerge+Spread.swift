import CivilTime

/// Sums by day of values that are spread over time.
struct SpreadSums {
    private var sums: [CivilDate: Double] = [:]
    private var cursor: DayCursor
    /// Moments of one owner in a row are added at once, so that an undivided value stays exact.
    private var open: (owner: RankedSample, from: Int64, to: Int64)?

    init(_ zones: ZoneHistory, at start: Int64) {
        cursor = DayCursor(zones, at: start)
    }

    mutating func addPoint(_ point: RankedSample) {
        cursor.move(to: point.start)
        sums[cursor.date, default: 0] += point.value
    }

    /// Adds the part of the owner's value that lies between two moments.
    mutating func add(_ owner: RankedSample, from: Int64, to: Int64) {
        if let last = open, last.to == from, last.owner.source == owner.source,
            last.owner.index == owner.index
        {
            open = (owner, last.from, to)
        } else {
            close()
            open = (owner, from, to)
        }
    }

    /// Ascending by day.
    mutating func finished() -> [DaySum] {
        close()
        return sums.map { DaySum(day: $0.key, sum: $0.value) }.sorted { $0.day < $1.day }
    }

    private mutating func close() {
        guard let (owner, from, to) = open else { return }
        open = nil
        let length = Double(owner.end - owner.start)
        var now = from
        while now < to {
            cursor.move(to: now)
            let end = min(to, cursor.end)
            sums[cursor.date, default: 0] += owner.value * (Double(end - now) / length)
            now = end
        }
    }
}
