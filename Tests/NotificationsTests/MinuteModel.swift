import CivilTime
import Notifications
import Tracker

/// The plain model of the planner: it observes the clock in every minute.
///
/// A reminder is sent in the first minute, outside of quiet hours and while the worker runs, in which the
/// greatest time that the clock has shown reaches the time of the reminder.
struct MinuteModel {
    /// The greatest local time that was seen outside of quiet hours.
    private var passed: LocalTime
    /// The greatest local time that the clock has shown in the zones that apply.
    private var highest: LocalTime
    private var zones: ZoneHistory
    private(set) var sent: [SentNotification] = []

    init(_ person: RandomPerson) {
        highest = Self.highest(person)
        passed = highest
        zones = person.zones
    }

    /// Observes one minute. Nothing is done while the worker is stopped.
    mutating func observe(at person: RandomPerson, isRunning: Bool) {
        let local = person.zones.localTime(at: person.now)
        highest = zones == person.zones ? max(highest, local) : Self.highest(person)
        zones = person.zones
        let minute = local.secondOfDay / 60
        if let quiet = person.rules.quietHours {
            let isQuiet =
                quiet.start < quiet.end
                ? minute >= quiet.start && minute < quiet.end
                : minute >= quiet.start || minute < quiet.end
            if isQuiet { return }
        }
        guard isRunning else { return }
        let reached = person.rules.reminders(on: local.date).filter { reminder in
            let time = LocalTime(date: reminder.day, secondOfDay: reminder.minute * 60)
            return time > passed && time <= highest
        }
        let texts = reached.isEmpty ? nil : NotificationTexts(person.rules, person.state)
        var lines: [Int: [String]] = [:]
        for reminder in reached where texts?.text(of: reminder) != nil {
            let part = reminder.minute < 12 * 60 ? 0 : reminder.minute < 17 * 60 ? 1 : 2
            lines[part, default: []].append(reminder.key)
        }
        for (_, keys) in lines.sorted(by: { $0.key < $1.key }) {
            sent.append(SentNotification(at: person.now, keys: keys))
        }
        passed = max(passed, highest)
    }

    /// The greatest time on the clock in each minute of the last 26 hours.
    private static func highest(_ person: RandomPerson) -> LocalTime {
        let minutes = (0...(26 * 60)).map { person.now - Int64($0) * 60_000 }
        let times = minutes.map { person.zones.localTime(at: $0) }
        return times.max() ?? LocalTime(date: person.state.day, secondOfDay: 0)
    }
}

/// A notification and the instant at which it was sent.
struct SentNotification: Hashable, CustomStringConvertible {
    var at: Int64
    var keys: [String]

    var description: String { "\(instantText(at)) \(keys.joined(separator: ", "))" }
}
