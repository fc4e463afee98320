package import CivilTime

/// The time at which a person's day ends, 00:00 to 06:00. Until then, today is the day before.
package struct DayEnd: Hashable, Sendable {
    /// Minutes since midnight.
    package let minute: Int

    package static let midnight = DayEnd(minute: 0)
    /// The accepted text form.
    package static let format = "00:00 to 06:00"

    private init(minute: Int) {
        self.minute = minute
    }

    /// Parses `HH:MM`; nil for other texts and for times after 06:00.
    package init?(_ text: String) {
        guard let minute = minuteOfDay(text), minute <= 6 * 60 else { return nil }
        self.minute = minute
    }

    /// The day that is today at an instant in milliseconds since 1970 UTC.
    package func today(at now: Int64, in zones: some LocalTimeline) -> CivilDate {
        let time = zones.localTime(at: now)
        return time.secondOfDay < minute * 60 ? time.date.advanced(by: -1) : time.date
    }

    /// The instant at which a day ends, in milliseconds since 1970 UTC.
    package func end(of day: CivilDate, in zones: some LocalTimeline) -> Int64 {
        zones.instant(of: LocalTime(date: day.advanced(by: 1), secondOfDay: minute * 60))
    }
}
