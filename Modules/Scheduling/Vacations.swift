package import CivilTime
package import Tracking

/// A session that a vacation day excuses.
package struct VacationSkip: Hashable, Sendable {
    package var activity: Activity.ID
    /// Named only where the activity has several sessions that day.
    package var slot: Slot?
}

/// The reason on the entries that a vacation day writes.
package let vacationSkipReason = "Vacation"

extension Diary {
    /// What marking `day` as a vacation excuses: each open session of what is due, children
    /// included. Reminders stay, and what is carried belongs to another day.
    package func vacationSkips(on day: CivilDate) -> [VacationSkip] {
        dueList(on: day).filter { !$0.isCarried && !isReminder($0) }.flatMap { due in
            tracks[due.place].timeline[day].rules.isContainer
                ? children(of: due.place, on: day).filter { !$0.isCarried }
                    .flatMap(vacationSkips(of:))
                : vacationSkips(of: due)
        }
    }

    private func vacationSkips(of due: Due) -> [VacationSkip] {
        let standing = standing(of: due)
        guard standing.state == .open else { return [] }
        let isSingle = due.slots.count == 1
        return standing.openSlots.map { slot in
            VacationSkip(activity: tracks[due.place].activity.id, slot: isSingle ? nil : slot)
        }
    }

    /// The entries that go when `day` is no vacation any more: exactly those that marking it wrote, for
    /// activities that were deleted since too.
    package func vacationEntries(on day: CivilDate) -> [Entry] {
        let aside = unlisted.values.sorted { $0.activity < $1.activity }
        return (tracks.map(\.ledger) + aside).flatMap { ledger in
            ledger.places(on: day).filter { ledger.marks[$0].source == .vacation }
                .map(ledger.entry(at:))
        }
    }
}
