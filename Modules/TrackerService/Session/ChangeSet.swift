import Contracts
import RPC
import Tracker

/// The writes that one request plans. They are committed and undone together.
struct ChangeSet: Sendable {
    /// The summary of the step, such as `log Water 250 ml`.
    var summary = ""
    /// True if removed records cannot be restored by undo.
    var isFinal = false
    /// The origin of derived changes, such as health sync; nil for the changes of a person.
    var origin: String?
    private(set) var changes: [TrackerRecords.Change] = []
    /// The changed entries before and after; nil for an absent one.
    private(set) var entries: [(old: Entry?, new: Entry?)] = []

    /// The version of the snapshot that was planned on. Storage rejects the changes if a newer version
    /// exists. For nil, storage compares only the revisions of the changed records.
    var base: Int64?
    private let version: Int64
    private let revisions: [TrackerRecords.RecordKey: Int64]
    private var removed: Set<TrackerRecords.RecordKey> = []
    private let catalog: Catalog

    /// - Parameter snapshot: The snapshot that the changes are planned on.
    init(of snapshot: borrowing ProfileSnapshot) {
        base = snapshot.version
        version = snapshot.version
        revisions = snapshot.revisions
        catalog = snapshot.catalog
    }

    mutating func insert(_ entry: Entry) throws { try replace(nil, with: entry) }

    mutating func remove(_ entry: Entry) {
        changes.append(change(entry.id, body: nil))
        entries.append((entry, nil))
    }

    /// Replaces an entry with another, which may have the same identifier; inserts it if `old` is nil.
    mutating func replace(_ old: Entry?, with new: Entry) throws {
        if let old, old.id != new.id { changes.append(change(old.id, body: nil)) }
        changes.append(change(new.id, body: try JSONBody.encode(new).text))
        entries.append((old, new))
    }

    /// Replaces the entries of a day as far as they differ.
    mutating func replace(_ old: [Entry], with new: [Entry]) throws {
        for removed in old where !new.contains(where: { $0.id == removed.id }) {
            remove(removed)
        }
        for entry in new where !old.contains(entry) {
            try replace(old.first { $0.id == entry.id }, with: entry)
        }
    }

    /// Removes all entries of an activity in one change.
    mutating func removeEntries(of activity: Activity.ID) {
        changes.append(
            TrackerRecords.Change(
                kind: TrackerRecords.entriesKind, id: activity.rawValue, body: nil))
    }

    /// Adds changes of records that are not in the snapshot.
    mutating func append(_ changes: [TrackerRecords.Change]) {
        self.changes += changes
    }

    mutating func store(_ kind: RecordKind, _ id: String, _ value: some Encodable) throws {
        changes.append(change(kind, id, body: try JSONBody.encode(value).text))
    }

    /// Removes a record; a second call has no effect.
    mutating func remove(_ kind: RecordKind, _ id: String) {
        guard removed.insert(TrackerRecords.RecordKey(kind: kind.rawValue, id: id)).inserted else {
            return
        }
        changes.append(change(kind, id, body: nil))
    }

    /// Sets a setting of the profile; nil removes it.
    mutating func set(_ key: String, to value: String?) {
        changes.append(
            TrackerRecords.Change(kind: TrackerRecords.settingKind, id: key, body: value))
    }

    /// Stores the differences between the snapshot's catalog and `catalog`.
    ///
    /// The default categories are stored together with the first activity that has one of them.
    mutating func store(_ catalog: Catalog, categories: [Category.ID: Category]) throws {
        let differences = catalog.changes(from: self.catalog)
        if differences.activities.contains(where: { $0.category != nil }) {
            try storeDefaults(categories)
        }
        for activity in differences.activities {
            try store(.activity, activity.id.rawValue, activity)
        }
        for goal in differences.goals { try store(.goal, goal.id.rawValue, goal) }
        for link in differences.links { try store(.goalLink, link.id.rawValue, link) }
        for link in differences.removedLinks { remove(.goalLink, link.rawValue) }
    }

    /// Stores all categories if none is stored yet.
    /// - Returns: True if they were stored.
    @discardableResult
    mutating func storeDefaults(_ categories: [Category.ID: Category]) throws -> Bool {
        let isStored = revisions.keys.contains { $0.kind == RecordKind.category.rawValue }
        guard !isStored else { return false }
        for category in categories.values.sorted(by: { $0.id < $1.id }) {
            try store(.category, category.id.rawValue, category)
        }
        return true
    }

    /// The response of storage if each change has an effect and no other commit comes first.
    var expectedResult: TrackerRecords.ApplyResponse {
        TrackerRecords.ApplyResponse(
            summary: summary, first: version + 1, last: version + Int64(changes.count),
            records: changes.map { TrackerRecords.RecordKey(kind: $0.kind, id: $0.id) })
    }

    /// The changes as batches of a fill; nil if they are few, or of kinds that a fill does not support.
    var batches: [FillBatch]? {
        let single = [TrackerRecords.settingKind, TrackerRecords.entriesKind]
        guard changes.count > TrackerRecords.changeLimit, !isFinal,
            !changes.contains(where: { single.contains($0.kind) })
        else { return nil }
        // Written entries are sent as columns.
        var batches = FillBatch.batches(
            of: changes.filter { $0.kind != TrackerRecords.entryKind || $0.body == nil })
        var waiting = entries.compactMap(\.new)[...]
        while let batch = FillBatch.next(of: &waiting) { batches.append(batch) }
        return batches
    }

    private func change(_ id: Entry.ID, body: String?) -> TrackerRecords.Change {
        TrackerRecords.Change(kind: TrackerRecords.entryKind, id: id.rawValue, body: body)
    }

    private func change(_ kind: RecordKind, _ id: String, body: String?) -> TrackerRecords.Change {
        let record = TrackerRecords.RecordKey(kind: kind.rawValue, id: id)
        return TrackerRecords.Change(
            kind: record.kind, id: id, expected: revisions[record] ?? 0, body: body)
    }
}
