package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The skipped and not completed sessions of each activity by day; nil stands for the first session of
    /// the day. Deleted activities are left out.
    package var skippedSessions: [Activity.ID: [CivilDate: Set<Slot?>]] {
        var skips: [Activity.ID: [CivilDate: Set<Slot?>]] = [:]
        for history in tracked.map(\.history) {
            var days: [CivilDate: Set<Slot?>] = [:]
            for state in history.states where !state.isCompleted {
                days[state.day, default: []].insert(state.slot)
            }
            for day in days.keys {
                for index in history.range(on: day) where history.states[index].isCompleted {
                    days[day]?.remove(history.states[index].slot)
                }
                if days[day]?.isEmpty == true { days[day] = nil }
            }
            skips[history.activity] = days
        }
        return skips
    }
}
