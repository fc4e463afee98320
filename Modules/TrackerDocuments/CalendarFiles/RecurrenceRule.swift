package import Tracker

/// A recurrence rule of RFC 5545 (section 3.3.10) on days. Rules within a day are not supported.
package struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A weekday of `BYDAY`, with its number within the month or year; 0 for each such weekday.
    struct NumberedWeekday: Hashable, Sendable {
        var number: Int
        var weekday: Int
    }

    var frequency: Frequency
    var interval = 1
    var count: Int?
    /// The value of `UNTIL`.
    var until: CalendarTime?
    var weekdays: [NumberedWeekday] = []
    var monthDays: [Int] = []
    var yearDays: [Int] = []
    var weeks: [Int] = []
    var months: [Int] = []
    var positions: [Int] = []
    /// The ISO weekday on which weeks start.
    var weekStart = 1
    /// The parts other than the end, for schedules.
    private(set) var endless: String

    package init(_ text: String) throws(RecurrenceError) {
        let text = text.uppercased()
        let list = text.hasPrefix("RRULE:") ? text.dropFirst(6) : text[...]
        var parts: [String: String] = [:]
        var others: [Substring] = []
        for part in list.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, parts[String(sides[0])] == nil else {
                throw .malformed(part: String(part))
            }
            parts[String(sides[0])] = String(sides[1])
            if sides[0] != "COUNT", sides[0] != "UNTIL" { others.append(part) }
        }
        endless = others.joined(separator: ";")
        guard let name = parts.removeValue(forKey: "FREQ") else { throw .malformed(part: text) }
        guard let frequency = Frequency(rawValue: name) else {
            throw .unsupported(part: "FREQ=\(name)")
        }
        self.frequency = frequency
        for (name, value) in parts { try read(name, value) }
    }

    private mutating func read(_ name: String, _ value: String) throws(RecurrenceError) {
        let malformed = RecurrenceError.malformed(part: "\(name)=\(value)")
        func numbers(_ range: ClosedRange<Int>) throws(RecurrenceError) -> [Int] {
            let parts = value.split(separator: ",")
            let numbers = parts.compactMap { Int($0) }.filter { range.contains(abs($0)) }
            guard !parts.isEmpty, numbers.count == parts.count else { throw malformed }
            return numbers
        }
        func positive(_ limit: Int) throws(RecurrenceError) -> Int {
            guard let number = Int(value), number > 0 else { throw malformed }
            return min(number, limit)
        }
        switch name {
        case "INTERVAL": interval = try positive(Self.intervalLimit)
        case "COUNT": count = try positive(.max)
        case "UNTIL":
            guard let time = CalendarTime(value, zone: nil) else { throw malformed }
            until = time
        case "BYDAY":
            for part in value.split(separator: ",") {
                let number = part.dropLast(2)
                let index = Schedule.weekdayCodes.firstIndex(of: String(part.suffix(2)))
                guard let index, let count = number.isEmpty ? 0 : Int(number),
                    abs(count) <= 53, number.isEmpty || count != 0
                else { throw malformed }
                weekdays.append(NumberedWeekday(number: count, weekday: index + 1))
            }
        case "BYMONTHDAY": monthDays = try numbers(1...31)
        case "BYYEARDAY": yearDays = try numbers(1...366)
        case "BYWEEKNO": weeks = try numbers(1...53)
        case "BYMONTH":
            months = try numbers(1...12)
            guard months.allSatisfy({ $0 > 0 }) else { throw malformed }
        case "BYSETPOS": positions = try numbers(1...366)
        case "WKST":
            guard let index = Schedule.weekdayCodes.firstIndex(of: value) else { throw malformed }
            weekStart = index + 1
        default: throw .unsupported(part: "\(name)=\(value)")
        }
    }

    /// Periods, such as weeks, between two occurrences.
    private static let intervalLimit = 10_000
}
