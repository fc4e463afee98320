package import CivilTime

extension CivilDate {
    /// `22 November`.
    var dayAndMonth: String { "\(components.day) \(monthNames[components.month - 1])" }

    /// `Sunday 22 November`.
    package var longText: String { "\(weekdayName) \(dayAndMonth)" }

    /// `Sunday 22 November 2026`.
    var fullText: String { "\(longText) \(components.year)" }
}
