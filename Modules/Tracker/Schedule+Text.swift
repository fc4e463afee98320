import CivilTime

extension Schedule {
    /// The schedule as a short text for people.
    package var text: String {
        switch self {
        case .daily: "daily"
        case .weekly(let weekdays):
            "weekly on "
                + weekdays.sorted().map(weekdayAbbreviation).joined(separator: ", ")
        case .monthly(let days):
            "monthly on day " + days.sorted().map(String.init).joined(separator: ", ")
        case .sticky: "until it is done"
        case .adhoc(let day): day.map { "on \($0)" } ?? "on no day"
        }
    }
}
