package import CivilTime

extension DayTotals {
    /// Adds the samples of one source in any order.
    ///
    /// Each sample is added to an array of all days from the first to the last. The UTC offset of a
    /// sample comes from a table with one slot for each 2^20 seconds (about twelve days). Samples
    /// that span more than a century are sorted instead.
    ///
    /// - Parameters: As of ``fold(starts:ends:values:rank:in:)``, all three in the same order.
    package mutating func fold(
        unsortedStarts starts: UnsafeBufferPointer<Int64>, ends: UnsafeBufferPointer<Int64>,
        values: UnsafeBufferPointer<Double>, rank: Int32, in zones: ZoneHistory
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        guard let least = starts.min(), let greatest = starts.max() else { return }
        let (first, last) = (zones.civilDate(at: least), zones.civilDate(at: greatest))
        // Where a zone crosses the date line, a later instant can be on an earlier day.
        let margin = 2
        let count = Int(last.days) - Int(first.days) + 1 + 2 * margin
        // Day numbers outside 32 bits are clamped to the first or last day, so the array cannot
        // index them.
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

/// The UTC offsets of a time range, with constant-time lookup.
private struct OffsetTable {
    private static let slotBits: Int64 = 20

    /// Start of the first slot in seconds since 1970.
    private let base: Int64
    /// For each slot, the index of the segment in effect at its start.
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

    /// The local day of an instant, in days since 1970.
    func day(at milliseconds: Int64) -> Int64 {
        let seconds = floorDivision(milliseconds, 1000)
        var index = Int(slots[Int((seconds - base) >> Self.slotBits)])
        while segments[index].end <= seconds { index += 1 }
        return floorDivision(seconds + Int64(segments[index].offset), secondsPerDay)
    }
}
