package import CivilTime

/// The reason why a text is not a day or a range of days.
package enum DayError: Error, Hashable, Sendable {
    /// The text has none of the accepted forms.
    case notADay(String)
    /// The text has an accepted form, but the calendar has no such day.
    case noSuchDay(String)
    /// The first day of a range is after its last day.
    case emptyRange(CivilDate, CivilDate)

    /// The problem as a clause without a full stop, such as `"noon" is not a day`.
    package var problem: String {
        switch self {
        case .notADay(let text): "\"\(text)\" is not a day"
        case .noSuchDay(let text): "there is no \(text)"
        case .emptyRange(let first, let last):
            "the range \(first)..\(last) is empty: the start is after the end"
        }
    }

    /// The accepted forms, or the range in the right order.
    package var remedy: String {
        switch self {
        case .notADay(let text) where text.contains(".."):
            "Write a range of days as A..B, such as mon..fri, and a day as \(Self.acceptedDays)."
        case .notADay, .noSuchDay: "Write a day as \(Self.acceptedDays)."
        case .emptyRange(let first, let last): "Write it as \(last)..\(first)."
        }
    }

    /// The forms of a day, for errors.
    package static let acceptedDays =
        "today, yesterday, -1d, mon, 21, 'nov 3' or 2026-11-03"
}
