package import CivilTime
package import Tracking

extension Diary {
    /// Whether an activity shows on `day`, carried occurrences apart.
    package func isShown(_ activity: Activity, on day: CivilDate) -> Bool {
        guard activity.isAvailable(on: day) else { return false }
        let configuration = activity.configuration(on: day)
        switch configuration.schedule {
        case .daily, .weekly, .monthly:
            return configuration.schedule.recurs(on: day)
        case .adhoc(let date):
            return date == day
        case .sticky:
            return completedSessionsEver(of: activity, configuration) < configuration.sessions.count
        }
    }

    /// A reminder that stays is done when each of its sessions was, on whichever day.
    private func completedSessionsEver(
        of activity: Activity, _ configuration: Configuration
    ) -> Int {
        let all = entries(of: activity.id).values.flatMap { $0 }
        return Standing(of: configuration, entries: all).completedSlots.count
    }

    /// Whether a rate or streak counts `day` for the activity: it was there, due, and not passive.
    package func isExpected(_ activity: Activity, on day: CivilDate) -> Bool {
        activity.isAvailable(on: day) && activity.isScheduled(on: day)
            && !activity.configuration(on: day).isPassive
    }

    /// How an activity stands on `day`; a container through its children.
    package func standing(of activity: Activity, on day: CivilDate) -> Standing {
        let configuration = activity.configuration(on: day)
        guard configuration.kind == .container else {
            return Standing(of: configuration, entries: entries(of: activity.id, on: day))
        }
        return Standing(ofContainerWith: children(of: activity, on: day).map(standing(of:)))
    }

    /// How an occurrence stands: a carried one where it was due, by the sessions still open there.
    package func standing(of occurrence: Occurrence) -> Standing {
        var standing = standing(of: occurrence.activity, on: occurrence.dueOn)
        guard occurrence.isCarried else { return standing }
        if standing.done > 0 || !standing.skippedSlots.isEmpty {
            standing.done = 0
            standing.expected = occurrence.slots.count
            standing.filled = 0
            standing.fillable = Double(occurrence.slots.count)
        }
        standing.completedSlots = []
        standing.skippedSlots = []
        standing.openSlots = occurrence.slots
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

extension Diary {
    /// The children a container asks for on `day`, in list order: those it had then that were due,
    /// and those whose missed occurrence is carried to it.
    package func children(of container: Activity, on day: CivilDate) -> [Occurrence] {
        members(of: container.id).compactMap { child in
            guard child.parent(on: day) == container.id else { return nil }
            return isExpected(child, on: day)
                ? due(child, on: day) : carriedOccurrence(of: child, on: day)
        }
    }

    /// What a day's list holds at its top, in list order: what shows, and what is carried.
    package func list(on day: CivilDate) -> [Occurrence] {
        listed.compactMap { activity in
            guard container(of: activity, on: day) == nil,
                !activity.configuration(on: day).isPassive
            else { return nil }
            return isShown(activity, on: day)
                ? due(activity, on: day) : carriedOccurrence(of: activity, on: day)
        }
    }

    func due(_ activity: Activity, on day: CivilDate) -> Occurrence {
        Occurrence(
            activity: activity, dueOn: day, slots: activity.configuration(on: day).sessions,
            isCarried: false)
    }

    private func carriedOccurrence(of activity: Activity, on day: CivilDate) -> Occurrence? {
        carried(activity, to: day).map { carried in
            Occurrence(
                activity: activity, dueOn: carried.originalDay, slots: carried.slots,
                isCarried: true)
        }
    }
}

extension Diary {
    /// The child whose reason is shown for a container that is skipped: its first skipped one.
    package func skipReasonSource(of container: Activity, on day: CivilDate) -> Activity? {
        guard standing(of: container, on: day).isSkipped else { return nil }
        return children(of: container, on: day).first { standing(of: $0).isSkipped }?.activity
    }

    /// Why an activity is skipped on `day`, if it is and somebody said.
    package func skipReason(of activity: Activity, on day: CivilDate) -> String? {
        let source = skipReasonSource(of: activity, on: day) ?? activity
        guard standing(of: source, on: day).isSkipped else { return nil }
        return entries(of: source.id, on: day).compactMap(\.outcome.skipReason).first
    }
}
