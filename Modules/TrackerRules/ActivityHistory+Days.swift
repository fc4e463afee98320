package import CivilTime
package import Tracker

extension ActivityHistory {
    /// True if the activity is listed on `day`, apart from carried occurrences.
    package func isShown(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { isShown($0, on: day) } ?? false
    }

    func isShown(_ index: Int, on day: CivilDate) -> Bool {
        let span = tracked[index].ruleHistory[day]
        guard span.isAvailable else { return false }
        switch span.rules.recurrence {
        case .days, .interval: return span.rules.recurs(on: day)
        case .period: return isExpected(index, on: day)
        case .adhoc(let date): return date == day
        case .sticky: return !isReminderCompleted(index, by: span.rules, through: day)
        }
    }

    /// True if every session of a sticky reminder was completed on `day` or before.
    private func isReminderCompleted(
        _ index: Int, by rules: DayRules, through day: CivilDate
    ) -> Bool {
        tracked[index].history.totals(through: day, by: rules).done == rules.sessions
    }

    /// True if a sticky reminder was completed by the entries of `day`, so that it is no longer listed.
    func isReminderCompleted(_ index: Int, on day: CivilDate) -> Bool {
        let span = tracked[index].ruleHistory[day]
        guard span.isAvailable, span.container == nil, span.rules.recurrence == .sticky
        else { return false }
        return isReminderCompleted(index, by: span.rules, through: day)
            && !isReminderCompleted(index, by: span.rules, through: day.advanced(by: -1))
    }

    func isReminderCompleted(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { isReminderCompleted($0, on: day) } ?? false
    }

    /// True if rates and streaks count `day`: the activity was available, due or done, and not passive.
    package func isExpected(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { isExpected($0, on: day) } ?? false
    }

    /// The status of an activity on `day` as of `today`, or as of the day itself; that of a container is
    /// derived from its children. A limit is kept only at the end of its day, and on a vacation day only by
    /// an entry.
    package func dayStatus(
        of activity: Activity, on day: CivilDate, asOf today: CivilDate? = nil
    ) -> DayStatus {
        if let index = index(of: activity) { return dayStatus(of: index, on: day, asOf: today) }
        return DayStatus(
            of: activity.configuration(on: day), entries: entries(of: activity.id, on: day))
    }

    func dayStatus(of index: Int, on day: CivilDate, asOf today: CivilDate? = nil) -> DayStatus {
        dayStatus(of: index, by: tracked[index].ruleHistory[day].rules, on: day, asOf: today)
    }

    func dayStatus(
        of index: Int, by rules: DayRules, on day: CivilDate, asOf today: CivilDate? = nil
    ) -> DayStatus {
        if rules.isContainer {
            return DayStatus(
                ofContainerWith: children(of: index, on: day).lazy
                    .map { dayStatus(of: $0, asOf: today) })
        }
        var status = DayStatus(
            by: rules, tracked[index].history.totals(of: day, by: rules),
            isOver: day < today ?? day,
            countsWithoutEntry: countsWithoutEntry && !vacations.contains(day))
        if let rule = rules.period, !rule.countsDays {
            status.evaluate(
                periodProgress(of: index, by: rule, at: day, asOf: day), sessions: rules.sessions)
        }
        return status
    }

    /// The status of an occurrence. A carried one has the open sessions of its original day.
    package func dayStatus(of occurrence: Occurrence) -> DayStatus {
        guard let index = index(of: occurrence.activity) else {
            return dayStatus(of: occurrence.activity, on: occurrence.dueOn)
        }
        return dayStatus(
            of: IndexedOccurrence(
                index: index, day: occurrence.dueOn, slots: SlotSet(occurrence.slots),
                isCarried: occurrence.isCarried))
    }

    func dayStatus(of due: IndexedOccurrence, asOf today: CivilDate? = nil) -> DayStatus {
        var status = dayStatus(of: due.index, on: due.day, asOf: today)
        guard due.isCarried else { return status }
        let isBySession = tracked[due.index].ruleHistory[due.day].rules.completionRule == .sessions
        if isBySession || status.state != .open {
            status.done = 0
            status.expected = due.slots.count
            status.filled = 0
            status.fillable = status.fillable > 0 ? Double(due.slots.count) : 0
        }
        (status.state, status.extendsStreak, status.hasExcuse) = (.open, false, false)
        (status.completed, status.skipped, status.open) = ([], [], due.slots)
        return status
    }
}

/// An activity on a day's list, and the day on which it is due.
package struct Occurrence: Hashable, Sendable {
    package var activity: Activity
    package var dueOn: CivilDate
    package var slots: [Slot]
    package var isCarried: Bool
}

/// An occurrence by the index of its activity in the history.
struct IndexedOccurrence: Hashable, Sendable {
    var index: Int
    var day: CivilDate
    var slots: SlotSet
    var isCarried = false
}

extension ActivityHistory {
    /// The due children of a container on `day`, in list order: those that were in the container and
    /// due, and those with a missed occurrence that is carried to `day`.
    package func children(of container: Activity, on day: CivilDate) -> [Occurrence] {
        index(of: container).map { children(of: $0, on: day).map(occurrence) } ?? []
    }

    func children(of container: Int, on day: CivilDate) -> [IndexedOccurrence] {
        tracked[container].members.compactMap { child in
            let span = tracked[child].ruleHistory[day]
            guard span.container == container else { return nil }
            return isExpected(child, on: day)
                ? IndexedOccurrence(index: child, day: day, slots: span.rules.sessions)
                : carried(child, to: day)
        }
    }

    /// The top-level occurrences of a day in list order, including carried ones.
    package func occurrences(on day: CivilDate) -> [Occurrence] {
        dueOccurrences(on: day).map(occurrence)
    }

    func dueOccurrences(on day: CivilDate) -> [IndexedOccurrence] {
        tracked.indices.compactMap { index in
            let span = tracked[index].ruleHistory[day]
            guard span.container == nil, !span.rules.isPassive else { return nil }
            return isShown(index, on: day)
                ? IndexedOccurrence(index: index, day: day, slots: span.rules.sessions)
                : carried(index, to: day)
        }
    }

    func occurrence(_ due: IndexedOccurrence) -> Occurrence {
        Occurrence(
            activity: tracked[due.index].activity, dueOn: due.day, slots: due.slots.slots,
            isCarried: due.isCarried)
    }

    func isReminder(_ due: IndexedOccurrence) -> Bool {
        tracked[due.index].ruleHistory[due.day].rules.isReminder
    }
}

extension ActivityHistory {
    /// The first skipped child of a skipped container, whose reason is shown; nil if the container is not
    /// skipped.
    package func skipReasonSource(of container: Activity, on day: CivilDate) -> Activity? {
        guard let index = index(of: container), dayStatus(of: index, on: day).isSkipped else {
            return nil
        }
        return children(of: index, on: day).first { dayStatus(of: $0).isSkipped }
            .map { tracked[$0.index].activity }
    }

    /// The reason for the skip on `day`; nil if the activity is not skipped or has no reason.
    package func skipReason(of activity: Activity, on day: CivilDate) -> String? {
        let source = skipReasonSource(of: activity, on: day) ?? activity
        guard dayStatus(of: source, on: day).isSkipped else { return nil }
        return entries(of: source.id, on: day).compactMap(\.outcome.skipReason).first
    }
}
