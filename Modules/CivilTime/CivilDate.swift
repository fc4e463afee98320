/// A calendar day without a time and a zone: the local date at which something happened.
///
/// The calendar is the proleptic Gregorian one, with a year 0, as in ISO 8601.
package struct CivilDate: Hashable, Sendable {
    /// Days since 1970-01-01.
    package let days: Int32

    /// The day `days` days after 1970-01-01.
    package init(days: Int32) {
        self.days = days
    }

    /// The day `days` days after 1970-01-01, clamped to 32 bits.
    package init(clampingDays days: Int64) {
        self.init(days: Int32(clamping: days))
    }

    /// Nil for a date that does not exist or is outside the years 0...9999.
    package init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.lengthOfMonth(month, in: year)
        else { return nil }
        self.init(days: Int32(Self.dayNumber(year, month, day)))
    }

    /// The first day that ISO 8601 text with a four-digit year can represent.
    package static let distantPast = CivilDate(days: Int32(dayNumber(0, 1, 1)))
    package static let distantFuture = CivilDate(days: Int32(dayNumber(9999, 12, 31)))

    /// ISO 8601: 1 is Monday, 7 is Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let fromMonday = (Int(days) + 3) % 7
        return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
    }
}

// The default implementations of the other operators look up `<` in a witness table at each call,
// which is most of the cost of a comparison.
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

    /// Days from this day to `other`; negative if `other` is earlier.
    package func distance(to other: CivilDate) -> Int {
        Int(other.days) - Int(days)
    }
}
