package import CivilTime
package import Contracts
import Milestones
import RPC
package import Tracker
import TrackerRules

/// Everything that the rules need of one profile, at one version.
package struct ProfileSnapshot: Sendable {
    /// The number of the last change in the snapshot.
    var version: Int64
    var zones: ZoneHistory
    var weekStart: WeekStart
    private(set) var dayEnd: DayEnd
    private(set) var milestoneInterval: MilestoneInterval
    private(set) var weightHealth: Settings.WeightSyncMode
    /// Only reminders that differ from the defaults.
    private(set) var partReminders: [DayPartReminder: DayPartReminderSetting]
    private(set) var weightLog = WeightLog()
    private(set) var catalog: Catalog
    /// The names of the catalog's activities.
    private(set) var names = NameIndex()
    /// The stored categories.
    private var ownCategories: [Category.ID: Category]
    private(set) var annotations: [String: Annotation]
    private(set) var deletedEntries: [Entry.ID: DeletedEntry]
    /// The templates of the profile by identifier.
    private(set) var ownTemplates: [String: ActivityTemplate] = [:]
    /// By identifier.
    private(set) var dismissedReadings: [String: DismissedReading] = [:]
    private(set) var history: ActivityHistory
    private(set) var revisions: [TrackerRecords.RecordKey: Int64]

    /// - Throws: DATA_LOSS for a document that cannot be read.
    package init(
        _ documents: TrackerRecords.DocumentsResponse, entries: [(Int64, Entry)], zones: ZoneHistory
    ) throws {
        version = documents.version
        self.zones = zones
        weekStart = Self.weekStart(documents.settings)
        dayEnd = Self.dayEnd(documents.settings)
        milestoneInterval = Self.milestoneInterval(documents.settings)
        weightHealth = Self.weightHealth(documents.settings)
        partReminders = Self.partReminders(documents.settings)
        catalog = Catalog()
        ownCategories = [:]
        annotations = [:]
        deletedEntries = [:]
        revisions = [:]
        var vacations: Set<CivilDate> = []
        history = ActivityHistory(activities: [])
        for document in documents.documents {
            let record = TrackerRecords.RecordKey(kind: document.kind, id: document.id)
            revisions[record] = document.revision
            if document.kind == RecordKind.vacation.rawValue {
                if let day = CivilDate(document.id) { vacations.insert(day) }
            } else {
                try apply(record, document.body)
            }
        }
        history = ActivityHistory(
            activities: Array(catalog.activities.values), numbered: entries, vacations: vacations,
            missingDays: zones.missingDays)
        history.countsWithoutEntry = documents.settings[Settings.unloggedIsZero] == "on"
        history.dayParts = Settings.partsOfDay(documents.settings)
    }

    /// The stored categories, or the default ones if none is stored.
    var categories: [Category.ID: Category] {
        ownCategories.isEmpty ? Self.defaultCategories : ownCategories
    }

    private static let defaultCategories = Dictionary(
        uniqueKeysWithValues: Category.defaults.enumerated().map { position, category in
            let id = Category.ID(category.name.lowercased())
            return (
                id,
                Category(
                    id: id, name: category.name, appearance: category.appearance,
                    position: position)
            )
        })

    /// The revision of a record; 0 if no such record exists.
    func revision(_ kind: RecordKind, _ id: String) -> Int64 {
        revisions[TrackerRecords.RecordKey(kind: kind.rawValue, id: id)] ?? 0
    }

    /// The snapshot with its activities as of a day.
    func asOf(_ day: CivilDate) -> ProfileSnapshot {
        var past = self
        for activity in catalog.activities.values {
            past.set(activity.asOf(day), activity.id)
        }
        return past
    }

    /// Applies a change of the change log.
    /// - Returns: False if the snapshot has to be loaded again.
    mutating func apply(_ change: Changes.Change) throws -> Bool {
        switch change.kind {
        case TrackerRecords.bulk, Changes.restoredKind, "profile", "zone":
            return false
        case TrackerRecords.entryKind:
            func numbered(_ text: String?) throws -> TrackerRecords.NumberedEntry? {
                try text.map {
                    try JSONBody.decode(TrackerRecords.NumberedEntry.self, from: Bytes($0))
                }
            }
            let after = try numbered(change.after)
            replace(try numbered(change.before)?.entry, with: after?.entry, number: after?.number)
        case TrackerRecords.entriesKind:
            history.removeEntries(of: Activity.ID(change.key))
        case TrackerRecords.settingKind:
            applySetting(change.key, change.after)
        default:
            try set(
                TrackerRecords.RecordKey(kind: change.kind, id: change.key), to: change.after,
                by: change.number)
        }
        version = max(version, change.number)
        return true
    }

    /// The snapshot that results from committing a change set.
    func applying(_ changeSet: ChangeSet) throws -> ProfileSnapshot {
        var snapshot = self
        try snapshot.apply(changeSet, stored: changeSet.expectedResult)
        return snapshot
    }

    /// Applies a committed change set if no other commit of the profile came between.
    mutating func apply(_ changeSet: ChangeSet, stored applied: TrackerRecords.ApplyResponse) throws
    {
        guard changeSet.base == version || applied.first == version + 1 else { return }
        let bodies = Dictionary(
            changeSet.changes.map { (TrackerRecords.RecordKey(kind: $0.kind, id: $0.id), $0.body) }
        ) { $1 }
        for (old, new) in changeSet.entries {
            replace(old, with: new, number: new.flatMap { applied.numbers?[$0.id.rawValue] })
        }
        for (offset, record) in applied.records.enumerated() {
            guard record.kind != TrackerRecords.entryKind, let body = bodies[record] else {
                continue
            }
            if record.kind == TrackerRecords.settingKind { applySetting(record.id, body) }
            if record.kind == TrackerRecords.entriesKind {
                history.removeEntries(of: Activity.ID(record.id))
            }
            try set(record, to: body, by: applied.first + Int64(offset))
        }
        version = applied.last
    }

    /// Replaces entries of the activity and day of `entry` that a change set replaces with it.
    mutating func replaceEntries(_ ids: [Entry.ID], with entry: Entry) {
        for old in history.entries(of: entry.activity, on: entry.day) where ids.contains(old.id) {
            replace(old, with: nil)
        }
        replace(nil, with: entry)
    }

    private mutating func applySetting(_ key: String, _ value: String?) {
        if key == Settings.weekStart { weekStart = Self.weekStart([key: value ?? ""]) }
        if key == Settings.unloggedIsZero { history.countsWithoutEntry = value == "on" }
        if key == Settings.dayParts {
            history.dayParts = Settings.partsOfDay(value.map { [key: $0] } ?? [:])
        }
        if key == Settings.dayEnd { dayEnd = Self.dayEnd([key: value ?? ""]) }
        if key == Settings.milestoneInterval {
            milestoneInterval = Self.milestoneInterval([key: value ?? ""])
        }
        if key == Settings.weightHealth { weightHealth = Self.weightHealth([key: value ?? ""]) }
        for part in DayPartReminder.allCases where key == Settings.reminder(part) {
            partReminders[part] = value.flatMap { DayPartReminderSetting($0) }
        }
    }

    private mutating func set(
        _ record: TrackerRecords.RecordKey, to body: String?, by number: Int64
    ) throws {
        guard RecordKind(rawValue: record.kind) != nil else { return }
        revisions[record] = body == nil ? nil : number
        try apply(record, body)
        updateHistory(record)
    }

    private mutating func set(_ activity: Activity?, _ id: Activity.ID) {
        names.replace(catalog.activities[id], with: activity)
        catalog.set(activity, id)
    }

    /// Applies a stored entry. Applying it twice has no effect.
    private mutating func replace(_ old: Entry?, with new: Entry?, number: Int64? = nil) {
        func stored(_ entry: Entry?) -> Entry? {
            entry.flatMap { entry in
                history.entries(of: entry.activity, on: entry.day).first { $0.id == entry.id }
            }
        }
        let known = stored(new)
        history.replace(stored(old) ?? known, with: new, number: number)
    }

    /// Applies a stored or removed document.
    private mutating func apply(_ record: TrackerRecords.RecordKey, _ body: String?) throws {
        func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
            do {
                return try body.map { try JSONBody.decode(type, from: Bytes($0)) }
            } catch {
                throw Status(
                    .dataLoss, "The \(record.kind) \(record.id) cannot be read: \(error).",
                    hint: "Check the data with: dayline doctor. Restore a backup with: "
                        + "dayline restore FILE")
            }
        }
        switch RecordKind(rawValue: record.kind) {
        case .activity: set(try value(Activity.self), Activity.ID(record.id))
        case .goal: catalog.set(try value(Goal.self), Goal.ID(record.id))
        case .goalLink: catalog.set(try value(GoalLink.self), GoalLink.ID(record.id))
        case .category: ownCategories[Category.ID(record.id)] = try value(Category.self)
        case .annotation: annotations[record.id] = try value(Annotation.self)
        case .deletedEntry: deletedEntries[Entry.ID(record.id)] = try value(DeletedEntry.self)
        case .weight: weightLog.weightEntries[record.id] = try value(StoredWeightEntry.self)
        case .weightGoal: weightLog.goal = try value(WeightGoal.self)
        case .milestone: weightLog.records[record.id] = try value(MilestoneRecord.self)
        case .dismissedWeightEntry:
            weightLog.dismissed[record.id] = try value(DismissedWeightEntry.self)
        case .weightSyncSource: weightLog.reader = try value(WeightSyncSource.self)
        case .dismissedReading:
            dismissedReadings[record.id] = try value(DismissedReading.self)
        case .template: ownTemplates[record.id] = try value(ActivityTemplate.self)
        case .vacation, .imported, nil: break
        }
    }

    private mutating func updateHistory(_ record: TrackerRecords.RecordKey) {
        switch RecordKind(rawValue: record.kind) {
        case .activity:
            let id = Activity.ID(record.id)
            if let activity = catalog.activities[id] {
                history.update([activity])
            } else if var removed = history.activities[id] {
                removed.deleted = removed.created
                history.update([removed])
            }
        case .vacation:
            guard let day = CivilDate(record.id) else { break }
            history.setVacation(revisions[record] != nil, on: day)
        case .goal, .goalLink, .category, .annotation, .deletedEntry, .weight, .weightGoal,
            .milestone, .dismissedWeightEntry, .weightSyncSource, .dismissedReading, .template,
            .imported, nil:
            break
        }
    }

    private static func weekStart(_ settings: [String: String]) -> WeekStart {
        settings[Settings.weekStart].flatMap(WeekStart.init(rawValue:)) ?? .monday
    }

    private static func dayEnd(_ settings: [String: String]) -> DayEnd {
        settings[Settings.dayEnd].flatMap { DayEnd($0) } ?? .midnight
    }

    private static func partReminders(
        _ settings: [String: String]
    ) -> [DayPartReminder: DayPartReminderSetting] {
        var reminders: [DayPartReminder: DayPartReminderSetting] = [:]
        for part in DayPartReminder.allCases {
            reminders[part] = settings[Settings.reminder(part)].flatMap {
                DayPartReminderSetting($0)
            }
        }
        return reminders
    }

    private static func weightHealth(_ settings: [String: String]) -> Settings.WeightSyncMode {
        settings[Settings.weightHealth].flatMap(Settings.WeightSyncMode.init(rawValue:)) ?? .off
    }

    private static func milestoneInterval(_ settings: [String: String]) -> MilestoneInterval {
        settings[Settings.milestoneInterval].flatMap(MilestoneInterval.init(rawValue:)) ?? .default
    }
}

/// A note on a day, or on an activity's day.
struct Annotation: Codable, Hashable, Sendable {
    var day: CivilDate
    var text: String
    var activity: Activity.ID?
}

/// An entry in the trash, or a photo of an entry.
struct DeletedEntry: Codable, Hashable, Sendable, Trashable {
    var entry: Entry
    var deleted: CivilDate?
    /// The entry that the photo of ``entry`` was deleted from; nil: the whole entry was deleted.
    var photoOf: Entry.ID?
}
