import CivilTime
import Milestones
import Texts
package import Tracker

/// The texts of reminders whose conditions hold in a state.
package struct NotificationTexts: Sendable {
    private let rules: NotificationRules
    private let state: DayState

    /// The length from which a streak is worth a reminder.
    package static let shortestStreak = 3
    /// The number of names in a text; others are counted.
    private static let nameLimit = 3
    /// The days after the newest weight in which weights are still expected.
    private static let expectedDays = 7
    /// Announcements of the day before are still sent.
    private static let announcedDays = 2

    package init(_ rules: NotificationRules, _ state: DayState) {
        self.rules = rules
        self.state = state
    }

    /// The text of a reminder; nil if its condition does not hold.
    package func text(of reminder: PlannedReminder) -> ReminderText? {
        guard !rules.silenced.contains(reminder.kind) else { return nil }
        if reminder.kind.isAnnouncement { return announcement(reminder) }
        guard !state.isVacation, state.day == reminder.day else { return nil }
        switch reminder.kind {
        case .partOfDay:
            return DayPartReminder(rawValue: reminder.subject).flatMap { state.parts[$0] }
        case .activity: return activityText(reminder.subject, isForLogging: false)
        case .logging: return activityText(reminder.subject, isForLogging: true)
        case .category: return categoryText(Category.ID(reminder.subject))
        case .streak: return streakText
        case .weighing: return weighingText
        case .usualWeighing: return usualWeighingText(reminder.minute)
        case .approachingMilestone: return approachText
        case .weeklySummary: return summaryText
        case .milestone, .goalShare, .failedImport, .failedBackup: return nil
        }
    }

    /// The activities that a reminder is about, in the order of the agenda.
    package func activities(of reminder: PlannedReminder) -> [Activity.ID] {
        switch reminder.kind {
        case .activity, .logging: [Activity.ID(reminder.subject)]
        case .category:
            state.open.filter { $0.category?.rawValue == reminder.subject }.map(\.id)
        case .streak: streaksAtRisk.map(\.id)
        default: []
        }
    }

    /// The announcements of the weights: the farthest milestone of a day, and the highest share.
    package var announcements: [PlannedReminder] {
        guard let weight = state.weight, let plan = weight.plan else { return [] }
        var announcements: [PlannedReminder] = []
        func add(_ kind: NotificationKind, _ day: CivilDate, _ value: String) {
            guard (0..<Self.announcedDays).contains(day.distance(to: state.day)),
                !rules.silenced.contains(kind)
            else { return }
            announcements.append(
                PlannedReminder(kind: kind, day: day, minute: 0, subject: value))
        }
        var farthest: [CivilDate: Double] = [:]
        for reached in weight.reached { farthest[reached.day] = reached.target }
        for (day, target) in farthest.sorted(by: { $0.key < $1.key }) {
            add(.milestone, day, "\(Self.number(target)) \(plan.unit.rawValue)")
        }
        var shares = GoalNotifications()
        for entry in weight.entries where entry.day <= state.day {
            let share = shares.update(entry.weight(in: plan.unit), on: plan, day: entry.day)
            if let share { add(.goalShare, entry.day, "\(share)%") }
        }
        return announcements
    }

    private func announcement(_ reminder: PlannedReminder) -> ReminderText? {
        if reminder.kind.isFailure {
            let work = reminder.kind == .failedImport ? "import" : "backup"
            return ReminderText(title: "The \(work) failed", body: reminder.subject)
        }
        guard announcements.contains(reminder) else { return nil }
        return reminder.kind == .milestone
            ? ReminderText(title: "Milestone reached: \(reminder.subject)")
            : ReminderText(title: "\(reminder.subject) of the way to your goal weight")
    }

    private func activityText(_ id: String, isForLogging: Bool) -> ReminderText? {
        guard let activity = state.open.first(where: { $0.id.rawValue == id }) else { return nil }
        return isForLogging
            ? ReminderText(title: "Log \(activity.name)")
            : ReminderText(title: activity.name, body: "It is open today.")
    }

    private func categoryText(_ id: Category.ID) -> ReminderText? {
        guard let category = rules.categories.first(where: { $0.id == id }) else { return nil }
        let names = state.open.filter { $0.category == id }.map(\.name)
        guard !names.isEmpty else { return nil }
        return ReminderText(title: category.name, body: Self.list(names))
    }

    private var streaksAtRisk: [OpenActivity] {
        state.open.filter { state.streaks[$0.id] ?? 0 >= Self.shortestStreak }
    }

    private var streakText: ReminderText? {
        let texts = streaksAtRisk.map { "\($0.name) (\(state.streaks[$0.id] ?? 0) days)" }
        guard !texts.isEmpty else { return nil }
        return ReminderText(
            title: texts.count == 1 ? "1 streak ends today" : "\(texts.count) streaks end today",
            body: Self.list(texts))
    }

    private var weighingText: ReminderText? {
        let days = Set((state.weight?.entries ?? []).map(\.day))
        guard WeightReminders.shouldWarnOfStreak(days, asOf: state.day) else { return nil }
        return ReminderText(title: "Log your weight", body: "Today has no weight entry yet.")
    }

    private func usualWeighingText(_ minute: Int) -> ReminderText? {
        guard let last = state.weight?.entries.last?.day,
            (1...Self.expectedDays).contains(last.distance(to: state.day))
        else { return nil }
        return ReminderText(
            title: "Log your weight",
            body: "You usually do at about \(DayPartReminderSetting.text(minute: minute)).")
    }

    private var approachText: ReminderText? {
        guard let weight = state.weight, let plan = weight.plan, let last = weight.entries.last,
            last.day.distance(to: state.day) == 1,
            let approaching = plan.approaching(from: last.weight(in: plan.unit))
        else { return nil }
        let unit = plan.unit.rawValue
        return ReminderText(
            title: "\(Self.number(approaching.distance)) \(unit) to the next milestone",
            body: "The milestone is \(Self.number(approaching.target)) \(unit).")
    }

    private var summaryText: ReminderText? {
        guard let weight = state.weight, let newest = weight.entries.last else { return nil }
        let unit = weight.plan?.unit ?? newest.unit
        guard
            let summary = WeeklyWeightSummary(weight.entries, in: unit, endingOn: state.day)
        else { return nil }
        let sign = summary.change > 0 ? "+" : ""
        // One entry has no change.
        let result =
            summary.entries == 1
            ? Self.number(newest.weight(in: unit)) : "\(sign)\(Self.number(summary.change))"
        return ReminderText(
            title: "Weight of the week: \(result) \(unit.rawValue)",
            body: summary.entries == 1 ? "1 entry." : "\(summary.entries) entries.")
    }

    private static func number(_ weight: Double) -> String { decimalText(weight, decimals: 1) }

    private static func list(_ names: [String]) -> String {
        let more = names.count - nameLimit
        let list = names.prefix(nameLimit).joined(separator: ", ")
        return more > 0 ? "\(list) and \(more) more" : list
    }
}
