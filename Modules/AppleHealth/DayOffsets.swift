import CivilTime

/// How far from UTC the dates of each day are written; of several offsets the last.
///
/// It is told only when the day or the offset is another than that of the date before, so it may be
/// slow; and there are no more days than ``ExportDates/years`` has.
struct DayOffsets {
    private(set) var byDay: [CivilDate: Int] = [:]

    /// `day` is its first second, counted from 1970 as if it were UTC.
    mutating func record(day: Int64, offset: Int64) {
        byDay[CivilDate(clampingDays: day / 86_400)] = Int(offset)
    }
}
