/// A week of a year that is counted in whole weeks, such as 2026-W01.
///
/// The week belongs to the year that has most of its days, its fourth day decides. For weeks that
/// start on Monday this is ISO 8601; for the other starts it is the same rule.
package struct Week: Hashable, Comparable, Sendable {
    package let year: Int
    /// 1...53
    package let number: Int

    /// The week that the day lies in.
    package init(containing date: CivilDate, startingOn weekStart: WeekStart = .monday) {
        let fourthDay = Interval.week.bucket(containing: date, weekStart: weekStart)
            .start.advanced(by: 3)
        year = fourthDay.year
        number = (fourthDay.dayOfYear - 1) / 7 + 1
    }

    package static func < (lhs: Week, rhs: Week) -> Bool {
        (lhs.year, lhs.number) < (rhs.year, rhs.number)
    }
}

extension Week: CustomStringConvertible {
    /// ISO 8601, `2026-W01`.
    package var description: String {
        let digits = String(year)
        let padding = String(repeating: "0", count: max(0, 4 - digits.count))
        return "\(padding)\(digits)-W\(twoDigits(number))"
    }
}
