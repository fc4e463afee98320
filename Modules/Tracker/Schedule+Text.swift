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
        case .everyDays(let count): count == 1 ? "every day" : "every \(count) days"
        case .everyWeeks(let count, let weekdays, _):
            (count == 1 ? "every week" : "every \(count) weeks")
                + (weekdays.isEmpty
                    ? ""
                    : " on " + weekdays.sorted().map(weekdayAbbreviation).joined(separator: ", "))
        case .times(let count, let period): "\(timesText(count)) a \(period.name.rawValue)"
        case .sticky: "until it is done"
        case .adhoc(let day): day.map { "on \($0)" } ?? "on no day"
        }
    }
}

/// "once", "twice", "3 times".
private func timesText(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
}
