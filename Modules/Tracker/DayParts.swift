/// The times at which the morning, the afternoon and the evening begin. Each part ends where the
/// next one begins, the evening at midnight. The night before the morning belongs to the morning.
///
/// The text form is `05:00 12:00 17:00`.
package struct DayParts: Hashable, Sendable {
    /// The first minutes of the parts, in minutes since midnight, ascending.
    private let starts: [Int]

    /// The parts of a profile that has not set other ones.
    package static let standard = DayParts(
        starts: DayPartReminder.allCases.map { $0.slot.startHour * 60 })

    /// The accepted text form.
    package static let format = "HH:MM HH:MM HH:MM, each later than the one before"

    private init(starts: [Int]) {
        self.starts = starts
    }

    /// Parses the text form; nil for other texts, and for times that are not ascending.
    package init?(_ text: String) {
        let starts = text.split(separator: " ").map { minuteOfDay($0) }
        guard starts.count == DayPartReminder.allCases.count, !starts.contains(nil) else {
            return nil
        }
        self.starts = starts.compactMap(\.self)
        guard zip(self.starts, self.starts.dropFirst()).allSatisfy(<) else { return nil }
    }

    package var text: String {
        starts.map(DayPartReminderSetting.text(minute:)).joined(separator: " ")
    }

    /// The reason why a text with times is refused; nil: another form, or accepted.
    package static func problem(of text: String) -> String? {
        let words = text.split(separator: " ")
        let times = words.compactMap { minuteOfDay($0) }
        guard times.count == words.count else { return nil }
        guard times.count == DayPartReminder.allCases.count else {
            return "The parts of the day have \(times.count) of 3 times: "
                + "the starts of the morning, the afternoon and the evening."
        }
        let parts = zip(DayPartReminder.allCases, times)
        for (before, after) in zip(parts, parts.dropFirst()) where after.1 <= before.1 {
            return "The \(after.0.rawValue) begins at "
                + "\(DayPartReminderSetting.text(minute: after.1)), which is not after the start "
                + "of the \(before.0.rawValue) at "
                + "\(DayPartReminderSetting.text(minute: before.1))."
        }
        return nil
    }

    /// The first minute of a part.
    package func start(of part: DayPartReminder) -> Int {
        zip(DayPartReminder.allCases, starts).first { $0.0 == part }?.1 ?? 0
    }

    /// The end of a part in minutes since midnight.
    package func end(of part: DayPartReminder) -> Int {
        starts.first { $0 > start(of: part) } ?? 24 * 60
    }

    /// The part that a minute of the day belongs to.
    package func part(at minute: Int) -> DayPartReminder {
        DayPartReminder.allCases.last { start(of: $0) <= minute } ?? .morning
    }

    /// The part of the day under which a session is listed.
    ///
    /// - Parameters:
    ///   - slot: The slot of the session.
    ///   - plannedHour: The hour at which the session is planned; nil: `slot` decides.
    /// - Returns: The part of the day that has the hour, or that of the slot.
    package func listedSlot(_ slot: Slot, plannedHour: Int?) -> Slot {
        plannedHour.map { part(at: $0 * 60).slot } ?? slot.listedSlot
    }
}

extension TimeWindow {
    /// Planned hours, in the standard part of the day in which they begin.
    package init(startHour: Int, endHour: Int) {
        self.init(
            slot: Self.standardSlot(startHour: startHour), startHour: startHour, endHour: endHour)
    }

    private static func standardSlot(startHour: Int) -> Slot {
        Slot.allCases.last { $0 != .allDay && $0.startHour <= startHour } ?? .morning
    }

    /// The first of the planned hours, 0 to 23; nil without hours, or if `slot` was chosen apart
    /// from them.
    fileprivate var hourOfSlot: Int? {
        guard let startHour, (0..<24).contains(startHour),
            slot == Self.standardSlot(startHour: startHour)
        else { return nil }
        return startHour
    }
}

extension Configuration {
    /// The hour that decides the part of the day of the only session, 0 to 23; nil: the session
    /// names its part.
    package var plannedHour: Int? { slots.isEmpty ? window?.hourOfSlot : nil }
}
