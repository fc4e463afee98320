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
    /// The text may begin with `RRULE:`.
    package init(recurrenceRule: String, start: CivilDate) throws(RecurrenceError) {
        let parts = try Self.parts(of: recurrenceRule)
        if let interval = parts["INTERVAL"], interval != "1" {
            throw .unsupported(part: "INTERVAL=\(interval)")
        }
        let understood: Set = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "WKST"]
        if let other = parts.keys.filter({ !understood.contains($0) }).min() {
            throw .unsupported(part: other)
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
        let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        var weekdays: Set<Int> = []
        for code in list.split(separator: ",") {
            guard let index = codes.firstIndex(of: String(code)) else {
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

    /// The schedule as a rule of RFC 5545; nil for a reminder, which does not recur.
    package var recurrenceRule: String? {
        switch self {
        case .daily:
            "FREQ=DAILY"
        case .weekly(let weekdays):
            "FREQ=WEEKLY;BYDAY="
                + weekdays.sorted().map { ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][$0 - 1] }
                .joined(separator: ",")
        case .monthly(let days):
            "FREQ=MONTHLY;BYMONTHDAY=" + days.sorted().map(String.init).joined(separator: ",")
        case .sticky, .adhoc:
            nil
        }
    }
}
