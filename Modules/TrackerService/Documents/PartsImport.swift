import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker
import TrackerDocuments
import TrackerRules

/// The records of an importer that are new to a profile, written in one step.
///
/// Identifiers are derived from the importer's keys, so that a second import adds nothing. A record
/// that exists is not changed, and one in the trash is not restored. A day of an activity that has an
/// entry of a person keeps it.
struct PartsImport {
    /// The stored attribute with the aliases of an activity, one a line: keys that files without its key have.
    private static let aliasesName = "aliases"
    /// New annotations that are not held until the end of the parts.
    private static let annotationsInBatch = 500

    private let importer: String
    private let snapshot: ProfileSnapshot
    private let today: CivilDate
    /// The activities of earlier imports by their aliases; nil for an alias of several.
    private let aliases: [String: Activity.ID?]
    private var targets: [ImportedTarget] = []
    private var indices: [String: Int] = [:]
    private var attributes: [TrackerRecords.Change] = []
    /// The new annotations that no batch has yet.
    private var annotations: [TrackerRecords.Change] = []
    private var annotationIDs: Set<String> = []
    private(set) var counts: [String: ImportReport.Counts] = [:]
    private var invalid: [(reason: String, names: RecordNames)] = []
    private var replacedCount = 0

    /// `importer` is the name of the importer, which identifiers are derived from, and `stored` has the
    /// documents of the kind `imported`.
    init(
        importer: String, into snapshot: ProfileSnapshot, stored: [TrackerRecords.Document],
        today: CivilDate
    ) {
        self.importer = importer
        aliases = Self.aliases(of: importer, in: stored)
        self.snapshot = snapshot
        self.today = today
    }

    /// Adds the items of a part.
    /// - Returns: Its new entries, and annotations if there are many.
    /// - Throws: INVALID_ARGUMENT for items that a kit quarantines.
    mutating func add(_ packet: Packet<TrackerPart>) throws -> [FillBatch] {
        for activity in packet.body.activities { try add(activity) }
        for annotation in packet.body.annotations { try add(annotation) }
        var batches: [FillBatch] = []
        if annotations.count >= Self.annotationsInBatch {
            batches = FillBatch.batches(of: annotations)
            annotations = []
        }
        if let page = packet.body.entries {
            batches += try add(EntryPageRows(page, columns: packet.columns))
        }
        return batches
    }

    private mutating func add(_ imported: ActivityPart) throws {
        guard (1...200).contains(imported.key.utf8.count), indices[imported.key] == nil,
            imported.created.map(measurableDays.contains) ?? true,
            imported.reminders?.allSatisfy({ minuteOfDay($0) != nil }) ?? true,
            imported.reminderWeekdays?.allSatisfy((1...7).contains) ?? true,
            imported.estimatedBytes <= TrackerPart.activityBytes
        else {
            throw Self.rejection(
                "an activity whose key, day, times or size is invalid, or a key twice")
        }
        let keys = [imported.key] + (imported.aliases ?? [])
        let alias = aliases[imported.key].flatMap(\.self)
        let known = (keys.map(id) + (alias.map { [$0] } ?? [])).lazy
            .compactMap { [snapshot] in snapshot.catalog.activities[$0] }.first
        indices[imported.key] = targets.count
        if let known {
            let state: ImportedTarget.State = known.deleted == nil ? .existing : .deleted
            targets.append(ImportedTarget(known, state, in: snapshot))
            return count(TrackerPart.activityType, \.duplicate)
        }
        do {
            let activity = try activity(imported)
            var target = ImportedTarget(
                activity,
                .new(
                    reminders: imported.reminderTimes, isArchived: imported.isArchived ?? false),
                in: snapshot)
            target.hasCreated = imported.created != nil
            targets.append(target)
            var values = imported.attributes ?? [:]
            if let aliases = imported.aliases, !aliases.isEmpty {
                values[Self.aliasesName] = aliases.joined(separator: "\n")
            }
            if !values.isEmpty {
                attributes.append(
                    TrackerRecords.Change(
                        kind: RecordKind.imported.rawValue, id: activity.id.rawValue,
                        body: try JSONBody.encode(
                            ImportedRecord(importer: importer, attributes: values)
                        ).text))
            }
            count(TrackerPart.activityType, \.stored)
        } catch let status as Status {
            let activity = Activity(id: id(imported.key), name: imported.name, created: today)
            targets.append(ImportedTarget(activity, .invalid, in: snapshot))
            count(TrackerPart.activityType, \.quarantined)
            note(status.message, imported.name)
        }
    }

