import CivilTime
import Contracts
import RPC
import Tracker

extension ImportTrial {
    /// Adds the items of a part for the tracker.
    mutating func apply(_ part: TrackerPart, _ columns: [Column]) throws {
        activities += part.activities.map { ImportedActivity($0) }
        annotations += part.annotations.map {
            ImportedAnnotation(activity: $0.activity, day: Int($0.day.days), text: $0.text)
        }
        guard let page = part.entries else { return }
        let rows = try EntryPageRows(page, columns: columns)
        for row in rows.indices {
            let entry = try rows.entry(row).entry
            let outcome: ImportedEntry.Outcome =
                switch entry.outcome {
                case .completed(nil): .completed
                case .completed(let value?): .amount(value)
                case .skipped(let reason): .skipped(reason: reason)
                }
            entries.append(
                ImportedEntry(
                    activity: entry.activity.rawValue, day: Int(entry.day.days), outcome: outcome,
                    note: entry.note, key: entry.id.rawValue.isEmpty ? nil : entry.id.rawValue,
                    loggedAt: entry.loggedAt))
        }
    }
}

extension ImportedActivity {
    fileprivate init(_ part: ActivityPart) {
        var kind = Kind.checkbox
        if part.fields.type == .cumulative {
            let target = part.fields.target.map { value in
                Target(
                    value, per: part.fields.per.flatMap { Period(rawValue: $0.rawValue) } ?? .day,
                    isAtMost: part.fields.atMost ?? false)
            }
            kind = .amount(unit: part.fields.unit, target: target)
        }
        self.init(
            key: part.key, name: part.name, kind: kind,
            schedule: part.fields.schedule.map { Schedule($0) } ?? .daily,
            aliases: part.aliases ?? [], color: part.fields.color, category: part.fields.category,
            created: part.created.map { Int($0.days) }, isArchived: part.isArchived ?? false,
            reminders: (part.reminders ?? []).compactMap { minuteOfDay($0) },
            reminderWeekdays: Set(part.reminderWeekdays ?? []),
            attributes: part.attributes ?? [:])
    }
}

extension ImportedActivity.Schedule {
    fileprivate init(_ schedule: Tracker.Schedule) {
        self =
            switch schedule {
            case .weekly(let weekdays): .weekly(weekdays)
            case .everyDays(let count): .everyDays(count)
            case .times(let count, per: .week): .timesAWeek(count)
            case .times(let count, per: .month): .timesAMonth(count)
            case .daily, .monthly, .everyWeeks, .sticky, .adhoc: .daily
            }
    }
}
