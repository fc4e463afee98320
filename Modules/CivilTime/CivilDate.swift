/// A calendar day with no time and no zone: the date on the person's wall when something happened.
///
/// The calendar is the proleptic Gregorian one, with a year 0, as in ISO 8601.
package struct CivilDate: Hashable, Sendable {
    /// Days since 1970-01-01.
    package let days: Int32

    /// The day that lies this many days after 1970-01-01.
    package init(days: Int32) {
        self.days = days
    }

    /// The day that lies this many days after 1970-01-01, held within what 32 bits can number.
    package init(clampingDays days: Int64) {
        self.init(days: Int32(clamping: days))
    }

    /// `nil` when the three name no day of the calendar, or one outside the years 0...9999.
    package init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.lengthOfMonth(month, in: year)
        else { return nil }
        self.init(days: Int32(Self.dayNumber(year, month, day)))
    }

    /// The first and the last day that ISO text with a year of four digits can name.
    package static let distantPast = CivilDate(days: Int32(dayNumber(0, 1, 1)))
    package static let distantFuture = CivilDate(days: Int32(dayNumber(9999, 12, 31)))

    /// ISO 8601: 1 is Monday, 7 is Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let fromMonday = (Int(days) + 3) % 7
        return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
    }
}

// The standard library has the last three of these for whatever has the first, and finds it in a table
// each time: with some thousand days that is most of what a comparison costs.
extension CivilDate: Comparable {
    @inlinable
    package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.days < rhs.days }
    @inlinable
    package static func > (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.days > rhs.days }
    @inlinable
    package static func <= (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.days <= rhs.days }
    @inlinable
    package static func >= (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.days >= rhs.days }
}

extension CivilDate: Strideable {
    /// The day `count` days later, or earlier when negative.
    package func advanced(by count: Int) -> CivilDate {
        let (sum, overflow) = Int64(days).addingReportingOverflow(Int64(count))
        return CivilDate(clampingDays: overflow ? (count < 0 ? .min : .max) : sum)
    }

    /// Days from this day to the other; negative when the other is earlier.
    package func distance(to other: CivilDate) -> Int {
        Int(other.days) - Int(days)
    }
}
