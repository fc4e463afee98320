package import CivilTime
package import Tracker

/// The list of a day: open, completed and skipped items.
package struct Agenda: Hashable, Sendable {
    /// One line of the list. An activity has a line for each session, and a container one for each part of
    /// the day with an open child.
    package struct Item: Hashable, Sendable {
        package var occurrence: Occurrence
        package var status: DayStatus
        package var slot: Slot
        /// The value of the line's session, or the total of a cumulative day; nil without one.
        package var value: Double?
        /// The lines of children; empty except for a container.
        package var children: [Item]
        /// The week or month of the activity; nil if the activity is judged by the day.
        package var period: PeriodProgress?
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
    /// The open items by part of the day, earliest first; no section is empty.
    package var sections: [Section]
    /// Open reminders, newest first.
    package var reminders: [Occurrence]
    package var completed: [Item]
    package var skipped: [Item]
    /// The open items of activities that may be done for their week or month but are not due, in list
    /// order, those in a container included.
    package var optional: [Item]
}

extension ActivityHistory {
    /// The list of a day, divided into open, completed and skipped items.
    package func agenda(on day: CivilDate) -> Agenda {
        let list = dueOccurrences(on: day).map { (due: $0, status: dayStatus(of: $0)) }
        let tasks = list.filter { !isReminder($0.due) }
        let reminders = list.filter { isReminder($0.due) }
        let taskLines = tasks.flatMap { lines(of: $0.due, status: $0.status, on: day) }
        let reminderLines =
            reminders.flatMap { lines(of: $0.due, status: $0.status, on: day) }
            + completedReminders(on: day).flatMap { due in
                lines(of: due, status: dayStatus(of: due), on: day)
            }
        func items(_ state: DayStatus.State) -> [Agenda.Item] {
            [taskLines, reminderLines].joined().filter { $0.state == state }.map(\.item)
        }
        let optionalLines = optionalOccurrences(on: day).flatMap { due in
            lines(of: due, status: dayStatus(of: due), on: day)
        }
        let (progress, allSkipped) = Self.progress(of: tasks.map(\.status))
        return Agenda(
            day: day, isVacation: vacations.contains(day), progress: progress,
            isAllSkipped: allSkipped,
            sections: Self.openItems(of: taskLines).map(Agenda.Section.init),
            reminders: reminders.filter { $0.status.state == .open }.map { occurrence($0.due) }
                .sorted { $0.activity.created > $1.activity.created },
            completed: items(.completed),
            skipped: items(.skipped)
                + optionalLines.filter { $0.state == .skipped }.map(\.item),
            optional: optionalLines.filter { $0.state == .open }.map(\.item))
    }

    /// The occurrences on optional days.
    private func optionalOccurrences(on day: CivilDate) -> [IndexedOccurrence] {
        tracked.indices.filter {
            tracked[$0].ruleHistory.hasLateResults && occurrenceState(of: $0, on: day) == .optional
        }.map {
            IndexedOccurrence(
                index: $0, day: day, slots: tracked[$0].ruleHistory[day].rules.sessions)
        }
    }

    /// The sticky reminders that were completed by the entries of `day`.
    private func completedReminders(on day: CivilDate) -> [IndexedOccurrence] {
        tracked.indices.filter { isReminderCompleted($0, on: day) }
            .map {
                IndexedOccurrence(
                    index: $0, day: day, slots: tracked[$0].ruleHistory[day].rules.sessions)
            }
    }

    /// The filled share of a day's bar: 1 if nothing is due, 0 if everything is excused.
    ///
    /// The share includes carried occurrences and excludes reminders.
    package func progress(on day: CivilDate) -> Double {
        Self.progress(
            of: dueOccurrences(on: day).filter { !isReminder($0) }.map { dayStatus(of: $0) }
        )
        .share
    }

    private static func progress(of statuses: [DayStatus]) -> (share: Double, allSkipped: Bool) {
        let fillable = statuses.reduce(0) { $0 + $1.fillable }
        guard fillable == 0 else {
            return (statuses.reduce(0) { $0 + $1.filled } / fillable, false)
        }
        let isExcused = statuses.contains(where: \.hasExcuse)
        return (isExcused ? 0 : 1, isExcused)
    }

    private typealias Line = (state: DayStatus.State, item: Agenda.Item)

    /// The open items by part of the day, earliest first, each after the activity that its own follows.
    private static func openItems(of lines: [Line]) -> [(slot: Slot, items: [Agenda.Item])] {
        let open = Dictionary(
            grouping: lines.filter { $0.state == .open }.map(\.item), by: \.slot)
        return open.sorted { $0.key < $1.key }.map { slot, items in
            (slot, items.withPredecessorsFirst { $0.occurrence.activity })
        }
    }

    private func lines(of due: IndexedOccurrence, status: DayStatus, on day: CivilDate) -> [Line] {
        let rules = tracked[due.index].ruleHistory[due.day].rules
        let occurrence = occurrence(due)
        let period = due.isCarried ? nil : periodProgress(of: due.index, on: day)
        func line(
            _ slot: Slot, _ state: DayStatus.State, value: Double? = nil,
            children: [Agenda.Item] = []
        ) -> Line {
            let item = Agenda.Item(
                occurrence: occurrence, status: status, slot: slot, value: value,
                children: children, period: period)
            return (state, item)
        }
        if rules.isContainer {
            let bucket = dayParts.listedSlot(
                occurrence.slots[0], plannedHour: rules.plannedHour)
            return containerLines(of: due.index, on: day, status: status) {
                line($0 ?? bucket, $1, children: $2)
            }
        }
        func listed(_ slot: Slot, _ state: DayStatus.State) -> Line {
            // A cumulative activity stays under all day; an untimed checkbox is listed in the morning.
            let part = dayParts.listedSlot(slot, plannedHour: rules.plannedHour)
            if rules.countsTotals {
                return line(slot == .allDay ? slot : part, state, value: status.value)
            }
            return line(part, state, value: newestNumber(of: due, by: rules, in: SlotSet(slot)))
        }
        return status.openSlots.map { listed($0, .open) }
            + status.completedSlots.map { listed($0, .completed) }
            + status.skippedSlots.map { listed($0, .skipped) }
    }

    private func newestNumber(of due: IndexedOccurrence, by rules: DayRules, in session: SlotSet)
        -> Double?
    {
        let history = tracked[due.index].history
        return history.range(on: due.day).reversed().lazy.map { history.states[$0] }
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
