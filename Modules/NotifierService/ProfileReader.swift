import CivilTime
import Contracts
import HostFiles
import Milestones
import Notifications
import RPC
import Tracker

/// Reads the rules of a profile and the facts of a day from the other workers.
struct ProfileReader: Sendable {
    /// A client of the bus.
    let bus: Client
    let zones: ZoneCatalog

    /// - Throws: NOT_FOUND if the profile does not exist.
    func planner(of profile: String) async throws -> NotificationPlanner {
        let options = CallOptions(profile: profile)
        // No documents: zones and settings of this profile alone, in one call.
        let found = try await bus.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: []), options)
        let categories = try await bus.call(Categories.list, Empty(), options).categories
        var rules = Self.rules(found.settings, categories)
        let zones = try zones.history(found.zones)
        if !rules.silenced.contains(.usualWeighing) {
            let weights = try await bus.call(Weights.values, Empty(), options).values
            rules.usualWeighingMinute = Self.usualMinute(of: weights, zones)
        }
        return NotificationPlanner(rules: rules, zones: zones)
    }

    private static let weightReminders: Set<NotificationKind> = [
        .weighing, .usualWeighing, .approachingMilestone, .weeklySummary,
    ]

    /// The usual minute of weights that a person entered on their day; nil with too few.
    private static func usualMinute(of weights: [Weights.Value], _ zones: ZoneHistory) -> Int? {
        let minutes = weights.compactMap { weight -> Int? in
            guard weight.origin == nil,
                let at = weight.at.flatMap({ InstantParser.instant($0)?.milliseconds })
            else { return nil }
            let time = zones.localTime(at: at)
            return time.date == weight.date ? time.secondOfDay / 60 : nil
        }
        return WeightReminders.bestMinute(of: minutes)
    }

    /// The number of the newest change of any profile.
    func newestChange(of profile: String) async throws -> Int64 {
        try await bus.call(
            Changes.since, .init(number: 0, limit: 1), CallOptions(profile: profile)
        ).latest
    }

    /// True if a change of a profile was committed after the change with a number.
    func hasChanged(_ profile: String, since number: Int64) async throws -> Bool {
        try await !bus.call(
            Changes.since, .init(number: number, limit: 1), CallOptions(profile: profile)
        ).changes.isEmpty
    }

    /// The facts of a day that the conditions of reminders of some kinds need.
    func state(
        of profile: String, on day: CivilDate, for kinds: Set<NotificationKind>
    ) async throws -> DayState {
        let options = CallOptions(profile: profile)
        let request = Journal.DayRequest(on: day)
        var state = DayState(day: day)
        if kinds.contains(where: { !$0.isAnnouncement }) {
            let today = try await bus.call(Journal.today, request, options)
            state.isVacation = today.vacation
            state.open = try await open(today, needsCategories: kinds.contains(.category), options)
        }
        if kinds.contains(.partOfDay) {
            for item in try await bus.call(Journal.reminders, request, options).reminders
            where item.holds {
                guard let part = DayPartReminder(rawValue: item.part) else { continue }
                state.parts[part] = ReminderText(title: item.title, body: item.body)
            }
        }
        if kinds.contains(.streak) {
            let streaks = try await bus.call(
                Statistics.streaks, Statistics.AsOfRequest(on: day), options
            ).streaks
            for streak in streaks where streak.unit == .day {
                state.streaks[streak.id] = streak.current
            }
        }
        let weight: Set<NotificationKind> = [
            .weighing, .usualWeighing, .approachingMilestone, .weeklySummary, .milestone,
            .goalShare,
        ]
        if !kinds.isDisjoint(with: weight) {
            state.weight = try await weightState(on: day, options)
        }
        return state
    }

    /// The open items and their children, each activity once.
    private func open(
        _ today: Journal.TodayResponse, needsCategories: Bool, _ options: CallOptions
    ) async throws -> [OpenActivity] {
        let items = today.slots.flatMap(\.items).flatMap { [$0] + $0.children }
        guard !items.isEmpty else { return [] }
        var categories: [Activity.ID: Category.ID] = [:]
        if needsCategories {
            let identifiers = try await bus.call(Categories.list, Empty(), options).categories
                .reduce(into: [:]) { $0[$1.name] = $1.id }
            let listed = try await bus.call(
                Activities.list, Activities.ListRequest(on: today.date), options)
            for activity in listed.activities {
                categories[activity.id] = activity.category.flatMap { identifiers[$0] }
            }
        }
        var known: Set<Activity.ID> = []
        return items.filter { $0.state == "open" && known.insert($0.id).inserted }.map {
            OpenActivity(id: $0.id, name: $0.name, category: categories[$0.id])
        }
    }

    private func weightState(on day: CivilDate, _ options: CallOptions) async throws -> WeightState
    {
        let values = try await bus.call(Weights.values, Empty(), options).values
        var state = WeightState(
            entries: values.filter { $0.date <= day }.map {
                WeightEntry(day: $0.date, weight: $0.kilograms, unit: .kg)
            })
        do {
            let milestones = try await bus.call(
                Weights.milestones, Weights.MilestonesRequest(on: day), options)
            guard let start = milestones.start else { return state }
            state.plan = MilestonePlan(
                start: start, goal: milestones.goal, unit: milestones.unit,
                interval: milestones.interval)
            state.reached = milestones.targets.compactMap { target in
                target.achievedDate.map {
                    WeightState.ReachedTarget(target: target.target, day: $0)
                }
            }
        } catch {
            // A profile without a goal.
            guard error.code == .failedPrecondition else { throw error }
        }
        return state
    }

    private static func rules(
        _ values: [String: String], _ categories: [Categories.Item]
    ) -> NotificationRules {
        var rules = NotificationRules()
        rules.dayParts = Settings.partsOfDay(values)
        for part in DayPartReminder.allCases {
            rules.parts[part] =
                values[Settings.reminder(part)].flatMap { DayPartReminderSetting($0) }
                ?? DayPartReminderSetting(part)
        }
        rules.activities = activityTimes(values)
        rules.categories = categories.filter { $0.isActive && !$0.times.isEmpty }.map {
            CategoryReminder(
                id: $0.id, name: $0.name,
                plan: ReminderPlan(
                    frequency: $0.frequency, times: ReminderTimes(existing: $0.times),
                    weekdays: $0.weekdays, start: $0.start, end: $0.end,
                    everyDays: $0.everyDays))
        }
        func value(_ key: String) -> String? {
            values[key] ?? SettingDefinition.all.first { $0.key == key }?.defaultValue
        }
        rules.streakMinute = value(Settings.streakReminder).flatMap { minuteOfDay($0) }
        rules.quietHours = value(Settings.quietHours).flatMap { QuietHours($0) }
        let switches: [(key: String, kinds: Set<NotificationKind>)] = [
            (Settings.activityReminders, [.activity]), (Settings.loggingReminders, [.logging]),
            (Settings.categoryReminders, [.category]),
            (Settings.weightReminders, Self.weightReminders),
            (Settings.goalNotifications, [.milestone, .goalShare]),
            (Settings.failureNotifications, [.failedImport, .failedBackup]),
        ]
        for (key, kinds) in switches where value(key) == "off" { rules.silenced.formUnion(kinds) }
        return rules
    }

    /// The reminder times of activities, by identifier.
    static func activityTimes(_ values: [String: String]) -> [ActivityReminder] {
        values.sorted { $0.key < $1.key }.flatMap { key, text -> [ActivityReminder] in
            guard key.hasPrefix(Settings.activityTimesPrefix) else { return [] }
            let id = Activity.ID(String(key.dropFirst(Settings.activityTimesPrefix.count)))
            return ActivityReminder.parse(id, text: text)
        }
    }
}
