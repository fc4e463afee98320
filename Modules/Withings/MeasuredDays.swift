import CivilTime

/// The local days on which an archive has measurements, by measure. The totals of those days repeat them.
final class MeasuredDays {
    private var days: [String: Set<CivilDate>] = [:]

    /// Days of a measure, 270 years.
    private static let limit = 100_000

    /// Adds the day of a measurement. A measurement of 0 shows nothing: the totals of a day also have what
    /// other devices measured.
    func insert(_ day: CivilDate, of measure: String, value: Double) {
        guard value > 0, days[measure, default: []].count < Self.limit else { return }
        days[measure, default: []].insert(day)
    }

    func contains(_ day: CivilDate, of measure: String) -> Bool {
        days[measure]?.contains(day) == true
    }
}
