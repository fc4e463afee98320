import CivilTime

/// How far from UTC the dates of each day are written; of several offsets the last.
///
/// A table of all days that can be, since a file may go to and fro between two days at every record.
struct DayOffsets {
    private var table: [Int32] = []

    private static let none = Int32.min
    /// 1900-01-01, and as many days as there are up to 2200.
    private static let firstDay: Int64 = -25_567
    private static let count = 109_573

    /// `day` is its first second, counted from 1970 as if it were UTC.
    mutating func note(day: Int64, offset: Int64) {
        if table.isEmpty { table = [Int32](repeating: Self.none, count: Self.count) }
        let index = Int(day / 86_400 - Self.firstDay)
        if table.indices.contains(index) { table[index] = Int32(truncatingIfNeeded: offset) }
    }

    var byDay: [CivilDate: Int] {
        var result: [CivilDate: Int] = [:]
        for (index, offset) in table.enumerated() where offset != Self.none {
            result[CivilDate(days: Int32(Self.firstDay) + Int32(index))] = Int(offset)
        }
        return result
    }
}
