import CivilTime
import Memberwise

/// Time, condition and repetition of one of the three daily reminders.
///
/// The text form is `08:00`, `20:00 below-half`, `13:00 behind every 2h`, or `off`.
@Memberwise
package struct DayPartReminderSetting: Hashable, Sendable {
    /// The condition under which the reminder is sent.
    package enum Condition: String, CaseIterable, Codable, Sendable {
        /// An activity of the part of the day is open.
        case always
        /// Nothing was done on the day.
        case unstarted
        /// Progress of the day is below one half.
        case belowHalf = "below-half"
        /// An activity of an earlier part of the day is still open.
        case behind
    }

    /// Minutes since midnight; nil if switched off.
    package var minute: Int?
    package var condition: Condition = .always
    /// The interval of repetition until the part of the day ends; nil for one reminder.
    package var everyHours: Int? = nil

    /// The default setting.
    package init(_ part: DayPartReminder) {
        self.init(minute: part.defaultMinute)
    }

    /// Parses the text form; nil if `text` is not in one of `formats`.
    package init?(_ text: String) {
        self.init(minute: nil)
        guard text != "off" else { return }
        var words = text.split(separator: " ")[...]
        guard let time = words.popFirst(), let minute = minuteOfDay(time) else { return nil }
        self.minute = minute
        if let word = words.first, let condition = Condition(rawValue: String(word)) {
            words.removeFirst()
            self.condition = condition
        }
        if words.first == "every" {
            guard words.count == 2, let last = words.last, last.hasSuffix("h"),
                let hours = Int(last.dropLast()), (1...12).contains(hours)
            else { return nil }
            everyHours = hours
            words = []
        }
        guard words.isEmpty else { return nil }
    }

    package var text: String {
        guard let minute else { return "off" }
        var words = [Self.text(minute: minute)]
        if condition != .always { words.append(condition.rawValue) }
        if let everyHours { words.append("every \(everyHours)h") }
        return words.joined(separator: " ")
    }

    /// The accepted text forms; each with a time can end in `every Nh`, N from 1 to 12.
    package static let formats =
        ["off", "HH:MM"]
        + Condition.allCases.filter { $0 != .always }.map { "HH:MM \($0.rawValue)" }
        + ["HH:MM behind every 2h"]

    /// The first reminder and its repetitions before `end`, in minutes since midnight.
    package func minutes(before end: Int) -> [Int] {
        guard let minute else { return [] }
        guard let everyHours else { return [minute] }
        return Array(stride(from: minute, to: max(end, minute + 1), by: everyHours * 60))
    }

    /// The time as `HH:MM`.
    package static func text(minute: Int) -> String {
        "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }
}

/// The minute of the day of `HH:MM`; nil for other texts.
package func minuteOfDay(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
        parts.allSatisfy({ part in part.count == 2 && part.allSatisfy { "0"..."9" ~= $0 } }),
        let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour),
        (0...59).contains(minute)
    else { return nil }
    return hour * 60 + minute
}

extension DayPartReminder {
    package var slot: Slot {
        switch self {
        case .morning: .morning
        case .afternoon: .afternoon
        case .evening: .evening
        }
    }
}
