import CivilTime

/// The UTC offset of the dates of each day; the last of several counts.
///
/// A date is recorded only if its day or offset differs from the previous date, so that this need not
/// be fast. The number of days is limited by ``ExportDates/years``.
struct DayOffsets {
    private(set) var byDay: [CivilDate: Int] = [:]

    /// `day` is the first second of the day since 1970, in UTC.
    mutating func record(day: Int64, offset: Int64) {
        byDay[CivilDate(clampingDays: day / 86_400)] = Int(offset)
    }
}
