package import CivilTime
package import Tracker

/// An occurrence that was missed and is still open on a later day.
package struct CarriedOccurrence: Hashable, Sendable {
    /// The day it was due; what is logged for it is logged there.
    package var originalDay: CivilDate
    /// The sessions that are still open; of an activity without a time of its own the part of the day
    /// that it is listed under.
    package var slots: [Slot]

    /// "Due from Mon Jan 5".
    package var dueText: String {
        "Due from \(originalDay.shortWeekdayName) \(originalDay.monthAndDay)"
    }
}

extension ActivityHistory {
    /// How far back a missed occurrence is looked for: just enough for every day of a month.
    package static let carryForwardLimitInDays = 60

    /// The missed occurrence of an activity that is carried to `day`, if one is.
    ///
    /// The last scheduled day before `day` decides alone, by the configuration it had; a vacation
    /// day carries nothing. On a day on which the activity is due itself nothing is carried.
    package func carried(_ activity: Activity, to day: CivilDate) -> CarriedOccurrence? {
        index(of: activity).flatMap { carried($0, to: day) }
            .map { CarriedOccurrence(originalDay: $0.day, slots: $0.slots.slots) }
    }

    func carried(_ place: Int, to day: CivilDate) -> IndexedOccurrence? {
        let period = tracks[place].timeline[day]
        guard period.rules.carriesForward, period.isAvailable, !period.rules.recurs(on: day),
            let original = lastScheduledDay(of: place, before: day),
            !vacations.contains(original)
        else { return nil }
        let rules = tracks[place].timeline[original].rules
        // What was a container then has no occurrence of its own.
        guard !rules.isContainer else { return nil }
        let standing = DayStatus(
            by: rules, tracks[place].history.log(of: original, and: day, by: rules))
        guard standing.state == .open else { return nil }
        let isUntimed = rules.sessions == SlotSet(.allDay)
        return IndexedOccurrence(
            index: place, day: original,
            slots: isUntimed ? SlotSet(Slot.allDay.listedSlot) : standing.open, isCarried: true)
    }

    private func lastScheduledDay(of place: Int, before day: CivilDate) -> CivilDate? {
        for back in 1...Self.carryForwardLimitInDays {
            let earlier = day.advanced(by: -back)
            let period = tracks[place].timeline[earlier]
            if period.isAvailable, period.rules.recurs(on: earlier) { return earlier }
        }
        return nil
    }
}
