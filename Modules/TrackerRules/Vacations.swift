package import CivilTime
package import Tracker

/// A session excused by a vacation day.
package struct VacationSkip: Hashable, Sendable {
    package var activity: Activity.ID
    /// Nil if the activity has one session on the day.
    package var slot: Slot?
}

/// The skip reason of the entries that a vacation day creates.
package let vacationSkipReason = "Vacation"

extension ActivityHistory {
    /// The skips that marking `day` as a vacation creates: one for each open session of a due activity,
    /// including children. Reminders and carried occurrences are excluded.
    package func vacationSkips(on day: CivilDate) -> [VacationSkip] {
        dueOccurrences(on: day).filter { !$0.isCarried && !isReminder($0) }.flatMap { due in
            tracked[due.index].ruleHistory[day].rules.isContainer
                ? children(of: due.index, on: day).filter { !$0.isCarried }
                    .flatMap(vacationSkips(of:))
                : vacationSkips(of: due)
        }
    }

    private func vacationSkips(of due: IndexedOccurrence) -> [VacationSkip] {
        let status = dayStatus(of: due)
        guard status.state == .open else { return [] }
        let isSingle = due.slots.count == 1
        return status.openSlots.map { slot in
            VacationSkip(activity: tracked[due.index].activity.id, slot: isSingle ? nil : slot)
        }
    }

    /// The entries to remove when the vacation on `day` is cancelled: exactly those that marking it
    /// created, including those of activities deleted since.
    package func vacationEntries(on day: CivilDate) -> [Entry] {
        let untracked = untrackedHistories.values.sorted { $0.activity < $1.activity }
        return (tracked.map(\.history) + untracked).flatMap { history in
            history.range(on: day).filter { history.states[$0].source == .vacation }
                .map(history.entry(at:))
        }
    }
}
