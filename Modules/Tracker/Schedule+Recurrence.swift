package import CivilTime

/// The reason why a recurrence rule of RFC 5545 cannot become a schedule.
package enum RecurrenceError: Error, Hashable, Sendable {
    /// A part that is not `NAME=VALUE`, is duplicate, or has an invalid value.
    case malformed(part: String)
    /// A valid part that no schedule can express.
    case unsupported(part: String)
}

extension Schedule {
    /// Parses the recurrence rules of RFC 5545 that a schedule can express exactly.
    ///
    /// `FREQ=DAILY`, `FREQ=WEEKLY;BYDAY=MO,WE`, `FREQ=MONTHLY;BYMONTHDAY=1,15`, and the weekly and
    /// monthly forms without a list, which recur on the weekday or day of month of `start` (DTSTART).
    /// `FREQ=DAILY;INTERVAL=2` and `FREQ=WEEKLY;INTERVAL=2`, with or without `BYDAY` and `WKST`, recur
    /// from `start` on. The text may begin with `RRULE:`.
    package init(recurrenceRule: String, start: CivilDate) throws(RecurrenceError) {
        let parts = try Self.parts(of: recurrenceRule)
        let interval = try Self.interval(parts["INTERVAL"])
        let understood: Set = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "WKST"]
        if let other = parts.keys.filter({ !understood.contains($0) }).min() {
            throw .unsupported(part: other)
        }
        if interval > 1 {
            self = try Self.everyNth(interval, parts)
            return
        }
        switch (parts["FREQ"], parts["BYDAY"], parts["BYMONTHDAY"]) {
        case ("DAILY", nil, nil):
            self = .daily
        case ("DAILY", let days?, nil), ("WEEKLY", let days?, nil):
            self = .weekly(try Self.weekdays(days))
        case ("WEEKLY", nil, nil):
            self = .weekly([start.weekday])
        case ("MONTHLY", nil, let days?):
            self = .monthly(try Self.monthDays(days))
        case ("MONTHLY", nil, nil):
            self = .monthly([start.day])
        case (let frequency?, _, _):
            throw .unsupported(part: "FREQ=\(frequency)")
        case (nil, _, _):
            throw .malformed(part: recurrenceRule)
        }
    }

    private static func interval(_ text: String?) throws(RecurrenceError) -> Int {
        guard let text else { return 1 }
        guard let interval = Int(text), interval > 0 else {
            throw .malformed(part: "INTERVAL=\(text)")
        }
        return interval
    }

    /// The schedule of a rule with an interval above 1.
    private static func everyNth(
        _ interval: Int, _ parts: [String: String]
    ) throws(RecurrenceError) -> Schedule {
        switch (parts["FREQ"], parts["BYDAY"], parts["BYMONTHDAY"]) {
        case ("DAILY", nil, nil):
            return .everyDays(interval)
        case ("WEEKLY", let days, nil):
            return .everyWeeks(
                interval, on: try days.map(weekdays) ?? [],
                weekStart: try weekStart(parts["WKST"] ?? "MO"))
        default:
            throw .unsupported(part: "INTERVAL=\(interval)")
        }
    }

    private static func weekStart(_ code: String) throws(RecurrenceError) -> WeekStart {
        switch code {
        case "MO": return .monday
        case "SU": return .sunday
        case "SA": return .saturday
        default: throw .unsupported(part: "WKST=\(code)")
        }
    }

    private static func parts(of rule: String) throws(RecurrenceError) -> [String: String] {
        let prefix = "RRULE:"
        let text = rule.uppercased()
        let list = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
        var parts: [String: String] = [:]
        for part in list.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, parts[String(sides[0])] == nil else {
                throw .malformed(part: String(part))
            }
            parts[String(sides[0])] = String(sides[1])
        }
        return parts
    }

    private static func weekdays(_ list: String) throws(RecurrenceError) -> Set<Int> {
        var weekdays: Set<Int> = []
        for code in list.split(separator: ",") {
            guard let index = weekdayCodes.firstIndex(of: String(code)) else {
                throw .unsupported(part: "BYDAY=\(list)")
            }
            weekdays.insert(index + 1)
        }
        guard !weekdays.isEmpty else { throw .malformed(part: "BYDAY=\(list)") }
        return weekdays
    }

    private static func monthDays(_ list: String) throws(RecurrenceError) -> Set<Int> {
        var days: Set<Int> = []
        for text in list.split(separator: ",") {
            guard let day = Int(text), (1...31).contains(day) else {
                throw .unsupported(part: "BYMONTHDAY=\(list)")
            }
            days.insert(day)
        }
        guard !days.isEmpty else { throw .malformed(part: "BYMONTHDAY=\(list)") }
        return days
    }

    /// The weekdays of recurrence rules, from Monday.
    package static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func list(_ weekdays: Set<Int>) -> String {
        weekdays.sorted().filter { (1...7).contains($0) }.map { weekdayCodes[$0 - 1] }
            .joined(separator: ",")
    }

    /// The schedule as a rule of RFC 5545 whose DTSTART is an occurrence; nil for a schedule without
    /// fixed days.
    package var recurrenceRule: String? {
        switch self {
        case .daily:
            "FREQ=DAILY"
        case .weekly(let weekdays):
            "FREQ=WEEKLY;BYDAY=" + Self.list(weekdays)
        case .monthly(let days):
            "FREQ=MONTHLY;BYMONTHDAY=" + days.sorted().map(String.init).joined(separator: ",")
        case .everyDays(let count):
            "FREQ=DAILY;INTERVAL=\(count)"
        case .everyWeeks(let count, let weekdays, let weekStart):
            "FREQ=WEEKLY;INTERVAL=\(count)"
                + (weekdays.isEmpty ? "" : ";BYDAY=" + Self.list(weekdays))
                + ";WKST=" + Self.weekdayCodes[(weekStart ?? .monday).weekday - 1]
        case .times, .sticky, .adhoc:
            nil
        }
    }
}
