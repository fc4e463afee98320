package import CivilTime
package import Tracker

/// A session that a vacation day excuses.
package struct VacationSkip: Hashable, Sendable {
    package var activity: Activity.ID
    /// Named only where the activity has several sessions that day.
    package var slot: Slot?
}

/// The reason on the entries that a vacation day writes.
package let vacationSkipReason = "Vacation"

extension ActivityHistory {
    /// What marking `day` as a vacation excuses: each open session of what is due, children
    /// included. Reminders stay, and what is carried belongs to another day.
    package func vacationSkips(on day: CivilDate) -> [VacationSkip] {
        dues(on: day).filter { !$0.isCarried && !isReminder($0) }.flatMap { due in
            tracks[due.index].timeline[day].rules.isContainer
                ? children(of: due.index, on: day).filter { !$0.isCarried }
                    .flatMap(vacationSkips(of:))
                : vacationSkips(of: due)
        }
    }

    private func vacationSkips(of due: IndexedOccurrence) -> [VacationSkip] {
        let standing = dayStatus(of: due)
        guard standing.state == .open else { return [] }
        let isSingle = due.slots.count == 1
        return standing.openSlots.map { slot in
            VacationSkip(activity: tracks[due.index].activity.id, slot: isSingle ? nil : slot)
        }
    }

    /// The entries that go when `day` is no vacation any more: exactly those that marking it wrote, for
    /// activities that were deleted since too.
    package func vacationEntries(on day: CivilDate) -> [Entry] {
        let aside = untrackedHistories.values.sorted { $0.activity < $1.activity }
        return (tracks.map(\.history) + aside).flatMap { ledger in
            ledger.range(on: day).filter { ledger.marks[$0].source == .vacation }
                .map(ledger.entry(at:))
        }
    }
}
