package import CivilTime
package import Tracker

/// A missed occurrence that is still open on a later day.
package struct CarriedOccurrence: Hashable, Sendable {
    /// The day on which the occurrence was due and to which its entries are written.
    package var originalDay: CivilDate
    /// The open sessions; for an untimed activity, the part of the day under which it is listed.
    package var slots: [Slot]

    /// "Due from Mon Jan 5".
    package var dueText: String {
        "Due from \(originalDay.shortWeekdayName) \(originalDay.monthAndDay)"
    }
}

extension ActivityHistory {
    /// The number of days to search back for a missed occurrence: enough for any day of a month.
    package static let carryForwardLimitInDays = 60

    /// The missed occurrence of an activity that is carried to `day`; nil if none is carried.
    ///
    /// Only the last scheduled day before `day` is examined, with its configuration of then. A vacation day
    /// carries nothing, and nothing is carried to a day on which the activity is due itself.
    package func carried(_ activity: Activity, to day: CivilDate) -> CarriedOccurrence? {
        index(of: activity).flatMap { carried($0, to: day) }
            .map { CarriedOccurrence(originalDay: $0.day, slots: $0.slots.slots) }
    }

    func carried(_ index: Int, to day: CivilDate) -> IndexedOccurrence? {
        let span = tracked[index].ruleHistory[day]
        guard span.rules.carriesForward, span.isAvailable, !span.rules.recurs(on: day),
            let original = lastScheduledDay(of: index, before: day),
            !vacations.contains(original)
        else { return nil }
        let rules = tracked[index].ruleHistory[original].rules
        // An activity that was a container on that day had no occurrence of its own, and a limit cannot be
        // kept later.
        guard !rules.isContainer, !rules.isLimit else { return nil }
        let status = DayStatus(
            by: rules, tracked[index].history.totals(of: original, and: day, by: rules),
            isOver: true, countsWithoutEntry: countsWithoutEntry)
        guard status.state == .open else { return nil }
        let isUntimed = rules.sessions == SlotSet(.allDay)
        return IndexedOccurrence(
            index: index, day: original,
            slots: isUntimed ? SlotSet(Slot.allDay.listedSlot) : status.open, isCarried: true)
    }

    private func lastScheduledDay(of index: Int, before day: CivilDate) -> CivilDate? {
        for back in 1...Self.carryForwardLimitInDays {
            let earlier = day.advanced(by: -back)
            let span = tracked[index].ruleHistory[earlier]
            if span.isAvailable, span.rules.recurs(on: earlier) { return earlier }
        }
        return nil
    }
}
