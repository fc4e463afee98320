package import CivilTime
import Texts

/// Days in the order of the reader. The examples are `22 November` and `November 22`.
extension CivilDate {
    private var isMonthFirst: Bool { TextLocale.current?.isMonthFirst ?? false }

    /// `22 Nov` or `Nov 22`.
    var shortText: String {
        let name = monthAbbreviation(month)
        return isMonthFirst ? "\(name) \(day)" : "\(day) \(name)"
    }

    /// `22 Nov 2026` or `Nov 22, 2026`.
    var shortDayMonthAndYear: String { withYear(shortText) }

    /// `22 November` or `November 22`.
    var dayAndMonth: String {
        let name = monthNames[month - 1]
        return isMonthFirst ? "\(name) \(day)" : "\(day) \(name)"
    }

    /// `22 November 2026` or `November 22, 2026`.
    var dayMonthAndYear: String { withYear(dayAndMonth) }

    /// `Sunday 22 November` or `Sunday, November 22`.
    package var longText: String { "\(weekdayName)\(isMonthFirst ? "," : "") \(dayAndMonth)" }

    /// `Sunday 22 November 2026` or `Sunday, November 22, 2026`.
    var fullText: String { withYear(longText) }

    /// `22 November`, with the year if it is another than that of `day`.
    func text(near day: CivilDate) -> String {
        year == day.year ? dayAndMonth : dayMonthAndYear
    }

    /// `Sunday 22 November`, with the year if it is another than that of `day`.
    func longText(near day: CivilDate) -> String {
        year == day.year ? longText : fullText
    }

    /// `Sun 22 Nov` or `Sun Nov 22` on one line, for a row of a table, with the year if it is another than
    /// that of `day`.
    func rowText(near day: CivilDate) -> String {
        let date = year == day.year ? shortText : shortDayMonthAndYear
        return "\(weekdayAbbreviation(weekday)) \(date)".replacing(" ", with: "\u{A0}")
    }

    private func withYear(_ text: String) -> String {
        "\(text)\(isMonthFirst ? "," : "") \(year)"
    }
}
