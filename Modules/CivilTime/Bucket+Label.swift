import Texts

extension Bucket {
    /// English text for the bucket: "Jan 5", "Jan 5-Jan 11", "Jan 2024", "Q1 2024", "H1 2024" or
    /// "2023". Readers with the day before the month have "5 Jan".
    package var label: String {
        let (year, month, _) = start.components
        return switch interval {
        case .day: start.monthAndDay
        case .week:
            // A plain hyphen for programs and terminals.
            TextLocale.current == nil
                ? "\(start.monthAndDay)-\(end.monthAndDay)"
                : "\(start.monthAndDay)\u{A0}– \(end.monthAndDay)"
        case .month: "\(monthAbbreviation(month)) \(year)"
        case .quarter: "Q\((month - 1) / 3 + 1) \(year)"
        case .half: "H\((month - 1) / 6 + 1) \(year)"
        case .year: "\(year)"
        }
    }
}

extension CivilDate {
    /// "Jan 5", or "5 Jan" for readers with the day before the month.
    package var monthAndDay: String {
        let name = monthAbbreviation(month)
        return TextLocale.current?.isMonthFirst == false ? "\(day) \(name)" : "\(name) \(day)"
    }

    /// "2026-01-05", for readers "5 Jan 2026" or "Jan 5, 2026".
    package var dayText: String {
        switch TextLocale.current?.isMonthFirst {
        case nil: description
        case false?: "\(monthAndDay) \(year)"
        case true?: "\(monthAndDay), \(year)"
        }
    }

    /// "Monday".
    package var weekdayName: String { weekdayNames[weekday - 1] }

    /// "Today" or "Yesterday" on the day `today`; nil for other days.
    package func relativeName(asOf today: CivilDate) -> String? {
        switch distance(to: today) {
        case 0: "Today"
        case 1: "Yesterday"
        default: nil
        }
    }

    /// "Mon".
    package var shortWeekdayName: String { weekdayAbbreviation(weekday) }
}

/// "Jan" for 1.
package func monthAbbreviation(_ month: Int) -> String {
    String(monthNames[(month - 1) % 12].prefix(3))
}

/// "Mon" for 1, as ISO 8601 counts.
package func weekdayAbbreviation(_ weekday: Int) -> String {
    String(weekdayNames[(weekday - 1) % 7].prefix(3))
}

/// English, from January on.
package let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]

/// English, from Monday on.
package let weekdayNames = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
]
