package import CivilTime
package import Tracker

/// The day and session of a new entry, and the entries that it replaces.
package struct EntryPlan: Hashable, Sendable {
    package var day: CivilDate
    /// Nil if the activity has one session on the day.
    package var slot: Slot?
    package var replacedEntries: [Entry.ID]
}

/// The reason why an entry cannot be logged.
package enum EntryPlanError: Error, Hashable, Sendable {
    /// A container is completed through these children.
    case container(children: [Activity.ID])
    case unknownSlot(Slot, sessions: [Slot])
    case alreadyCompleted
    case alreadySkipped
}

extension ActivityHistory {
    /// Plans a completion logged on `day`: for the original day of a carried occurrence, for the day of a
    /// reminder that has one, and for `slot`, else the first open session.
    ///
    /// The completion replaces a skip, and an earlier completion unless the activity is cumulative.
    package func planCompletion(
        of activity: Activity, on day: CivilDate, slot: Slot? = nil
    ) throws(EntryPlanError) -> EntryPlan {
        let daySlot = try resolveOccurrence(activity, on: day, slot: slot)
        return EntryPlan(
            day: daySlot.day, slot: daySlot.slot,
            replacedEntries: replacedEntries(in: daySlot, of: activity).map(\.id))
    }

    /// The other entries of the same day and session that `entry` would replace. Amounts of a cumulative
    /// activity do not conflict with each other, but all conflict with a skip.
    package func conflictingEntries(with entry: Entry, of activity: Activity) -> [Entry] {
        let sessions = activity.configuration(on: entry.day).sessions
        let slot = sessions.count > 1 ? entry.slot ?? sessions[0] : nil
        let daySlot = (day: entry.day, slot: slot)
        let others =
            entry.outcome.isCompleted
            ? replacedEntries(in: daySlot, of: activity) : entries(in: daySlot, of: activity)
        return others.filter { $0.id != entry.id }
    }

    /// Plans a skip logged on `day`. Throws if the session is already completed or skipped.
    package func planSkip(
        of activity: Activity, on day: CivilDate, slot: Slot? = nil
    ) throws(EntryPlanError) -> EntryPlan {
        let daySlot = try resolveOccurrence(activity, on: day, slot: slot)
        let configuration = activity.configuration(on: daySlot.day)
        let status = DayStatus(
            of: configuration, entries: entries(of: activity.id, on: daySlot.day))
        let slot = daySlot.slot ?? configuration.sessions[0]
        if status.completedSlots.contains(slot) { throw .alreadyCompleted }
        if status.skippedSlots.contains(slot) { throw .alreadySkipped }
        return EntryPlan(day: daySlot.day, slot: daySlot.slot, replacedEntries: [])
    }

    private typealias DaySlot = (day: CivilDate, slot: Slot?)

    private func resolveOccurrence(
        _ activity: Activity, on day: CivilDate, slot: Slot?
    ) throws(EntryPlanError) -> DaySlot {
        let carried = carried(activity, to: day)
        let logDay = carried?.originalDay ?? dayOfReminder(activity, asOf: day) ?? day
        let configuration = activity.configuration(on: logDay)
        if configuration.kind == .container {
            throw .container(children: children(of: activity, on: day).map(\.activity.id))
        }
        let sessions = configuration.sessions
        let listed = dayParts.listedSlot(sessions[0], plannedHour: configuration.plannedHour)
        if let slot, !sessions.contains(slot), sessions.count > 1 || listed != slot {
            throw .unknownSlot(
                slot, sessions: configuration.plannedHour == nil ? sessions : [listed])
        }
        guard sessions.count > 1 else { return (logDay, nil) }
        if let slot = slot ?? carried?.slots.first { return (logDay, slot) }
        let status = DayStatus(of: configuration, entries: entries(of: activity.id, on: logDay))
        return (logDay, status.openSlots.first ?? sessions[0])
    }

    /// The day of a reminder; nil without a day, or if the reminder was not available on that day.
    private func dayOfReminder(_ activity: Activity, asOf day: CivilDate) -> CivilDate? {
        guard case .adhoc(let date?) = activity.configuration(on: day).schedule,
            isShown(activity, on: date)
        else { return nil }
        return date
    }

    /// The entries that a completion of a session replaces.
    private func replacedEntries(in daySlot: DaySlot, of activity: Activity) -> [Entry] {
        let isCollected =
            if case .cumulative = activity.configuration(on: daySlot.day).kind { true } else {
                false
            }
        return entries(in: daySlot, of: activity).filter { entry in
            !isCollected || !entry.outcome.isCompleted
        }
    }

    private func entries(in daySlot: DaySlot, of activity: Activity) -> [Entry] {
        let sessions = activity.configuration(on: daySlot.day).sessions
        return entries(of: activity.id, on: daySlot.day).filter { entry in
            daySlot.slot == nil || (entry.slot ?? sessions[0]) == daySlot.slot
        }
    }
}
