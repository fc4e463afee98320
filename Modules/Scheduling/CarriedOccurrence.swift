package import CivilTime
package import Tracking

/// An occurrence that was missed and is still open on a later day.
package struct CarriedOccurrence: Hashable, Sendable {
    /// The day it was due; what is logged for it is logged there.
    package var originalDay: CivilDate
    /// The sessions that are still open, named by the part of the day they are listed under.
    package var slots: [Slot]

    /// "Due from Mon Jan 5".
    package var dueText: String {
        let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "Due from \(weekdays[originalDay.weekday - 1]) "
            + "\(months[originalDay.month - 1]) \(originalDay.day)"
    }
}

extension Diary {
    /// How far back a missed occurrence is looked for: just enough for every day of a month.
    package static let carryForwardLimitInDays = 60

    /// The missed occurrence of an activity that is carried to `day`, if one is.
    ///
    /// The last scheduled day before `day` decides alone, by the configuration it had; a vacation
    /// day carries nothing. On a day on which the activity is due itself nothing is carried.
    package func carried(_ activity: Activity, to day: CivilDate) -> CarriedOccurrence? {
        let present = activity.configuration(on: day)
        guard present.carriesForward, present.schedule.offersCarryForward,
            present.kind != .container, !present.isPassive,
            activity.isAvailable(on: day), !isShown(activity, on: day)
        else { return nil }
        guard let original = lastScheduledDay(of: activity, before: day),
            !vacations.contains(original)
        else { return nil }
        let logged = entries(of: activity.id, on: original) + entries(of: activity.id, on: day)
        let standing = Standing(of: activity.configuration(on: original), entries: logged)
        guard standing.state == .open else { return nil }
        return CarriedOccurrence(
            originalDay: original,
            slots: standing.openSlots.count == 1
                ? standing.openSlots.map(\.bucket) : standing.openSlots)
    }

    private func lastScheduledDay(of activity: Activity, before day: CivilDate) -> CivilDate? {
        for back in 1...Self.carryForwardLimitInDays {
            let earlier = day.advanced(by: -back)
            if earlier < activity.created { return nil }
            if activity.isAvailable(on: earlier), activity.isScheduled(on: earlier) {
                return earlier
            }
        }
        return nil
    }

    /// The day on which something done on `day` is logged, undone and looked for.
    package func logDay(of activity: Activity, on day: CivilDate) -> CivilDate {
        carried(activity, to: day)?.originalDay ?? day
    }
}