    private static func aliases(
        of importer: String, in stored: [TrackerRecords.Document]
    ) -> [String: Activity.ID?] {
        var aliases: [String: Activity.ID?] = [:]
        for document in stored where document.kind == RecordKind.imported.rawValue {
            // A record that cannot be decoded has no aliases.
            guard
                let record = try? JSONBody.decode(
                    ImportedRecord.self, from: Bytes(document.body)),
                record.importer == importer, let text = record.attributes[Self.aliasesName]
            else { continue }
            for alias in text.split(separator: "\n").map(String.init) {
                let isRepeated = aliases[alias] != nil
                aliases[alias] = .some(isRepeated ? nil : Activity.ID(document.id))
            }
        }
        return aliases
    }

    private func id(_ key: String) -> Activity.ID {
        Activity.ID(StableIdentifier.text(for: "import \(importer) \(key)"))
    }

    /// The new activity. A category that the profile lacks is left out.
    private mutating func activity(_ imported: ActivityPart) throws -> Activity {
        guard let name = RecordName.cleaned(imported.name) else {
            throw Status(
                .invalidArgument, "An activity of the import has no name.",
                hint: "Name it in the app that exported it, and export again.")
        }
        var fields = imported.fields
        if let category = fields.category,
            !snapshot.listedCategories.contains(where: { $0.name == category })
        {
            fields.category = nil
            note("the profile has no category \"\(category)\", so it has none", name)
        }
        let created = imported.created ?? today
        let suggestion = AppearanceSuggestion(name: name)
        var activity = Activity(
            id: id(imported.key), name: name, created: created,
            configuration: try Configuration(
                new: fields, named: name, suggestedUnit: nil, weekStart: snapshot.weekStart,
                on: created), appearance: suggestion?.appearance ?? .activity)
        try activity.apply(fields, in: snapshot)
        return activity
    }

    private mutating func add(_ annotation: AnnotationPart) throws {
        guard measurableDays.contains(annotation.day),
            (1...Entry.textLimit).contains(annotation.text.utf8.count)
        else { throw Self.rejection("an annotation whose day or text is out of range") }
        let target = try annotation.activity.map { try self.target($0) }
        if let target, case .invalid = targets[target].state {
            return count(TrackerPart.annotationType, \.quarantined)
        }
        let activity = target.map { targets[$0].activity.id }
        let id = StableIdentifier.text(
            for: "import \(importer) \(activity?.rawValue ?? "") \(annotation.day)")
        var isDeleted = false
        if let target, case .deleted = targets[target].state { isDeleted = true }
        guard snapshot.annotations[id] == nil, !isDeleted, annotationIDs.insert(id).inserted else {
            return count(TrackerPart.annotationType, \.duplicate)
        }
        annotations.append(
            TrackerRecords.Change(
                kind: RecordKind.annotation.rawValue, id: id,
                body: try JSONBody.encode(
                    Annotation(day: annotation.day, text: annotation.text, activity: activity)
                ).text))
        count(TrackerPart.annotationType, \.stored)
    }

    private func target(_ key: String) throws(Status) -> Int {
        guard let index = indices[key] else {
            throw Self.rejection("an item of an activity that it did not send")
        }
        return index
    }

    private mutating func add(_ rows: EntryPageRows) throws -> [FillBatch] {
        guard rows.indices.count <= TrackerPart.entryLimit else {
            throw Self.rejection("more than \(TrackerPart.entryLimit) entries in a batch")
        }
        let indices = try rows.activities.map { try target($0.rawValue) }
        var counts = (stored: 0, duplicate: 0, quarantined: 0)
        var pages = EntryPages()
        for position in rows.indices {
            let row = rows.row(position)
            guard measurableDays.contains(row.day), row.value?.isMeasurable ?? true,
                row.source == .person, row.slot == nil
            else { throw Self.rejection("an entry whose day, value or source is invalid") }
            let index = indices[row.activityIndex]
            var low: UInt64 = 0
            rows.withID(position) { low = ImportedTarget.low(of: $0, on: row.day) }
            switch targets[index].verdict(low, on: row.day) {
            case .new:
                counts.stored += 1
                pages.append(
                    row, id: targets[index].uuid(low), of: index, targets[index].activity.id,
                    extras: try extras(of: position, rows))
            case .duplicate: counts.duplicate += 1
            case .invalid: counts.quarantined += 1
            case .replaced: replacedCount += 1
            }
        }
        count(TrackerPart.entryType, \.stored, counts.stored)
        count(TrackerPart.entryType, \.duplicate, counts.duplicate)
        count(TrackerPart.entryType, \.quarantined, counts.quarantined)
        return pages.finish()
    }

