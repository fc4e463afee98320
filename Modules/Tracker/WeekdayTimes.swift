package import CivilTime

/// The reminder times of an activity and their weekdays, stored as a text such as `08:05 21:30 on 1,3`.
package struct WeekdayTimes: Hashable, Sendable {
    package let times: ReminderTimes
    /// ISO weekdays, 1 Monday to 7 Sunday; empty: every day.
    package let weekdays: Set<Int>

    private static let everyWeekday: Set<Int> = Set(1...7)
    /// The word between times and weekdays.
    private static let separator = "on"

    /// Other numbers than those of weekdays are left out, and all seven are every day.
    package init(_ times: ReminderTimes, on weekdays: Set<Int> = []) {
        self.times = times
        let valid = weekdays.intersection(Self.everyWeekday)
        self.weekdays = valid == Self.everyWeekday ? [] : valid
    }

    /// Parses a text, which may be empty; nil if the text is not valid.
    package init?(_ text: some StringProtocol) {
        var words = text.split { $0 == " " }.map { String($0) }
        var weekdays: Set<Int> = []
        if let index = words.firstIndex(of: Self.separator) {
            guard index == words.count - 2 else { return nil }
            let numbers = words[index + 1].split(separator: ",", omittingEmptySubsequences: false)
                .map { Int($0) ?? 0 }
            weekdays = Set(numbers)
            guard weekdays.isSubset(of: Self.everyWeekday) else { return nil }
            words.removeLast(2)
        }
        let minutes = words.compactMap { minuteOfDay($0) }
        guard minutes.count == words.count else { return nil }
        self.init(ReminderTimes(existing: minutes), on: weekdays)
    }

    /// The text that is parsed; empty without times.
    package var text: String {
        let texts = times.minutes.map(DayPartReminderSetting.text(minute:))
        guard !texts.isEmpty, !weekdays.isEmpty else { return texts.joined(separator: " ") }
        let numbers = weekdays.sorted().map(String.init).joined(separator: ",")
        return (texts + [Self.separator, numbers]).joined(separator: " ")
    }

    /// True if the reminders are sent on a day.
    package func occurs(on day: CivilDate) -> Bool {
        weekdays.isEmpty || weekdays.contains(day.weekday)
    }
}
