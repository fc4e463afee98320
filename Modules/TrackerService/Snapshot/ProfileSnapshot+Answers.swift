package import CivilTime
package import Contracts
package import RPC
package import Tracker
import TrackerRules

extension ProfileSnapshot {
    /// The entry as in a response.
    package func item(_ entry: Entry) -> LoggedEntry {
        let activity = catalog.activities[entry.activity]
        return LoggedEntry(
            id: entry.id, activity: activity?.name ?? entry.activity.rawValue, date: entry.day,
            status: entry.outcome.isCompleted ? "completed" : "skipped",
            value: entry.outcome.value,
            unit: activity?.configuration(on: entry.day).kind.quantity?.unit, slot: entry.slot,
            note: entry.note, skipReason: entry.outcome.skipReason, answer: entry.answer?.text,
            mood: entry.mood, place: entry.place, photos: entry.photos.isEmpty ? nil : entry.photos,
            entered: entry.entered,
            source: entry.source, loggedAt: entry.loggedAt.map(secondText))
    }

    /// The entry with the total of its day, and with its streak as of `day` or the later day of the entry.
    func logged(_ entry: Entry, asOf day: CivilDate) throws -> Journal.LogResponse {
        let activity = try activity(entry.activity.rawValue)
        let status = history.dayStatus(of: activity, on: entry.day)
        let configuration = activity.configuration(on: entry.day)
        let quantity = configuration.kind.quantity
        let isDue =
            configuration.schedule.isReminder || activity.isScheduled(on: entry.day)
        let streaks = history.streaks(of: activity, asOf: max(day, entry.day))
        return Journal.LogResponse(
            entry: item(entry),
            day: Journal.DayTotal(
                date: entry.day, total: status.value, target: quantity?.target,
                atMost: quantity?.isLimit == true ? true : nil,
                exceeded: status.isExceeded ? true : nil,
                period: history.periodProgress(of: activity, on: entry.day)
                    .map(Journal.Period.init),
                unit: quantity?.unit, complete: status.isCompleted),
            streak: Journal.Streak(streaks),
            paused: activity.pause(on: entry.day) == nil ? nil : true,
            notDue: isDue ? nil : true)
    }

    /// The activity as in a response. With `day`, a reminder has the day on which it was done.
    func item(
        _ activity: Activity, withHistory: Bool = false, asOf day: CivilDate? = nil
    ) -> Activities.Item {
        var item = Activities.Item(
            activity, revision: revision(.activity, activity.id.rawValue))
        if let hour = activity.configuration.plannedHour {
            item.slots = [history.dayParts.listedSlot(item.slots[0], plannedHour: hour)]
            item.followsHours = true
        }
        item.category = name(of: activity.category)
        item.container = name(of: activity.parent ?? activity.pause?.container)
        item.after = name(of: activity.follows)
        item.doneOn = day.flatMap { history.dayOfCompletion(of: activity, asOf: $0) }
        item.children = catalog.children(of: activity.id).map(\.name)
        if withHistory {
            item.history = activity.history.snapshots.map {
                Activities.PastConfiguration(
                    from: $0.first, to: $0.last, configuration: $0.configuration)
            }
        }
        return item
    }
}

extension ProfileSnapshot {
    /// The agenda of a day.
    package func agenda(on day: CivilDate) -> Journal.TodayResponse {
        Journal.TodayResponse(history.agenda(on: day), in: self)
    }

    /// The milestones on the way to the goal weight as of a day.
    /// - Throws: FAILED_PRECONDITION without a goal weight on that day.
    package func milestones(asOf day: CivilDate) throws(Status) -> Weights.MilestonesResponse {
        try weightLog.asOf(day).progress(
            weightLog.interval(milestoneInterval, asOf: day), asOf: day)
    }

    /// Weights, averages and forecast as of a day.
    /// - Throws: INVALID_ARGUMENT if the forecast is longer than allowed.
    package func weightTrend(
        _ request: Weights.TrendRequest, asOf day: CivilDate
    ) throws(Status) -> Weights.TrendResponse {
        try weightLog.asOf(day).trend(request, asOf: day)
    }
}

extension Journal.TodayResponse {
    fileprivate init(_ agenda: Agenda, in snapshot: ProfileSnapshot) {
        func items(_ items: [Agenda.Item], _ state: DayStatus.State) -> [Journal.Item] {
            items.map { Journal.Item($0, state, in: snapshot) }
        }
        self.init(
            date: agenda.day, progress: agenda.progress, allSkipped: agenda.isAllSkipped,
            vacation: agenda.isVacation,
            slots: agenda.sections.map { section in
                Journal.Section(slot: section.slot, items: items(section.items, .open))
            },
            reminders: agenda.reminders.map { occurrence in
                let schedule = occurrence.activity.configuration(on: occurrence.dueOn).schedule
                let day: CivilDate? = if case .adhoc(let date) = schedule { date } else { nil }
                return Journal.Reminder(
                    id: occurrence.activity.id, name: occurrence.activity.name, dueOn: day)
            },
            completed: items(agenda.completed, .completed),
            skipped: items(agenda.skipped, .skipped), optional: items(agenda.optional, .open))
    }
}

extension Journal.Item {
    /// The item of one session. `state` is the state of that session; other sessions of the day may
    /// differ.
    fileprivate init(_ item: Agenda.Item, _ state: DayStatus.State, in snapshot: ProfileSnapshot) {
        let activity = item.occurrence.activity
        let kind = activity.configuration(on: item.occurrence.dueOn).kind
        self.init(
            id: activity.id, name: activity.name, type: kind.type, state: state.rawValue,
            slot: item.slot, value: item.value, target: kind.quantity?.target,
            atMost: kind.quantity?.isLimit == true ? true : nil,
            exceeded: item.status.isExceeded ? true : nil,
            period: item.period.map(Journal.Period.init),
            unit: kind.quantity?.unit, measures: kind.measurement?.name,
            step: state == .open
                ? snapshot.history.quickAddStep(of: activity, on: item.occurrence.dueOn) : nil,
            dueFrom: item.occurrence.isCarried ? item.occurrence.dueOn : nil,
            skipReason: state == .skipped
                ? snapshot.history.skipReason(of: activity, on: item.occurrence.dueOn) : nil,
            icon: activity.appearance.icon, color: activity.appearance.color,
            children: item.children.map { child in
                Journal.Item(child, state == .open ? .open : child.status.state, in: snapshot)
            })
    }
}

extension ActivityKind {
    /// The measurement of a metric; nil: another kind.
    fileprivate var measurement: Measurement? {
        if case .metric(let measurement) = self { measurement } else { nil }
    }
}

extension Journal.Streak {
    init(_ streaks: Streaks) {
        self.init(current: streaks.current, longest: streaks.longest, unit: streaks.unit)
    }
}

extension Journal.Period {
    fileprivate init(_ progress: PeriodProgress) {
        self.init(
            from: progress.first, to: progress.last, done: progress.done, needed: progress.needed)
    }
}