    /// The optional details of an entry in JSON, after they were checked; nil without any.
    private func extras(of row: Int, _ rows: EntryPageRows) throws -> String? {
        guard let extras = rows.extraText(row) else { return nil }
        let entry = try rows.entry(row).entry
        guard entry.isWithinTextLimit, entry.photos.isEmpty,
            entry.mood.map(moods.contains) ?? true
        else { throw Self.rejection("an entry whose texts or mood are out of range") }
        return extras
    }

    private mutating func count(
        _ type: String, _ outcome: WritableKeyPath<ImportReport.Counts, Int>, _ number: Int = 1
    ) {
        guard number > 0 else { return }
        counts[type, default: ImportReport.Counts()].read += number
        counts[type, default: ImportReport.Counts()][keyPath: outcome] += number
    }

    private mutating func note(_ reason: String, _ name: String) {
        let text = "\"\(RecordName.cleaned(name) ?? "?")\""
        if let index = invalid.firstIndex(where: { $0.reason == reason }) {
            invalid[index].names.add(text)
        } else {
            var names = RecordNames()
            names.add(text)
            invalid.append((reason, names))
        }
    }

    static func rejection(_ problem: String) -> Status {
        Status(
            .invalidArgument, "\(Batches.rejectionStart) \(problem).",
            hint: "Nothing was stored. Correct the importer: its kit quarantines such items.")
    }
}

extension PartsImport {
    /// The report and the records that ``add(_:)`` has not returned.
    struct Result: Sendable {
        var documents: [FillBatch] = []
        /// The times of reminders of new activities.
        var settings: [TrackerRecords.Change] = []
        var counts: [String: ImportReport.Counts] = [:]
        var problems: [ImportReport.Problem] = []
    }

    /// The result after the last part.
    consuming func finish() throws -> Result {
        var position = snapshot.catalog.children(of: nil).map(\.position).max() ?? -1
        var changes = attributes + annotations
        var settings: [TrackerRecords.Change] = []
        var added: [Activity] = []
        for target in targets {
            guard case .new(let reminders, _) = target.state else { continue }
            position = min(position, Int(Int32.max) - 1) + 1
            let activity = target.finished(today: today, position: position)
            added.append(activity)
            changes.append(
                TrackerRecords.Change(
                    kind: RecordKind.activity.rawValue, id: activity.id.rawValue,
                    body: try JSONBody.encode(activity).text))
            guard !reminders.times.minutes.isEmpty else { continue }
            settings.append(
                TrackerRecords.Change(
                    kind: TrackerRecords.settingKind,
                    id: Settings.activityTimesPrefix + activity.id.rawValue,
                    body: reminders.text))
        }
        count(TrackerPart.entryType, \.ignored, replacedCount)
        return Result(
            documents: FillBatch.batches(of: changes), settings: settings, counts: counts,
            problems: problems(added))
    }

    private func problems(_ added: [Activity]) -> [ImportReport.Problem] {
        let repeated = ProfileSnapshot.repeatedNames(of: added, in: snapshot)
        var problems = invalid.map { reason, names in
            ImportReport.Problem(
                offset: 0, line: 0, reason: "\(names.text): \(reason)", count: names.count)
        }
        if repeated.count > 0, !added.isEmpty {
            problems.append(
                ImportReport.Problem(
                    offset: 0, line: 0,
                    reason: "\(repeated.text): also the name of another activity; both are kept, "
                        + "and commands need the identifier", count: repeated.count))
        }
        if replacedCount > 0 {
            problems.append(
                ImportReport.Problem(
                    offset: 0, line: 0,
                    reason: "days that have an entry of a person keep it", count: replacedCount))
        }
        return problems
    }
}

extension ActivityPart {
    fileprivate var reminderTimes: WeekdayTimes {
        let minutes = (reminders ?? []).compactMap { minuteOfDay($0) }
        return WeekdayTimes(
            ReminderTimes(existing: minutes), on: Set(reminderWeekdays ?? []))
    }

    fileprivate var estimatedBytes: Int {
        let texts =
            [name] + (aliases ?? [])
            + (attributes ?? [:]).flatMap { [$0.key, $0.value] }
        return texts.reduce(0) { $0 + $1.utf8.count }
    }
}
