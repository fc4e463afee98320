import CivilTime
import Contracts

/// The days of a page whose links lead to earlier days and to the newest ones.
struct DayRange {
    let days: ClosedRange<CivilDate>
    let today: CivilDate
    /// True if days before the range have data.
    let hasOlder: Bool

    var first: CivilDate { days.lowerBound }
    var last: CivilDate { days.upperBound }

    /// `26 October 2026 to 22 November 2026`.
    var text: String { "\(first.dayMonthAndYear) to \(last.dayMonthAndYear)" }

    /// The links; empty if there are neither earlier nor later days. `path` is the path of the page
    /// that ends before a day; nil: the newest days.
    func links(_ path: (_ before: CivilDate?) -> String) -> HTML {
        guard hasOlder || last < today else { return .empty }
        return element("div", ["class": "row"]) {
            if hasOlder {
                anchor("Earlier days", to: path(first), class: "button", id: "earlier", rel: "prev")
            }
            if last < today {
                anchor("Newest days", to: path(nil), class: "button", id: "newest")
            }
        }
    }
}

extension DayRange {
    /// The range of `count` days that ends before the day `before`; nil: with the newest day of the
    /// data, at most the current day. `oldest` and `newest` are the first and the last day with data;
    /// nil: no data.
    init(
        count: Int, before: CivilDate?, oldest: CivilDate?, newest: CivilDate?, today: CivilDate
    ) {
        let last = before.map { $0.advanced(by: -1) } ?? min(today, newest ?? today)
        let first = last.advanced(by: 1 - count)
        self.init(
            days: first...last, today: today, hasOlder: oldest.map { $0 < first } ?? false)
    }

    /// The range of the days of metrics, as the initializer above.
    init(count: Int, before: CivilDate?, of metrics: [Insights.Metric], today: CivilDate) {
        self.init(
            count: count, before: before, oldest: metrics.compactMap(\.firstDay).min(),
            newest: metrics.compactMap(\.lastDay).max(), today: today)
    }
}
