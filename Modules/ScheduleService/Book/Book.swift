package import CivilTime
package import Contracts
import Milestones
import RPC
import Scheduling
package import Tracking

/// Everything that the rules need of one profile, as it was at one version.
package struct Book: Sendable {
    /// The number of the last change that is in it.
    var version: Int64
    var zones: ZoneHistory
    var weekStart: WeekStart
    private(set) var milestoneInterval: MilestoneInterval
    private(set) var weightHealth: Settings.WeightHealth
    /// Those that were set.
    private(set) var partReminders: [DayPartReminder: PartReminder]
    private(set) var scale = Scale()
    private(set) var roster: Roster
    /// Of the roster's activities.
    private(set) var names = NameIndex()
    /// Those that are stored.
    private var ownCategories: [Category.ID: Category]
    private(set) var annotations: [String: Annotation]
    private(set) var deletedEntries: [Entry.ID: DeletedEntry]
    /// By identifier.
    private(set) var dismissedReadings: [String: DismissedReading] = [:]
    private(set) var diary: Diary
    private(set) var revisions: [Tracker.Record: Int64]

    /// - Throws: DATA_LOSS for a document that cannot be read.
    package init(
        _ documents: Tracker.Documents, entries: [(Int64, Entry)], zones: ZoneHistory
    ) throws {
        version = documents.version
        self.zones = zones
        weekStart = Self.weekStart(documents.settings)
        milestoneInterval = Self.milestoneInterval(documents.settings)
        weightHealth = Self.weightHealth(documents.settings)
        partReminders = Self.partReminders(documents.settings)
        roster = Roster()
        ownCategories = [:]
        annotations = [:]
        deletedEntries = [:]
        revisions = [:]
        var vacations: Set<CivilDate> = []
        diary = Diary(activities: [])
        for document in documents.documents {
            let record = Tracker.Record(kind: document.kind, id: document.id)
            revisions[record] = document.revision
            if document.kind == RecordKind.vacation.rawValue {
                if let day = CivilDate(document.id) { vacations.insert(day) }
            } else {
                try take(record, document.body)
            }
        }
        diary = Diary(
            activities: Array(roster.activities.values), numbered: entries, vacations: vacations,
            missingDays: zones.missingDays)
    }

    /// The categories; the default ones as long as none is stored.
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

    /// The revision of a record; 0 when there is none.
    func revision(_ kind: RecordKind, _ id: String) -> Int64 {
        revisions[Tracker.Record(kind: kind.rawValue, id: id)] ?? 0
    }

    /// The book with its activities as they were on a day.
    func asOf(_ day: CivilDate) -> Book {
        var past = self
        for activity in roster.activities.values {
            past.set(activity.asOf(day), activity.id)
        }
        return past
    }

    /// Takes in what the change log tells.
    /// - Returns: False when everything has to be read anew.
    mutating func take(_ change: Changes.Change) throws -> Bool {
        switch change.kind {
        case Tracker.bulk, Changes.restoredKind, "profile", "zone":
            return false
        case Tracker.entryKind:
            func numbered(_ text: String?) throws -> Tracker.NumberedEntry? {
                try text.map { try JSONBody.decode(Tracker.NumberedEntry.self, from: Bytes($0)) }
            }
            let after = try numbered(change.after)
            replace(try numbered(change.before)?.entry, with: after?.entry, number: after?.number)
        case Tracker.entriesKind:
            diary.removeEntries(of: Activity.ID(change.key))
        case Tracker.settingKind:
            takeSetting(change.key, change.after)
        default:
            try set(
                Tracker.Record(kind: change.kind, id: change.key), to: change.after,
                by: change.number)
        }
        version = max(version, change.number)
        return true
    }

    /// The book as it will be when a draft of it is stored.
    func with(_ draft: Draft) throws -> Book {
        var book = self
        try book.take(draft, stored: draft.foreseen)
        return book
    }

    /// Takes in what was just stored, when nothing of the profile was in between.
    mutating func take(_ draft: Draft, stored applied: Tracker.Applied) throws {
        guard draft.base == version || applied.first == version + 1 else { return }
        let bodies = Dictionary(
            draft.changes.map { (Tracker.Record(kind: $0.kind, id: $0.id), $0.body) }
        ) { $1 }
        for (old, new) in draft.entries {
            replace(old, with: new, number: new.flatMap { applied.numbers?[$0.id.rawValue] })
        }
        for (offset, record) in applied.records.enumerated() {
            guard record.kind != Tracker.entryKind, let body = bodies[record] else { continue }
            if record.kind == Tracker.settingKind { takeSetting(record.id, body) }
            if record.kind == Tracker.entriesKind {
                diary.removeEntries(of: Activity.ID(record.id))
            }
            try set(record, to: body, by: applied.first + Int64(offset))
        }
        version = applied.last
    }

    private mutating func takeSetting(_ key: String, _ value: String?) {
        if key == Settings.weekStart { weekStart = Self.weekStart([key: value ?? ""]) }
        if key == Settings.milestoneInterval {
            milestoneInterval = Self.milestoneInterval([key: value ?? ""])
        }
        if key == Settings.weightHealth { weightHealth = Self.weightHealth([key: value ?? ""]) }
        for part in DayPartReminder.allCases where key == Settings.reminder(part) {
            partReminders[part] = value.flatMap { PartReminder($0) }
        }
    }

    private mutating func set(
        _ record: Tracker.Record, to body: String?, by number: Int64
    ) throws {
        guard RecordKind(rawValue: record.kind) != nil else { return }
        revisions[record] = body == nil ? nil : number
        try take(record, body)
        updateDiary(record)
    }

    private mutating func set(_ activity: Activity?, _ id: Activity.ID) {
        names.replace(roster.activities[id], with: activity)
        roster.set(activity, id)
    }

    /// Takes in an entry that is stored. What is known already changes nothing.
    private mutating func replace(_ old: Entry?, with new: Entry?, number: Int64? = nil) {
        func held(_ entry: Entry?) -> Entry? {
            entry.flatMap { entry in
                diary.entries(of: entry.activity, on: entry.day).first { $0.id == entry.id }
            }
        }
        let known = held(new)
        diary.replace(held(old) ?? known, with: new, number: number)
    }

    /// Takes in a document that is stored, or that is gone.
    private mutating func take(_ record: Tracker.Record, _ body: String?) throws {
        func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
            do {
                return try body.map { try JSONBody.decode(type, from: Bytes($0)) }
            } catch {
                throw Status(
                    .dataLoss, "The \(record.kind) \(record.id) cannot be read: \(error).",
                    hint: "Check the data with: dayline doctor. A backup is put back with: "
                        + "dayline restore FILE")
            }
        }
        switch RecordKind(rawValue: record.kind) {
        case .activity: set(try value(Activity.self), Activity.ID(record.id))
        case .goal: roster.set(try value(Goal.self), Goal.ID(record.id))
        case .goalLink: roster.set(try value(GoalLink.self), GoalLink.ID(record.id))
        case .category: ownCategories[Category.ID(record.id)] = try value(Category.self)
        case .annotation: annotations[record.id] = try value(Annotation.self)
        case .deletedEntry: deletedEntries[Entry.ID(record.id)] = try value(DeletedEntry.self)
        case .weight: scale.weighings[record.id] = try value(StoredWeighing.self)
        case .weightGoal: scale.goal = try value(WeightGoal.self)
        case .milestone: scale.records[record.id] = try value(MilestoneRecord.self)
        case .dismissedWeighing:
            scale.dismissed[record.id] = try value(DismissedWeighing.self)
        case .healthReader: scale.reader = try value(HealthReader.self)
        case .dismissedReading:
            dismissedReadings[record.id] = try value(DismissedReading.self)
        case .vacation, nil: break
        }
    }

    private mutating func updateDiary(_ record: Tracker.Record) {
        switch RecordKind(rawValue: record.kind) {
        case .activity:
            let id = Activity.ID(record.id)
            if let activity = roster.activities[id] {
                diary.update([activity])
            } else if var gone = diary.activities[id] {
                gone.deleted = gone.created
                diary.update([gone])
            }
        case .vacation:
            guard let day = CivilDate(record.id) else { break }
            diary.setVacation(revisions[record] != nil, on: day)
        case .goal, .goalLink, .category, .annotation, .deletedEntry, .weight, .weightGoal,
            .milestone, .dismissedWeighing, .healthReader, .dismissedReading, nil:
            break
        }
    }

    private static func weekStart(_ settings: [String: String]) -> WeekStart {
        settings[Settings.weekStart].flatMap(WeekStart.init(rawValue:)) ?? .monday
    }

    private static func partReminders(
        _ settings: [String: String]
    ) -> [DayPartReminder: PartReminder] {
        var reminders: [DayPartReminder: PartReminder] = [:]
        for part in DayPartReminder.allCases {
            reminders[part] = settings[Settings.reminder(part)].flatMap { PartReminder($0) }
        }
        return reminders
    }

    private static func weightHealth(_ settings: [String: String]) -> Settings.WeightHealth {
        settings[Settings.weightHealth].flatMap(Settings.WeightHealth.init(rawValue:)) ?? .off
    }

    private static func milestoneInterval(_ settings: [String: String]) -> MilestoneInterval {
        settings[Settings.milestoneInterval].flatMap(MilestoneInterval.init(rawValue:)) ?? .default
    }
}

/// A remark about a day, or about an activity on a day.
struct Annotation: Codable, Hashable, Sendable {
    var day: CivilDate
    var text: String
    var activity: Activity.ID?
}

/// An entry in the trash.
struct DeletedEntry: Codable, Hashable, Sendable, Trashable {
    var entry: Entry
    var deleted: CivilDate?
}
