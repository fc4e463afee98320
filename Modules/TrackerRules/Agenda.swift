package import CivilTime
package import Tracker

/// A day's list as a person sees it.
package struct Agenda: Hashable, Sendable {
    /// One line of the list. An activity of several sessions has a line for each, a container one
    /// for each part of the day in which a child is open.
    package struct Item: Hashable, Sendable {
        package var occurrence: Occurrence
        package var status: DayStatus
        package var slot: Slot
        /// The line's number: that of its session, or a cumulative day's total.
        package var value: Double?
        /// The children of a container that belong to this line.
        package var children: [Item]
    }

    package struct Section: Hashable, Sendable {
        package var slot: Slot
        package var items: [Item]
    }

    package var day: CivilDate
    package var isVacation: Bool
    /// The filled share of the day's bar, 0 to 1.
    package var progress: Double
    package var isAllSkipped: Bool
    /// What is open, by part of the day, earliest first; no section is empty.
    package var sections: [Section]
    /// Open reminders, newest first.
    package var reminders: [Occurrence]
    package var completed: [Item]
    package var skipped: [Item]
}

extension ActivityHistory {
    /// The list of a day, sorted into what is open, done and excused.
    package func agenda(on day: CivilDate) -> Agenda {
        let list = dues(on: day).map { (due: $0, standing: dayStatus(of: $0)) }
        let tasks = list.filter { !isReminder($0.due) }
        let reminders = list.filter { isReminder($0.due) }
        let taskLines = tasks.flatMap { lines(of: $0.due, status: $0.standing, on: day) }
        let reminderLines =
            reminders.flatMap { lines(of: $0.due, status: $0.standing, on: day) }
            + completedReminders(on: day).flatMap { due in
                lines(of: due, status: dayStatus(of: due), on: day)
            }
        func items(_ state: DayStatus.State) -> [Agenda.Item] {
            [taskLines, reminderLines].joined().filter { $0.state == state }.map(\.item)
        }
        let (progress, allSkipped) = Self.progress(of: tasks.map(\.standing))
        return Agenda(
            day: day, isVacation: vacations.contains(day), progress: progress,
            isAllSkipped: allSkipped,
            sections: Self.openItems(of: taskLines).map(Agenda.Section.init),
            reminders: reminders.filter { $0.standing.state == .open }.map { occurrence($0.due) }
                .sorted { $0.activity.created > $1.activity.created },
            completed: items(.completed), skipped: items(.skipped))
    }

    /// Reminders that stay, and were done with what was logged on `day`, by the sessions done on it.
    private func completedReminders(on day: CivilDate) -> [IndexedOccurrence] {
        tracks.indices.filter { isReminderCompleted($0, on: day) }
            .map {
                IndexedOccurrence(
                    index: $0, day: day, slots: tracks[$0].timeline[day].rules.sessions)
            }
    }

    /// The filled share of a day's bar: 1 when there is nothing to do, 0 when all is excused.
    ///
    /// It counts the list as shown, carried occurrences included and reminders not.
    package func progress(on day: CivilDate) -> Double {
        Self.progress(of: dues(on: day).filter { !isReminder($0) }.map(dayStatus(of:))).share
    }

    private static func progress(of standings: [DayStatus]) -> (share: Double, allSkipped: Bool) {
        let fillable = standings.reduce(0) { $0 + $1.fillable }
        guard fillable == 0 else {
            return (standings.reduce(0) { $0 + $1.filled } / fillable, false)
        }
        let isExcused = standings.contains(where: \.hasExcuse)
        return (isExcused ? 0 : 1, isExcused)
    }

    private typealias Line = (state: DayStatus.State, item: Agenda.Item)

    /// What is open, by part of the day, earliest first; within one, what an activity is meant to
    /// follow comes before it.
    private static func openItems(of lines: [Line]) -> [(slot: Slot, items: [Agenda.Item])] {
        let open = Dictionary(
            grouping: lines.filter { $0.state == .open }.map(\.item), by: \.slot)
        return open.sorted { $0.key < $1.key }.map { slot, items in
            (slot, items.softlyOrdered { $0.occurrence.activity })
        }
    }

    private func lines(of due: IndexedOccurrence, status: DayStatus, on day: CivilDate) -> [Line] {
        let rules = tracks[due.index].timeline[due.day].rules
        let occurrence = occurrence(due)
        func line(
            _ slot: Slot, _ state: DayStatus.State, value: Double? = nil,
            children: [Agenda.Item] = []
        ) -> Line {
            let item = Agenda.Item(
                occurrence: occurrence, status: status, slot: slot, value: value,
                children: children)
            return (state, item)
        }
        if rules.isContainer {
            let bucket = occurrence.slots[0].listedSlot
            return containerLines(of: due.index, on: day, status: status) {
                line($0 ?? bucket, $1, children: $2)
            }
        }
        func listed(_ slot: Slot, _ state: DayStatus.State) -> Line {
            // Water is drunk all day; a tick without a time is best done early.
            if case .total = rules.completionRule { return line(slot, state, value: status.value) }
            return line(
                slot.listedSlot, state, value: newestNumber(of: due, by: rules, in: SlotSet(slot)))
        }
        return status.openSlots.map { listed($0, .open) }
            + status.completedSlots.map { listed($0, .completed) }
            + status.skippedSlots.map { listed($0, .skipped) }
    }

    private func newestNumber(of due: IndexedOccurrence, by rules: DayRules, in session: SlotSet)
        -> Double?
    {
        let ledger = tracks[due.index].history
        return ledger.range(on: due.day).reversed().lazy.map { ledger.marks[$0] }
            .first { $0.value != nil && rules.session(of: $0) == session }?.value
    }

    private func containerLines(
        of container: Int, on day: CivilDate, status: DayStatus,
        line: (Slot?, DayStatus.State, [Agenda.Item]) -> Line
    ) -> [Line] {
        let lines = children(of: container, on: day).flatMap { child in
            self.lines(of: child, status: self.dayStatus(of: child), on: day)
        }
        let open = Self.openItems(of: lines)
        guard status.state == .open, !open.isEmpty else {
            return [line(nil, status.state, lines.map(\.item))]
        }
        return open.map { slot, items in line(slot, .open, items) }
    }
}
