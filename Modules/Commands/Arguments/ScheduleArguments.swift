import ArgumentParser
import Tracker

/// A number of days or weeks, such as `2d` or `3w`.
struct IntervalArgument: ExpressibleByArgument {
    enum Unit: Equatable {
        case days, weeks
    }

    var count: Int
    var unit: Unit

    init?(argument: String) {
        guard let letter = argument.last, let count = Int(argument.dropLast()), count >= 1 else {
            return nil
        }
        switch letter {
        case "d": unit = .days
        case "w": unit = .weeks
        default: return nil
        }
        self.count = count
    }

    /// The schedule, for weeks on `weekdays`.
    func schedule(on weekdays: Set<Int>) -> Schedule {
        switch unit {
        case .days: .everyDays(count)
        case .weeks: .everyWeeks(count, on: weekdays, weekStart: nil)
        }
    }
}

/// A number of times in a week or month, such as `3/week` or `8/month`.
struct TimesArgument: ExpressibleByArgument {
    var count: Int
    var period: SchedulePeriod

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]),
            let name = SchedulePeriod.Name(rawValue: String(parts[1]))
        else { return nil }
        self.count = count
        period = SchedulePeriod(name, weekStart: nil)
    }
}
