/// The part of each day in which no notification is sent.
///
/// The text form is `22:00-07:00`, or `off`.
package struct QuietHours: Hashable, Sendable {
    /// The first quiet minute, in minutes since midnight.
    package let start: Int
    /// The minute at which notifications are sent again; before `start` if the hours include midnight.
    package let end: Int

    /// Nil if a minute is not of a day, or both are equal.
    package init?(start: Int, end: Int) {
        guard (0..<1440).contains(start), (0..<1440).contains(end), start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Parses `HH:MM-HH:MM`; nil for other texts, also for `off`.
    package init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let start = minuteOfDay(ends[0]), let end = minuteOfDay(ends[1])
        else { return nil }
        self.init(start: start, end: end)
    }

    /// The accepted text forms.
    package static let formats = ["off", "HH:MM-HH:MM"]

    package var text: String {
        "\(DayPartReminderSetting.text(minute: start))-\(DayPartReminderSetting.text(minute: end))"
    }

    /// True if the minute of the day is quiet.
    package func contains(_ minute: Int) -> Bool {
        start < end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
}
