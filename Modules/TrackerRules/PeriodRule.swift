import CivilTime
import Tracker

/// The rule of an activity that is judged by the week or month: a number of completed days, or a total.
struct PeriodRule: Hashable, Sendable {
    enum Goal: Hashable, Sendable {
        /// The completed days that a period needs.
        case days(Int)
        /// The total that a period has to reach, or with `isLimit` must not exceed.
        case total(Double, by: Accumulation, isLimit: Bool)
    }

    var period: SchedulePeriod
    var goal: Goal

    /// Nil for a configuration that is judged by the day.
    init?(_ configuration: Configuration) {
        if case .times(let count, let period) = configuration.schedule {
            self.period = period
            goal = .days(max(count, 1))
            return
        }
        guard let period = configuration.kind.targetPeriod, !configuration.schedule.isReminder,
            case .cumulative(let quantity, let accumulation) = configuration.kind,
            let target = quantity.target
        else { return nil }
        self.period = period
        goal = .total(target, by: accumulation, isLimit: quantity.isLimit == true)
    }

    var countsDays: Bool {
        if case .days = goal { true } else { false }
    }

    var isLimit: Bool {
        if case .total(_, _, isLimit: true) = goal { true } else { false }
    }

    /// True if days under both rules belong to the same periods. The needed number may differ.
    func isSameKind(as other: PeriodRule?) -> Bool {
        guard let other else { return false }
        return period.name == other.period.name && countsDays == other.countsDays
            && (period.weekStart ?? .monday) == (other.period.weekStart ?? .monday)
    }

    /// The needed number or total of a period of `days` days of which `applicable` are applicable.
    ///
    /// A number of days is rounded to the nearest integer, half up, and is at least 1. A mean does not
    /// depend on the number of days.
    func needed(applicable: Int, of days: Int) -> Double {
        switch goal {
        case .days(let count):
            let whole = min(count, days)
            guard applicable > 0, days > 0 else { return Double(whole) }
            return Double(max(1, (2 * whole * applicable + days) / (2 * days)))
        case .total(let target, let accumulation, _):
            guard accumulation == .sum, applicable > 0, days > 0 else { return target }
            return target * Double(applicable) / Double(days)
        }
    }
}

extension StreakUnit {
    /// The unit in which streaks under the rules count.
    init(_ rules: DayRules) {
        self =
            switch rules.period?.period.name {
            case .week: .week
            case .month: .month
            case nil: .day
            }
    }
}
