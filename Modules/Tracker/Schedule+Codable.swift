import CivilTime

extension Schedule: Codable {
    private enum Key: String, CodingKey {
        case type, weekdays, monthDays, specificDate, every, unit, weekStart, count
    }

    /// The unit of the interval of `every`.
    private enum IntervalUnit: String, Codable {
        case day, week
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Name.self, forKey: .type) {
        case .daily: self = .daily
        case .weekly: self = .weekly(try container.decode(Set<Int>.self, forKey: .weekdays))
        case .monthly: self = .monthly(try container.decode(Set<Int>.self, forKey: .monthDays))
        case .every:
            let count = try container.decode(Int.self, forKey: .every)
            switch try container.decode(IntervalUnit.self, forKey: .unit) {
            case .day: self = .everyDays(count)
            case .week:
                let weekdays = try container.decodeIfPresent(Set<Int>.self, forKey: .weekdays)
                self = .everyWeeks(
                    count, on: weekdays ?? [],
                    weekStart: try container.decodeIfPresent(WeekStart.self, forKey: .weekStart))
            }
        case .times:
            self = .times(
                try container.decode(Int.self, forKey: .count),
                per: try SchedulePeriod(from: decoder))
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
        case .everyDays(let count):
            try container.encode(count, forKey: .every)
            try container.encode(IntervalUnit.day, forKey: .unit)
        case .everyWeeks(let count, let weekdays, let weekStart):
            try container.encode(count, forKey: .every)
            try container.encode(IntervalUnit.week, forKey: .unit)
            if !weekdays.isEmpty { try container.encode(weekdays.sorted(), forKey: .weekdays) }
            try container.encodeIfPresent(weekStart, forKey: .weekStart)
        case .times(let count, let period):
            try container.encode(count, forKey: .count)
            try period.encode(to: encoder)
        case .adhoc(let day): try container.encodeIfPresent(day, forKey: .specificDate)
        case .daily, .sticky: break
        }
    }
}
