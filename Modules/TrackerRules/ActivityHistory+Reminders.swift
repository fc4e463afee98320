package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The day on which a reminder was completed, as of `today`; nil while the reminder is open, and for
    /// an activity that is not a reminder.
    ///
    /// A completed reminder for a later day already counts as completed.
    package func dayOfCompletion(of activity: Activity, asOf today: CivilDate) -> CivilDate? {
        guard let index = index(of: activity) else { return nil }
        let rules = tracked[index].ruleHistory[today].rules
        switch rules.recurrence {
        case .days, .interval, .period: return nil
        case .adhoc(let day):
            return day.flatMap { dayStatus(of: index, on: $0).isCompleted ? $0 : nil }
        case .sticky:
            return loggedDays(of: index, from: .distantPast, through: today).first { day in
                tracked[index].history.totals(through: day, by: rules).done == rules.sessions
            }
        }
    }
}
