package import CivilTime

extension CivilDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// `22 November`.
    var dayAndMonth: String { "\(components.day) \(Self.months[components.month - 1])" }

    /// `Sunday 22 November`.
    package var longText: String { "\(weekdayName) \(dayAndMonth)" }

    /// `Sunday 22 November 2026`.
    var fullText: String { "\(longText) \(components.year)" }
}
