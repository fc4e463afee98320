package import CivilTime

extension DayTotals {
    /// Adds the samples of one source in any order.
    ///
    /// Each is added to its day in a table of all days from the first to the last; what offset holds
    /// when is looked up in a table too, by stretches of twelve days. Samples of more than a century
    /// are sorted instead.
    ///
    /// - Parameters: as of ``fold(starts:ends:values:rank:in:)``, in the same order as one another.
    package mutating func fold(
        unsortedStarts starts: UnsafeBufferPointer<Int64>, ends: UnsafeBufferPointer<Int64>,
        values: UnsafeBufferPointer<Double>, rank: Int32, in zones: ZoneHistory
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        guard let least = starts.min(), let greatest = starts.max() else { return }
        let (first, last) = (zones.civilDate(at: least), zones.civilDate(at: greatest))
        // Where a zone crosses the date line a later instant can be on an earlier day.
        let margin = 2
        let count = Int(last.days) - Int(first.days) + 1 + 2 * margin
        // Days that do not count up in 32 bits are all the first or the last one.
        guard count <= Self.tableLimit, first.days > .min, last.days < .max else {
            return foldSorting(starts, ends, values, rank, zones)
        }
        let base = Int64(first.days) - Int64(margin)
        let offsets = OffsetTable(zones, from: least, to: greatest)
        var table = (0..<count).map {
            DayTotal(day: CivilDate(clampingDays: base + Int64($0)), carriedSum: 0)
        }
        table.withUnsafeMutableBufferPointer { table in
            for index in starts.indices {
                let (start, value) = (starts[index], values[index])
                let day = offsets.day(at: start)
                table[Int(day - base)].add(
                    DayTotal(
                        day: CivilDate(clampingDays: day), sum: value, count: 1, min: value,
                        max: value,
                        last: .init(value: value, start: start, end: ends[index], rank: rank)))
            }
        }
        for total in table where total.count > 0 { add(total) }
    }

    private static let tableLimit = 40_000

    private mutating func foldSorting(
        _ starts: UnsafeBufferPointer<Int64>, _ ends: UnsafeBufferPointer<Int64>,
        _ values: UnsafeBufferPointer<Double>, _ rank: Int32, _ zones: ZoneHistory
    ) {
        let order = starts.indices.sorted {
            (starts[$0], ends[$0], values[$0]) < (starts[$1], ends[$1], values[$1])
        }
        order.map { starts[$0] }.withUnsafeBufferPointer { starts in
            order.map { ends[$0] }.withUnsafeBufferPointer { ends in
                order.map { values[$0] }.withUnsafeBufferPointer { values in
                    fold(starts: starts, ends: ends, values: values, rank: rank, in: zones)
                }
            }
        }
    }
}

/// The offsets of a stretch of time, found at once.
private struct OffsetTable {
    private static let slotBits: Int64 = 20

    /// Seconds since 1970, of the first slot.
    private let base: Int64
    /// Of each slot, the segment that holds at its beginning.
    private let slots: [Int32]
    private let segments: [OffsetSegment]

    /// `first` and `last` are milliseconds since 1970.
    init(_ zones: ZoneHistory, from first: Int64, to last: Int64) {
        base = floorDivision(first, 1000)
        let end = floorDivision(last, 1000)
        var segments = [zones.segment(atSeconds: base)]
        while let open = segments.last, open.end <= end {
            segments.append(zones.segment(atSeconds: open.end))
        }
        var slots: [Int32] = []
        var index = 0
        for slot in 0...((end - base) >> Self.slotBits) {
            while segments[index].end <= base + slot << Self.slotBits { index += 1 }
            slots.append(Int32(index))
        }
        self.slots = slots
        self.segments = segments
    }

    /// Days since 1970 of the local day that the instant is on.
    func day(at milliseconds: Int64) -> Int64 {
        let seconds = floorDivision(milliseconds, 1000)
        var index = Int(slots[Int((seconds - base) >> Self.slotBits)])
        while segments[index].end <= seconds { index += 1 }
        return floorDivision(seconds + Int64(segments[index].offset), secondsPerDay)
    }
}
