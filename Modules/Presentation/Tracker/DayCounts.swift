package import CivilTime
package import Contracts

/// The numbers of open and of done items of a day, for a shell prompt or a status bar.
package struct DayCounts: Encodable, Hashable, Sendable {
    package let date: CivilDate
    /// The number of due items that are open, and of open reminders.
    package let open: Int
    /// The number of completed items.
    package let done: Int

    package init(_ day: Journal.TodayResponse) {
        date = day.date
        open = day.slots.reduce(day.reminders.count) { $0 + $1.items.count }
        done = day.completed.count
    }
}

extension DayCounts: TextPresentable {
    package func text(_ styler: some TextStyler) -> String { "\(open) open, \(done) done" }
}
