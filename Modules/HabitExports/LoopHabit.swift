import HabitApps
import PluginKit
import Tracker

/// A habit of Loop Habit Tracker, as its database and its tables have it.
struct LoopHabit {
    var key: String
    var aliases: [String] = []
    var name: String
    var isNumerical = false
    var question = ""
    var about = ""
    var frequencyTimes: Int64 = 1
    var frequencyDays: Int64 = 1
    var isAtMost = false
    var target = 0.0
    var unit = ""
    /// `#RRGGBB`; nil for an unknown colour.
    var color: String?
    var isArchived = false
    /// Minutes since midnight; nil without a reminder.
    var reminder: Int64?
    /// Bits of the weekdays of the reminder from Saturday, bit 0, to Friday, bit 6.
    var reminderDays = LoopSchema.allDays
    var uuid: String?
    /// The days that a person marked as not done, ascending.
    var failedDays: [Int] = []

    /// The name of a habit as its key; the habits of one name are numbered from the second on.
    static func key(named name: String, number: Int) -> String {
        var key = "name "
        for character in name where key.utf8.count + character.utf8.count <= 180 {
            key.append(character.isNewline ? " " : character)
        }
        return number > 1 ? "\(key) #\(number)" : key
    }

    /// Appends the activity of the habit, and reports the settings that are read as others.
    func append(to batches: inout SampleBatches, from location: ItemLocation) throws {
        var notices: [String] = []
        let frequency = HabitFrequency(times: frequencyTimes, days: frequencyDays)
        var activity = ImportedActivity(
            key: key, name: name, aliases: aliases, color: color, isArchived: isArchived,
            attributes: attributes)
        if isNumerical {
            activity.kind = .amount(unit: unit.isEmpty ? nil : unit, target: target(frequency))
            if let frequency, !frequency.hasExactPeriod, target > 0 {
                let period = frequency.targetPeriod.period?.rawValue ?? "day"
                notices.append(
                    "its target for \(frequency.days) days is read as one of a \(period)")
            }
        } else if let frequency {
            activity.schedule = ImportedActivity.Schedule(frequency.schedule)
            if !frequency.isExact {
                notices.append("\(frequency.text) is read as \(frequency.schedule.text)")
            }
        }
        if frequency == nil { notices.append("its frequency is invalid and read as daily") }
        if let reminder {
            activity.reminderWeekdays = LoopSchema.weekdays(ofDays: reminderDays)
            if activity.reminderWeekdays.isEmpty {
                notices.append("its reminder has no weekday, and is left out as in Loop")
            } else {
                activity.reminders = [Int(clamping: reminder)]
            }
        }
        try batches.append(activity, from: location)
        for notice in notices { try batches.report("\"\(name)\": \(notice)", at: location) }
    }

    private func target(_ frequency: HabitFrequency?) -> ImportedActivity.Target? {
        guard target > 0 || isAtMost else { return nil }
        let (period, factor) = frequency?.targetPeriod ?? (nil, 1)
        return ImportedActivity.Target(
            target * factor, per: ImportedActivity.Period(period), isAtMost: isAtMost)
    }

    /// The texts that an export to Loop writes again.
    private var attributes: [String: String] {
        var values = [
            LoopSchema.Attribute.frequency: "\(frequencyTimes)/\(frequencyDays)"
        ]
        values[LoopSchema.Attribute.uuid] = uuid
        if !question.isEmpty { values[LoopSchema.Attribute.question] = question }
        if !about.isEmpty { values[LoopSchema.Attribute.about] = about }
        // The app writes a target for checks as well.
        if isNumerical || target != 0 { values[LoopSchema.Attribute.target] = "\(target)" }
        if !failedDays.isEmpty {
            // Seven letters a day fit the limit for as long as the app exists.
            values[LoopSchema.Attribute.failedDays] = failedDays.prefix(Self.failedLimit).map(
                String.init
            )
            .joined(separator: " ")
        }
        return values
    }

    /// The days without the habit that are stored for exports.
    static let failedLimit = 7000
}

extension LoopHabit {
    /// The meaning of a stored value.
    enum Mark: Hashable {
        case entry(ImportedEntry.Outcome)
        /// Marked as not done.
        case failed
        /// Follows from the frequency, or nothing is known.
        case implied
        case invalid
    }

    /// The meaning of a value. The numbers of a numerical habit are thousandths.
    static func mark(_ value: Int64, isNumerical: Bool) -> Mark {
        switch value {
        case LoopSchema.unknown: .implied
        case LoopSchema.skip: .entry(.skipped(reason: nil))
        case 0... where isNumerical: .entry(.amount(Double(value) / 1000))
        case LoopSchema.no: .failed
        case LoopSchema.automatic: .implied
        case LoopSchema.yes: .entry(.completed)
        default: .invalid
        }
    }
}

extension ImportedActivity.Schedule {
    /// The schedule of a frequency.
    init(_ schedule: Tracker.Schedule) {
        self =
            switch schedule {
            case .times(let count, per: .week): .timesAWeek(count)
            case .times(let count, per: .month): .timesAMonth(count)
            default: .daily
            }
    }
}

extension ImportedActivity.Period {
    init(_ name: SchedulePeriod.Name?) {
        self =
            switch name {
            case .week: .week
            case .month: .month
            case nil: .day
            }
    }
}
