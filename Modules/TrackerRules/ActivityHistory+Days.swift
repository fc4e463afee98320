package import CivilTime
package import Tracker

extension ActivityHistory {
    /// Whether an activity shows on `day`, carried occurrences apart.
    package func isShown(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { isShown($0, on: day) } ?? false
    }

    func isShown(_ place: Int, on day: CivilDate) -> Bool {
        let period = tracks[place].timeline[day]
        guard period.isAvailable else { return false }
        switch period.rules.recurrence {
        case .days: return period.rules.recurs(on: day)
        case .adhoc(let date): return date == day
        case .sticky: return !isReminderCompleted(place, by: period.rules, through: day)
        }
    }

    /// A reminder that stays is done when each of its sessions was, on whichever days.
    private func isReminderCompleted(
        _ place: Int, by rules: DayRules, through day: CivilDate
    ) -> Bool {
        tracks[place].history.log(through: day, by: rules).done == rules.sessions
    }

    /// Whether a reminder that stays is done with what was logged on `day`: it no longer shows then.
    func isReminderCompleted(_ place: Int, on day: CivilDate) -> Bool {
        let period = tracks[place].timeline[day]
        guard period.isAvailable, period.container == nil, period.rules.recurrence == .sticky
        else { return false }
        return isReminderCompleted(place, by: period.rules, through: day)
            && !isReminderCompleted(place, by: period.rules, through: day.advanced(by: -1))
    }

    func isReminderCompleted(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { isReminderCompleted($0, on: day) } ?? false
    }

    /// Whether a rate or streak counts `day` for the activity: it was there, due, and not passive.
    package func isExpected(_ activity: Activity, on day: CivilDate) -> Bool {
        index(of: activity).map { tracks[$0].timeline[day].isExpected(on: day) } ?? false
    }

    /// How an activity stands on `day`; a container through its children.
    package func dayStatus(of activity: Activity, on day: CivilDate) -> DayStatus {
        if let place = index(of: activity) { return dayStatus(of: place, on: day) }
        return DayStatus(
            of: activity.configuration(on: day), entries: entries(of: activity.id, on: day))
    }

    func dayStatus(of place: Int, on day: CivilDate) -> DayStatus {
        dayStatus(of: place, by: tracks[place].timeline[day].rules, on: day)
    }

    func dayStatus(of place: Int, by rules: DayRules, on day: CivilDate) -> DayStatus {
        if rules.isContainer {
            return DayStatus(ofContainerWith: children(of: place, on: day).lazy.map(dayStatus(of:)))
        }
        return DayStatus(by: rules, tracks[place].history.log(of: day, by: rules))
    }

    /// How an occurrence stands: a carried one where it was due, by the sessions still open there.
    package func dayStatus(of occurrence: Occurrence) -> DayStatus {
        guard let place = index(of: occurrence.activity) else {
            return dayStatus(of: occurrence.activity, on: occurrence.dueOn)
        }
        return dayStatus(
            of: IndexedOccurrence(
                index: place, day: occurrence.dueOn, slots: SlotSet(occurrence.slots),
                isCarried: occurrence.isCarried))
    }

    func dayStatus(of due: IndexedOccurrence) -> DayStatus {
        var standing = dayStatus(of: due.index, on: due.day)
        guard due.isCarried else { return standing }
        let isBySession = tracks[due.index].timeline[due.day].rules.completionRule == .sessions
        if isBySession || standing.state != .open {
            standing.done = 0
            standing.expected = due.slots.count
            standing.filled = 0
            standing.fillable = standing.fillable > 0 ? Double(due.slots.count) : 0
        }
        (standing.state, standing.extendsStreak, standing.hasExcuse) = (.open, false, false)
        (standing.completed, standing.skipped, standing.open) = ([], [], due.slots)
        return standing
    }
}

/// An activity on a day's list, and the day it is due from.
package struct Occurrence: Hashable, Sendable {
    package var activity: Activity
    package var dueOn: CivilDate
    package var slots: [Slot]
    package var isCarried: Bool
}

/// An occurrence by the place of its activity in the diary.
struct IndexedOccurrence: Hashable, Sendable {
    var index: Int
    var day: CivilDate
    var slots: SlotSet
    var isCarried = false
}

extension ActivityHistory {
    /// The children a container asks for on `day`, in list order: those it had then that were due,
    /// and those whose missed occurrence is carried to it.
    package func children(of container: Activity, on day: CivilDate) -> [Occurrence] {
        index(of: container).map { children(of: $0, on: day).map(occurrence) } ?? []
    }

    func children(of container: Int, on day: CivilDate) -> [IndexedOccurrence] {
        tracks[container].members.compactMap { child in
            let period = tracks[child].timeline[day]
            guard period.container == container else { return nil }
            return period.isExpected(on: day)
                ? IndexedOccurrence(index: child, day: day, slots: period.rules.sessions)
                : carried(child, to: day)
        }
    }

    /// What a day's list holds at its top, in list order: what shows, and what is carried.
    package func occurrences(on day: CivilDate) -> [Occurrence] {
        dues(on: day).map(occurrence)
    }

    func dues(on day: CivilDate) -> [IndexedOccurrence] {
        tracks.indices.compactMap { place in
            let period = tracks[place].timeline[day]
            guard period.container == nil, !period.rules.isPassive else { return nil }
            return isShown(place, on: day)
                ? IndexedOccurrence(index: place, day: day, slots: period.rules.sessions)
                : carried(place, to: day)
        }
    }

    func occurrence(_ due: IndexedOccurrence) -> Occurrence {
        Occurrence(
            activity: tracks[due.index].activity, dueOn: due.day, slots: due.slots.slots,
            isCarried: due.isCarried)
    }

    func isReminder(_ due: IndexedOccurrence) -> Bool {
        tracks[due.index].timeline[due.day].rules.isReminder
    }
}

extension ActivityHistory {
    /// The child whose reason is shown for a container that is skipped: its first skipped one.
    package func skipReasonSource(of container: Activity, on day: CivilDate) -> Activity? {
        guard let place = index(of: container), dayStatus(of: place, on: day).isSkipped else {
            return nil
        }
        return children(of: place, on: day).first { dayStatus(of: $0).isSkipped }
            .map { tracks[$0.index].activity }
    }

    /// Why an activity is skipped on `day`, if it is and somebody said.
    package func skipReason(of activity: Activity, on day: CivilDate) -> String? {
        let source = skipReasonSource(of: activity, on: day) ?? activity
        guard dayStatus(of: source, on: day).isSkipped else { return nil }
        return entries(of: source.id, on: day).compactMap(\.outcome.skipReason).first
    }
}
