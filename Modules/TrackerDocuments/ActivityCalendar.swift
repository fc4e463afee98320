package import CivilTime
import Memberwise
package import Tracker

/// The plans of a profile as an iCalendar object (RFC 5545).
///
/// Dates and times are local, without a zone. Each run of days with one configuration is an event of its
/// own, so that an edit with scope `future` does not change existing events.
@Memberwise
package struct ActivityCalendar: Sendable {
    /// Activities in list order. Deleted and passive activities and those in a container are skipped.
    package var activities: [Activity]
    package var vacations: Set<CivilDate> = []
    package var goals: [Goal] = []
    /// Category names by identifier.
    package var categories: [Category.ID: String] = [:]
    /// The completed reminders, which are skipped.
    package var completedReminders: Set<Activity.ID> = []

    /// Minutes between the alarm and the start of a timed event.
    package static let alarmInMinutes = 30

    /// The calendar and the number of its events and tasks.
    ///
    /// - Parameter moment: The time of creation in milliseconds since 1970.
    /// - Returns: Nil without components, because the format does not allow an empty calendar.
    package func text(at moment: Int64) -> (text: String, components: Int)? {
        let components = components
        guard !components.isEmpty else { return nil }
        var text = CalendarText()
        text.add("BEGIN", "VCALENDAR")
        text.add("VERSION", "2.0")
        text.add("PRODID", "-//Dayline//Dayline//EN")
        text.add("CALSCALE", "GREGORIAN")
        for component in components { component.write(to: &text, stamp: Self.stamp(moment)) }
        text.add("END", "VCALENDAR")
        return (text.text, components.count)
    }

    private var components: [CalendarComponent] {
        let listed = activities.filter {
            $0.deleted == nil && $0.parent == nil && !$0.configuration.isPassive
        }
        return listed.flatMap(components(of:)) + vacationEvents + goals.compactMap(deadline(of:))
    }

    private func components(of activity: Activity) -> [CalendarComponent] {
        activity.runs.flatMap { run -> [CalendarComponent] in
            switch run.configuration.schedule {
            case .daily, .weekly, .monthly, .everyDays, .everyWeeks:
                return recurring(activity, run)
            case .times(_, let period):
                return periods(activity, run, period)
            case .adhoc(let day):
                guard let day, !completedReminders.contains(activity.id) else { return [] }
                return times(of: run.configuration).map {
                    component(of: activity, run, on: day, at: $0)
                }
            case .sticky:
                guard !completedReminders.contains(activity.id) else { return [] }
                var task = component(of: activity, run, on: activity.created, at: nil)
                task.name = .task
                return [task]
            }
        }
    }

    private func recurring(_ activity: Activity, _ run: ConfiguredRun) -> [CalendarComponent] {
        let schedule = run.configuration.schedule
        let start = activity.scheduleStart(on: run.first)
        let first = (0...schedule.longestGapInDays).lazy.map { run.first.advanced(by: $0) }
            .first { schedule.recurs(on: $0, since: start) }
        guard let first, first <= run.last ?? first, let rule = schedule.recurrenceRule else {
            return []
        }
        let vacationDays = vacations.filter {
            $0 >= first && $0 <= run.last ?? $0 && schedule.recurs(on: $0, since: start)
        }.sorted()
        return times(of: run.configuration).map { time in
            var event = component(of: activity, run, on: first, at: time)
            event.rule = rule
            event.until = run.last
            event.exceptions = vacationDays
            return event
        }
    }

    /// An event for each week, or on the first day of each month, since no day is fixed. Periods that began
    /// before the run are left out.
    private func periods(
        _ activity: Activity, _ run: ConfiguredRun, _ period: SchedulePeriod
    ) -> [CalendarComponent] {
        let current = period.bucket(containing: run.first)
        let first = current.start == run.first ? run.first : current.end.advanced(by: 1)
        guard first <= run.last ?? first else { return [] }
        var event = component(of: activity, run, on: first, at: nil)
        switch period {
        case .week:
            event.rule = "FREQ=WEEKLY"
            event.last = first.advanced(by: 6)
        case .month:
            event.rule = "FREQ=MONTHLY"
        }
        event.until = run.last
        event.description =
            [run.configuration.schedule.text, event.description].compactMap(\.self)
            .joined(separator: "\n")
        return [event]
    }

    private func component(
        of activity: Activity, _ run: ConfiguredRun, on day: CivilDate,
        at time: CalendarComponent.Time?
    ) -> CalendarComponent {
        let suffix = time.map { "-\($0.startMinute)" } ?? ""
        var component = CalendarComponent(
            id: "\(activity.id.rawValue)-\(run.first.basicText)\(suffix)", summary: activity.name,
            first: day)
        component.time = time
        component.category = activity.category.flatMap { categories[$0] }
        component.description = targetText(of: activity, run.configuration)
        return component
    }

    /// The target of an activity, or the names of a container's children; nil without either.
    private func targetText(of activity: Activity, _ configuration: Configuration) -> String? {
        if configuration.kind == .container {
            let children = activities.filter { $0.parent == activity.id && $0.deleted == nil }
            return children.isEmpty ? nil : children.map(\.name).joined(separator: "\n")
        }
        guard let quantity = configuration.kind.quantity, let target = quantity.target else {
            return nil
        }
        return (quantity.isLimit == true ? "at most " : "") + plainText(target)
            + (quantity.unit.map { " \($0)" } ?? "")
            + (quantity.period.map { " a \($0.name.rawValue)" } ?? "")
    }

    /// The times of the sessions; nil for the whole day.
    private func times(of configuration: Configuration) -> [CalendarComponent.Time?] {
        let sessions = configuration.sessions
        if sessions.count <= 1, let window = configuration.window, window.isInOrder,
            let start = window.startHour
        {
            let end = window.endHour ?? start + 1
            return [CalendarComponent.Time(startMinute: start * 60, minutes: (end - start) * 60)]
        }
        return sessions.map { slot in
            DayPartReminder(rawValue: slot.rawValue).map {
                CalendarComponent.Time(startMinute: $0.defaultMinute, minutes: 60)
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
