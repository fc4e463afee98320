extension CivilDate {
    package var year: Int { components.year }
    package var month: Int { components.month }
    package var day: Int { components.day }

    /// Year, month 1...12 and day of the month.
    package var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(days) + Self.daysFromMarchOfYearZero
        let era = (shifted >= 0 ? shifted : shifted - (Self.daysInEra - 1)) / Self.daysInEra
        let dayOfEra = shifted - era * Self.daysInEra
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    package static func isLeapYear(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days in a month 1...12 of a year.
    package static func lengthOfMonth(_ month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeapYear(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 for a month 1...12. A day after the end of the month counts into the
    /// next month.
    static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years are counted from March, so that the leap day is last and month lengths need no
        // table.
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * daysInEra + dayOfEra - daysFromMarchOfYearZero
    }

    /// The calendar repeats every 400 years.
    private static let daysInEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysFromMarchOfYearZero = 719_468
}
