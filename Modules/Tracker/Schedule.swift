package import CivilTime

/// The rule that says on which days an activity is due.
package enum Schedule: Hashable, Sendable {
    case daily
    /// ISO weekdays, 1 Monday to 7 Sunday.
    case weekly(Set<Int>)
    /// Days of the month, 1 to 31; a month without such a day has no occurrence.
    case monthly(Set<Int>)
    /// A reminder that is open until it is done.
    case sticky
    /// A reminder for one day; without a day it is never shown.
    case adhoc(CivilDate?)

    /// True if the recurrence includes `day`. A reminder does not recur.
    package func recurs(on day: CivilDate) -> Bool {
        switch self {
        case .daily: true
        case .weekly(let weekdays): weekdays.contains(day.weekday)
        case .monthly(let days): days.contains(day.day)
        case .sticky, .adhoc: false
        }
    }

    /// True for reminders, which are listed separately and count in no rate, streak, progress or goal.
    package var isReminder: Bool {
        switch self {
        case .sticky, .adhoc: true
        case .daily, .weekly, .monthly: false
        }
    }

    /// True if a missed occurrence can be carried to later days.
    package var canCarryForward: Bool {
        switch self {
        case .weekly, .monthly: true
        case .daily, .sticky, .adhoc: false
        }
    }
}

extension Schedule {
    /// The name of the recurrence in documents and commands.
    package enum Name: String, CaseIterable, Codable, Sendable {
        case daily, weekly, monthly, sticky, adhoc
    }

    package var name: Name {
        switch self {
        case .daily: .daily
        case .weekly: .weekly
        case .monthly: .monthly
        case .sticky: .sticky
        case .adhoc: .adhoc
        }
    }
}

extension Schedule: Codable {
    private enum Key: String, CodingKey {
        case type, weekdays, monthDays, specificDate
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Name.self, forKey: .type) {
        case .daily: self = .daily
        case .weekly: self = .weekly(try container.decode(Set<Int>.self, forKey: .weekdays))
        case .monthly: self = .monthly(try container.decode(Set<Int>.self, forKey: .monthDays))
        case .sticky: self = .sticky
        case .adhoc:
            self = .adhoc(try container.decodeIfPresent(CivilDate.self, forKey: .specificDate))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .type)
        switch self {
        case .weekly(let weekdays): try container.encode(weekdays.sorted(), forKey: .weekdays)
        case .monthly(let days): try container.encode(days.sorted(), forKey: .monthDays)
        case .adhoc(let day): try container.encodeIfPresent(day, forKey: .specificDate)
        case .daily, .sticky: break
        }
    }
}
