package import Tracker

/// A number of times in a number of days, as habit apps store it.
package struct HabitFrequency: Hashable, Sendable {
    package let times: Int
    package let days: Int
    /// The schedule that comes closest.
    package let schedule: Schedule
    /// True if the schedule says the same.
    package let isExact: Bool

    private static let week = 7
    private static let month = 30
    private static let monthLengths = 30...31

    /// Nil unless both numbers are 1 or more.
    package init?(times: Int64, days: Int64) {
        guard times >= 1, days >= 1, let count = Int32(exactly: times),
            let length = Int32(exactly: days)
        else { return nil }
        self.times = Int(count)
        self.days = Int(length)
        if count >= length {
            (schedule, isExact) = (.daily, true)
        } else if self.days == Self.week {
            (schedule, isExact) = (Self.timesAWeek(self.times), true)
        } else if Self.monthLengths.contains(self.days) {
            (schedule, isExact) = (.times(self.times, per: .month), true)
        } else {
            (schedule, isExact) = (Self.nearest(Double(count) / Double(length)), false)
        }
    }

    /// The frequency of a text such as `3/7`; nil for another text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let times = Int64(parts[0]), let days = Int64(parts[1]) else {
            return nil
        }
        self.init(times: times, days: days)
    }

    /// The frequency of a schedule; nil for a reminder.
    package init?(_ schedule: Schedule) {
        let (times, days): (Int, Int) =
            switch schedule {
            case .daily: (1, 1)
            case .weekly(let weekdays): (weekdays.count, Self.week)
            case .monthly(let days): (days.count, Self.month)
            case .everyDays(let count): (1, count)
            case .everyWeeks(let count, let weekdays, _):
                (max(1, weekdays.count), Self.week * min(count, 5000))
            case .times(let count, per: .week): (count, Self.week)
            case .times(let count, per: .month): (count, Self.month)
            case .sticky, .adhoc: (0, 0)
            }
        self.init(times: Int64(times), days: Int64(days))
    }

    private static func timesAWeek(_ count: Int) -> Schedule {
        .times(count, per: .week(startingOn: nil))
    }

    /// The schedule whose share of days is nearest; a week before a month if both are.
    private static func nearest(_ share: Double) -> Schedule {
        let weeks = (1..<week).map { (timesAWeek($0), Double($0) / Double(week)) }
        let months = (1..<month).map {
            (Schedule.times($0, per: .month), Double($0) / Double(month))
        }
        let all = weeks + months + [(.daily, 1)]
        // The first of equal distances, which is that of a week.
        return all.min { abs($0.1 - share) < abs($1.1 - share) }?.0 ?? .daily
    }

    /// The period that a target for these days is read as, nil for a day, and the factor of the target.
    package var targetPeriod: (period: SchedulePeriod.Name?, factor: Double) {
        switch days {
        case 1: (nil, 1)
        case Self.week: (.week, 1)
        case Self.monthLengths: (.month, 1)
        case ..<4: (nil, 1 / Double(days))
        case ..<19: (.week, Double(Self.week) / Double(days))
        default: (.month, Double(Self.month) / Double(days))
        }
    }

    /// True if a target for these days has a period of the same length.
    package var hasExactPeriod: Bool { targetPeriod.factor == 1 && times == 1 }

    package var text: String {
        let number = times == 1 ? "once" : "\(times) times"
        return days == 1 ? "\(number) a day" : "\(number) in \(days) days"
    }
}
