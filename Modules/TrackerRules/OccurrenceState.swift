package import CivilTime
package import Tracker

/// The state of an activity on a day, evaluated on that day.
package enum OccurrenceState: String, CaseIterable, Codable, Sendable {
    case due
    /// The activity may be done for its week or month, but need not be.
    case optional
    case done
    /// Open on a vacation day.
    case vacation
    /// Not due, or nothing is needed any more.
    case none
}

extension ActivityHistory {
    /// The state of an activity on `day`, judged by that day and, in a week or month, the days before it. A
    /// skip has no effect.
    package func occurrenceState(of activity: Activity, on day: CivilDate) -> OccurrenceState {
        index(of: activity).map { occurrenceState(of: $0, on: day) } ?? .none
    }

    func occurrenceState(of index: Int, on day: CivilDate) -> OccurrenceState {
        let span = tracked[index].ruleHistory[day]
        guard span.isAvailable, !span.rules.isPassive else { return .none }
        if let rule = span.rules.period { return state(of: index, by: rule, on: day) }
        guard span.rules.recurs(on: day) else { return .none }
        if dayStatus(of: index, by: span.rules, on: day).extendsStreak { return .done }
        return vacations.contains(day) ? .vacation : .due
    }

    private func state(of index: Int, by rule: PeriodRule, on day: CivilDate) -> OccurrenceState {
        let progress = periodProgress(of: index, by: rule, at: day, asOf: day)
        switch rule.goal {
        case .days:
            if progress.isDayCompleted { return .done }
        case .total(_, _, let isLimit):
            if !isLimit, progress.isDayCompleted, progress.done.reaches(progress.needed) {
                return .done
            }
        }
        if vacations.contains(day) { return .vacation }
        let isNeeded =
            rule.isLimit
            ? !progress.before.exceeds(progress.needed) : !progress.before.reaches(progress.needed)
        guard isNeeded else { return .none }
        guard rule.countsDays else { return .optional }
        return progress.needed - progress.before >= Double(progress.daysLeft) ? .due : .optional
    }

    /// True if rates and streaks count `day`: the activity was available, due or done, and not passive.
    func isExpected(_ index: Int, on day: CivilDate) -> Bool {
        let span = tracked[index].ruleHistory[day]
        guard span.rules.period != nil else { return span.isExpected(on: day) }
        return [.due, .done].contains(occurrenceState(of: index, on: day))
    }
}
