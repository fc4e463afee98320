package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The day on which a reminder was done, as of `today`; nil while it is open, and for an activity
    /// that is not a reminder.
    ///
    /// A reminder for a later day that is done already counts as done.
    package func dayOfCompletion(of activity: Activity, asOf today: CivilDate) -> CivilDate? {
        guard let place = index(of: activity) else { return nil }
        let rules = tracks[place].timeline[today].rules
        switch rules.recurrence {
        case .days: return nil
        case .adhoc(let day):
            return day.flatMap { dayStatus(of: place, on: $0).isCompleted ? $0 : nil }
        case .sticky:
            return loggedDays(of: place, from: .distantPast, through: today).first { day in
                tracks[place].history.log(through: day, by: rules).done == rules.sessions
            }
        }
    }
}
