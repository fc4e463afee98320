package import CivilTime

/// A day, or a range `A..B` with both ends included, as a person writes it.
package struct DayRangeExpression: Hashable, Sendable {
    package let first: DayExpression
    package let last: DayExpression
    /// True if the text has the form `A..B`.
    package let isRange: Bool

    /// Parses a day or a range of days.
    package init(_ text: String) throws(DayError) {
        guard let separator = text.firstRange(of: "..") else {
            first = try DayExpression(text)
            last = first
            isRange = false
            return
        }
        first = try DayExpression(text[..<separator.lowerBound])
        last = try DayExpression(text[separator.upperBound...])
        isRange = true
    }

    /// True if the days do not depend on today.
    package var isAbsolute: Bool { first.isAbsolute && last.isAbsolute }

    /// The first and last day; the first can be after the last if an end is a date or an offset.
    ///
    /// In the past, the last day is the latest one not after today, and the first day the latest
    /// one not after the last. In a plan, the first day is the next one, and the last day the next
    /// one that is not before the first.
    package func ends(
        today: CivilDate, _ sense: DaySense
    ) throws(DayError) -> (first: CivilDate, last: CivilDate) {
        guard isRange else {
            let day = try first.date(today: today, sense)
            return (day, day)
        }
        switch sense {
        case .past:
            let end = try last.date(today: today, sense)
            return (try first.date(today: today, anchor: end, sense), end)
        case .planned:
            let start = try first.date(today: today, sense)
            return (start, try last.date(today: today, anchor: start, sense))
        }
    }

    /// The days of the range.
    /// - Throws: ``DayError/emptyRange(_:_:)`` if the first day is after the last.
    package func days(
        today: CivilDate, _ sense: DaySense
    ) throws(DayError) -> ClosedRange<CivilDate> {
        let (start, end) = try ends(today: today, sense)
        guard start <= end else { throw .emptyRange(start, end) }
        return start...end
    }
}
