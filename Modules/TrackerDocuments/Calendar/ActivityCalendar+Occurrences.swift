import CivilTime
import Tracker

/// The occurrences of an activity: one recurring event where programs agree on the rule, else single events.
extension ActivityCalendar {
    /// A session of a day and its time; nil for the whole day.
    struct Session {
        let slot: Slot
        let time: CalendarComponent.Time?
    }

    func occurrences(of activity: Activity, in run: ConfiguredRun) -> [CalendarComponent] {
        let schedule = run.configuration.schedule
        let start = activity.scheduleStart(on: run.first)
        let first = (0...schedule.longestGapInDays).lazy.map { run.first.advanced(by: $0) }
            .first { schedule.recurs(on: $0, since: start) }
        guard let first, first <= run.last ?? first else { return [] }
        let sessions = sessions(of: run.configuration)
        let skipped = skips[activity.id] ?? [:]
        func isExcluded(_ day: CivilDate, _ session: Session) -> Bool {
            if vacations.contains(day) { return true }
            guard let slots = skipped[day] else { return false }
            return sessions.count == 1 || slots.contains(session.slot)
                || slots.contains(nil) && session.slot == sessions.first?.slot
        }
        if let rule = schedule.commonRecurrenceRule {
            let candidates = Set(skipped.keys).union(vacations).filter {
                $0 >= first && $0 <= run.last ?? $0 && schedule.recurs(on: $0, since: start)
            }.sorted()
            return sessions.map { session in
                var event = component(of: activity, run, on: first, at: session.time)
                event.rule = rule
                event.until = run.last
                event.exceptions = candidates.filter { isExcluded($0, session) }
                return event
            }
        }
        return listedDays(of: run).filter { schedule.recurs(on: $0, since: start) }
            .flatMap { day in
                sessions.filter { !isExcluded(day, $0) }.map { session in
                    single(component(of: activity, run, on: day, at: session.time), of: activity)
                }
            }
    }

    /// An event for each week or month, since no day is fixed. Periods that the run cuts and those within
    /// vacations are left out, since nothing is needed in them.
    func periods(
        of activity: Activity, in run: ConfiguredRun, count: Int, _ period: SchedulePeriod
    ) -> [CalendarComponent] {
        let days = listedDays(of: run)
        guard let firstListed = days.first else { return [] }
        var events: [CalendarComponent] = []
        var bucket = period.bucket(containing: firstListed)
        while let last = days.last, bucket.start <= last {
            let isWhole = bucket.start >= run.first && bucket.end <= run.last ?? bucket.end
            if isWhole, !bucket.days.allSatisfy(vacations.contains) {
                var event = single(
                    component(of: activity, run, on: bucket.start, at: nil), of: activity)
                let needed = min(count, bucket.days.count)
                event.summary += needed == 1 ? ", once" : ", \(needed) times"
                event.last = bucket.end
                events.append(event)
            }
            bucket = period.bucket(containing: bucket.end.advanced(by: 1))
        }
        return events
    }

    /// The days of a run around today on which single events are listed.
    private func listedDays(of run: ConfiguredRun) -> [CivilDate] {
        let first = max(run.first, today.advanced(by: -Self.listedDays.past))
        let coming = today.advanced(by: Self.listedDays.coming)
        let last = min(run.last ?? coming, coming)
        return first <= last ? (0...first.distance(to: last)).map(first.advanced(by:)) : []
    }

    /// A single event, whose identifier has its own day.
    private func single(
        _ component: CalendarComponent, of activity: Activity
    ) -> CalendarComponent {
        var single = component
        single.id = Self.id(of: activity, component.first, component.time)
        return single
    }

    private static func id(
        of activity: Activity, _ day: CivilDate, _ time: CalendarComponent.Time?
    ) -> String {
        "\(activity.id.rawValue)-\(day.basicText)" + (time.map { "-\($0.startMinute)" } ?? "")
    }

    func component(
        of activity: Activity, _ run: ConfiguredRun, on day: CivilDate,
        at time: CalendarComponent.Time?
    ) -> CalendarComponent {
        var component = CalendarComponent(
            id: Self.id(of: activity, run.first, time), summary: activity.name, first: day)
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

    /// The sessions of a day with their times.
    func sessions(of configuration: Configuration) -> [Session] {
        let slots = configuration.sessions
        if slots.count <= 1, let slot = slots.first, let window = configuration.window,
            window.isInOrder, let start = window.startHour
        {
            let end = window.endHour ?? start + 1
            return [
                Session(
                    slot: slot,
                    time: CalendarComponent.Time(
                        startMinute: start * 60, durationInMinutes: (end - start) * 60))
            ]
        }
        return slots.map { slot in
            Session(
                slot: slot,
                time: DayPartReminder(rawValue: slot.rawValue).map {
                    CalendarComponent.Time(startMinute: $0.defaultMinute, durationInMinutes: 60)
                })
        }
    }
}

extension Schedule {
    /// The recurrence rule if calendar programs agree on its days; nil otherwise. Programs differ in the
    /// months without a day, and some ignore the start of the week.
    fileprivate var commonRecurrenceRule: String? {
        switch self {
        case .monthly(let days) where days.contains { $0 > 28 }: nil
        case .everyWeeks(let count, let weekdays, let weekStart)
        where count > 1 && weekdays.count > 1 && weekStart ?? .monday != .monday: nil
        default: recurrenceRule
        }
    }
}
