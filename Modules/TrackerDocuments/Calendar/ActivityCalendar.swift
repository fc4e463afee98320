package import CivilTime
import Memberwise
package import Tracker

/// The plans of a profile as an iCalendar object (RFC 5545).
///
/// Each run of days with one configuration has events of its own, so that an edit with scope `future` does
/// not change existing events. Without a subscription, dates and times are local, without a zone.
@Memberwise
package struct ActivityCalendar: Sendable {
    /// Activities in list order. Deleted and passive activities and those in a container are skipped.
    package var activities: [Activity]
    /// The current day; occurrences that no rule expresses are listed around it.
    package var today: CivilDate
    package var vacations: Set<CivilDate> = []
    package var goals: [Goal] = []
    /// Category names by identifier.
    package var categories: [Category.ID: String] = [:]
    /// The completed reminders, which are skipped.
    package var completedReminders: Set<Activity.ID> = []
    /// The skipped sessions by activity and day; nil stands for the first session of the day.
    package var skips: [Activity.ID: [CivilDate: Set<Slot?>]] = [:]
    package var subscription: CalendarSubscription? = nil

    /// Minutes between the alarm and the start of a timed event.
    package static let alarmInMinutes = 30
    /// Days before and after today in which single occurrences are listed.
    package static let listedDays = (past: 92, coming: 366)

    /// The calendar and the number of its events and tasks.
    ///
    /// - Parameter moment: The time of creation in milliseconds since 1970.
    /// - Returns: Nil without components and subscription, because the format does not allow an empty
    ///   calendar.
    package func text(at moment: Int64) -> (text: String, components: Int)? {
        let components = components
        guard !components.isEmpty || subscription != nil else { return nil }
        var text = CalendarText()
        text.add("BEGIN", "VCALENDAR")
        text.add("VERSION", "2.0")
        text.add("PRODID", Self.product)
        text.add("CALSCALE", "GREGORIAN")
        if let subscription {
            subscription.write(to: &text)
            let first = components.map(\.first).min() ?? today
            CalendarZone(zone: subscription.zone, first: first).write(to: &text)
        }
        for component in components {
            component.write(to: &text, stamp: Self.stamp(moment), zone: subscription?.zone)
        }
        text.add("END", "VCALENDAR")
        return (text.text, components.count)
    }

    /// The program that writes the calendar, by which an import recognises the own calendars.
    package static let product = "-//Dayline//Dayline//EN"

    private var components: [CalendarComponent] {
        let listed = activities.filter {
            $0.deleted == nil && $0.parent == nil && !$0.configuration.isPassive
                && subscription?.includes($0.category) ?? true
        }
        let planned = listed.flatMap(components(of:))
        let others =
            subscription?.categories == nil ? vacationEvents + goals.compactMap(deadline(of:)) : []
        guard let subscription else { return planned + others }
        return (planned + others).compactMap(subscription.visible)
    }

    private func components(of activity: Activity) -> [CalendarComponent] {
        activity.runs.flatMap { run -> [CalendarComponent] in
            switch run.configuration.schedule {
            case .daily, .weekly, .monthly, .everyDays, .everyWeeks:
                return occurrences(of: activity, in: run)
            case .times(let count, let period):
                return periods(of: activity, in: run, count: count, period)
            case .adhoc(let day):
                guard let day, !completedReminders.contains(activity.id) else { return [] }
                return sessions(of: run.configuration).map { session in
                    var task = component(of: activity, run, on: day, at: session.time)
                    task.name = .task
                    task.isDue = true
                    return task
                }
            case .sticky:
                guard !completedReminders.contains(activity.id) else { return [] }
                var task = component(of: activity, run, on: activity.created, at: nil)
                task.name = .task
                return [task]
            }
        }
    }

    private var vacationEvents: [CalendarComponent] {
        vacations.runs.map { days in
            var event = CalendarComponent(
                id: "vacation-\(days.lowerBound.basicText)", summary: "Vacation",
                first: days.lowerBound)
            event.last = days.upperBound
            event.isBusy = true
            return event
        }
    }

    private func deadline(of goal: Goal) -> CalendarComponent? {
        guard goal.deleted == nil, let deadline = goal.deadline else { return nil }
        return CalendarComponent(
            id: "goal-\(goal.id.rawValue)", summary: "Goal: \(goal.title)", first: deadline)
    }

    private static func stamp(_ moment: Int64) -> String {
        DocumentInstant.text(moment).filter { $0 != "-" && $0 != ":" }
    }
}

extension CivilDate {
    /// The date in the basic format of iCalendar: `20260105`.
    var basicText: String { description.filter { $0 != "-" } }
}
