package import CivilTime

/// A day of a timeline with its heading.
package struct DayHeading: Hashable, Sendable {
    package let day: CivilDate
    /// "Today", "Yesterday" or a date such as "Monday, Jan 5".
    package let title: String
}

/// The distinct days with their headings, newest first.
package func dayHeadings(for days: some Sequence<CivilDate>, today: CivilDate) -> [DayHeading] {
    Set(days).sorted(by: >).map { day in
        DayHeading(
            day: day,
            title: day.relativeName(asOf: today) ?? "\(day.weekdayName), \(day.monthAndDay)")
    }
}
