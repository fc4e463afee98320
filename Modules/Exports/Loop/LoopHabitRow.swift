import CivilTime
import Contracts
import HabitApps
import Texts
import Tracker

/// The activities of a profile, and what is stored beside them.
struct LoopHabits {
    var activities: [Activities.Item]
    /// The attributes that importers have stored, by identifier.
    var attributes: [String: [String: String]]
    var annotations: [Statistics.Annotation]
    var settings: [String: String]

    /// The habit of an activity; nil for a kind that Loop has no form for.
    func habit(of activity: Activities.Item) -> LoopHabitRow? {
        guard [.checkbox, .value, .cumulative].contains(activity.type),
            !activity.schedule.isReminder
        else { return nil }
        let notes = annotations.filter { $0.activityID == activity.id }.map { ($0.date, $0.text) }
        let times = settings[Settings.activityTimesPrefix + activity.id.rawValue]
        return LoopHabitRow(
            activity: activity, attributes: attributes[activity.id.rawValue] ?? [:],
            annotations: Dictionary(notes) { "\($0)\n\($1)" },
            reminder: times?.split(separator: "log", omittingEmptySubsequences: false).lazy
                .compactMap { WeekdayTimes($0) }.first { !$0.times.minutes.isEmpty })
    }
}

/// A row of the table of habits.
struct LoopHabitRow {
    let activity: Activities.Item
    let attributes: [String: String]
    let annotations: [CivilDate: String]
    /// The first of its times is that of the habit; nil without a reminder.
    let reminder: WeekdayTimes?

    var isNumerical: Bool { activity.type != .checkbox }

    var failedDays: [CivilDate] {
        guard !isNumerical else { return [] }
        return (attributes[LoopSchema.Attribute.failedDays] ?? "").split(separator: " ")
            .compactMap { Int32($0) }.map { CivilDate(days: $0) }
    }

    /// The values of the columns of ``LoopSchema/habitColumns``.
    func row(_ id: Int64) -> [ExportValue] {
        let (frequency, target) = goal
        func attribute(_ name: String) -> ExportValue { .text(attributes[name] ?? "") }
        return [
            .integer(id), .flag(activity.pausedSince != nil),
            .integer(Int64(LoopColor.index(nearest: activity.color))),
            attribute(LoopSchema.Attribute.about), ExportValue(frequency.days),
            ExportValue(frequency.times), .integer(0), .text(activity.name), .integer(id - 1),
            ExportValue(minute.map { $0 / 60 }), ExportValue(minute.map { $0 % 60 }),
            .integer(reminderDays), .flag(isNumerical),
            .flag(activity.atMost == true), .number(target), .text(activity.unit ?? ""),
            attribute(LoopSchema.Attribute.question), .text(uuid),
        ]
    }

    private var minute: Int? { reminder?.times.minutes.first }

    /// The weekdays of the reminder, else the ones of the schedule, since reminders are sent on due days.
    private var reminderDays: Int64 {
        if let weekdays = reminder?.weekdays, !weekdays.isEmpty {
            return LoopSchema.days(of: weekdays)
        }
        guard case .weekly(let weekdays) = activity.schedule, !weekdays.isEmpty else {
            return LoopSchema.allDays
        }
        return LoopSchema.days(of: weekdays)
    }

    private var uuid: String {
        if let known = attributes[LoopSchema.Attribute.uuid] { return known }
        let name = activity.id.rawValue
        return (stableHash(name).hexDigits + stableHash(name, seed: 1).hexDigits).lowercased()
    }

    /// The frequency and the target. Those of an import count while the activity has what was read
    /// from them.
    private var goal: (frequency: (times: Int, days: Int), target: Double) {
        let stored = attributes[LoopSchema.Attribute.frequency].flatMap { HabitFrequency($0) }
        let storedTarget = attributes[LoopSchema.Attribute.target].flatMap { Double($0) }
        guard isNumerical else {
            let present = HabitFrequency(activity.schedule)
            if let stored, HabitFrequency(stored.schedule) == present {
                return ((stored.times, stored.days), storedTarget ?? 0)
            }
            return ((present?.times ?? 1, present?.days ?? 1), storedTarget ?? 0)
        }
        let target = activity.target ?? 0
        if let stored, let known = storedTarget,
            target == known * stored.targetPeriod.factor || target == 0 && known <= 0,
            activity.per.map({ $0.rawValue == stored.targetPeriod.period?.rawValue ?? "day" })
                ?? true
        {
            return ((stored.times, stored.days), known)
        }
        let days: Int =
            switch activity.per {
            case .week: 7
            case .month: 30
            case .day, nil: 1
            }
        return ((1, days), target)
    }
}
