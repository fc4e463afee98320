package import CivilTime
package import Tracker

/// Where an entry belongs, and what it takes the place of.
package struct EntryPlan: Hashable, Sendable {
    package var day: CivilDate
    /// Named only where the activity has several sessions that day.
    package var slot: Slot?
    package var replacedEntries: [Entry.ID]
}

/// Why nothing can be logged.
package enum EntryPlanError: Error, Hashable, Sendable {
    /// A container is complete through its children, which are these.
    case container(children: [Activity.ID])
    case unknownSlot(Slot, sessions: [Slot])
    case alreadyCompleted
    case alreadySkipped
}

extension ActivityHistory {
    /// Where a completion given on `day` goes: to the original day when the occurrence is carried, to
    /// the day of a reminder that has one, and to the slot asked for, else the first that is open.
    ///
    /// It takes the place of a skip, and of an earlier completion except of a cumulative activity,
    /// which collects them.
    package func planCompletion(
        of activity: Activity, on day: CivilDate, slot: Slot? = nil
    ) throws(EntryPlanError) -> EntryPlan {
        let place = try resolveOccurrence(activity, on: day, slot: slot)
        return EntryPlan(
            day: place.day, slot: place.slot,
            replacedEntries: replacedEntries(in: place, of: activity).map(\.id))
    }

    /// The other entries that have the session of the day that an entry is to have; amounts of a
    /// cumulative activity leave room for each other, and none for a skip.
    package func conflictingEntries(with entry: Entry, of activity: Activity) -> [Entry] {
        let sessions = activity.configuration(on: entry.day).sessions
        let slot = sessions.count > 1 ? entry.slot ?? sessions[0] : nil
        let place = (day: entry.day, slot: slot)
        let others =
            entry.outcome.isCompleted
            ? replacedEntries(in: place, of: activity) : entries(in: place, of: activity)
        return others.filter { $0.id != entry.id }
    }

    /// Where a skip given on `day` goes. What is completed or skipped already cannot be skipped.
    package func planSkip(
        of activity: Activity, on day: CivilDate, slot: Slot? = nil
    ) throws(EntryPlanError) -> EntryPlan {
        let place = try resolveOccurrence(activity, on: day, slot: slot)
        let configuration = activity.configuration(on: place.day)
        let standing = DayStatus(
            of: configuration, entries: entries(of: activity.id, on: place.day))
        let slot = place.slot ?? configuration.sessions[0]
        if standing.completedSlots.contains(slot) { throw .alreadyCompleted }
        if standing.skippedSlots.contains(slot) { throw .alreadySkipped }
        return EntryPlan(day: place.day, slot: place.slot, replacedEntries: [])
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
        if let slot, !sessions.contains(slot), sessions.count > 1 || sessions[0].listedSlot != slot
        {
            throw .unknownSlot(slot, sessions: sessions)
        }
        guard sessions.count > 1 else { return (logDay, nil) }
        if let slot = slot ?? carried?.slots.first { return (logDay, slot) }
        let standing = DayStatus(of: configuration, entries: entries(of: activity.id, on: logDay))
        return (logDay, standing.openSlots.first ?? sessions[0])
    }

    /// The day that a reminder is for, if it has one on which it was there.
    private func dayOfReminder(_ activity: Activity, asOf day: CivilDate) -> CivilDate? {
        guard case .adhoc(let date?) = activity.configuration(on: day).schedule,
            isShown(activity, on: date)
        else { return nil }
        return date
    }

    /// The entries that a completion in a place comes in the place of.
    private func replacedEntries(in place: DaySlot, of activity: Activity) -> [Entry] {
        let isCollected =
            if case .cumulative = activity.configuration(on: place.day).kind { true } else { false }
        return entries(in: place, of: activity).filter { entry in
            !isCollected || !entry.outcome.isCompleted
        }
    }

    private func entries(in place: DaySlot, of activity: Activity) -> [Entry] {
        let sessions = activity.configuration(on: place.day).sessions
        return entries(of: activity.id, on: place.day).filter { entry in
            place.slot == nil || (entry.slot ?? sessions[0]) == place.slot
        }
    }
}
