import Contracts
import RPC
import Tracker

/// Changes that are to be made together, and undone together.
struct ChangeSet: Sendable {
    /// What is done, in words.
    var summary = ""
    /// What is removed is removed for good.
    var isFinal = false
    /// Who makes what follows from health data; nil for what a person does.
    var origin: String?
    private(set) var changes: [TrackerRecords.Change] = []
    /// The entries among the changes, as they were and as they are to be.
    private(set) var entries: [(old: Entry?, new: Entry?)] = []

    /// The version of the book that the changes are made of: they are stored only if it is the newest.
    /// Nil: unless a record that they change has moved.
    var base: Int64?
    private let version: Int64
    private let revisions: [TrackerRecords.RecordKey: Int64]
    private var removed: Set<TrackerRecords.RecordKey> = []
    private let catalog: Catalog

    /// - Parameter base: The book that the changes are made of; a record that has moved since is not
    ///   overwritten.
    init(of base: borrowing ProfileSnapshot) {
        self.base = base.version
        version = base.version
        revisions = base.revisions
        catalog = base.catalog
    }

    /// Puts an entry in the place of another, which may have the same identifier.
    mutating func replace(_ old: Entry?, with new: Entry?) throws {
        if let old, old.id != new?.id {
            changes.append(
                TrackerRecords.Change(
                    kind: TrackerRecords.entryKind, id: old.id.rawValue, body: nil))
        }
        if let new {
            changes.append(
                TrackerRecords.Change(
                    kind: TrackerRecords.entryKind, id: new.id.rawValue,
                    body: try JSONBody.encode(new).text))
        }
        entries.append((old, new))
    }

    /// Puts a day's entries in the place of others, as far as they differ.
    mutating func replace(_ old: [Entry], with new: [Entry]) throws {
        for gone in old where !new.contains(where: { $0.id == gone.id }) {
            try replace(gone, with: nil)
        }
        for entry in new where !old.contains(entry) {
            try replace(old.first { $0.id == entry.id }, with: entry)
        }
    }

    /// Removes all entries of an activity, however many: for good, in a draft that is final.
    mutating func removeEntries(of activity: Activity.ID) {
        changes.append(
            TrackerRecords.Change(
                kind: TrackerRecords.entriesKind, id: activity.rawValue, body: nil))
    }

    mutating func store(_ kind: RecordKind, _ id: String, _ value: some Encodable) throws {
        changes.append(change(kind, id, body: try JSONBody.encode(value).text))
    }

    /// Removes a record, which several others may take along, once.
    mutating func remove(_ kind: RecordKind, _ id: String) {
        guard removed.insert(TrackerRecords.RecordKey(kind: kind.rawValue, id: id)).inserted else {
            return
        }
        changes.append(change(kind, id, body: nil))
    }

    /// A setting of the profile.
    mutating func set(_ key: String, to value: String?) {
        changes.append(
            TrackerRecords.Change(kind: TrackerRecords.settingKind, id: key, body: value))
    }

    /// Makes the book's roster what `roster` is.
    ///
    /// As long as none of the book's categories is stored, they are the default ones, which are
    /// stored with the first activity that is in one.
    mutating func store(_ roster: Catalog, categories: [Category.ID: Category]) throws {
        let differences = roster.changes(from: self.catalog)
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

    /// Stores all categories, which are the default ones, as long as none is stored.
    /// - Returns: Whether they were stored.
    @discardableResult
    mutating func storeDefaults(_ categories: [Category.ID: Category]) throws -> Bool {
        let isStored = revisions.keys.contains { $0.kind == RecordKind.category.rawValue }
        guard !isStored else { return false }
        for category in categories.values.sorted(by: { $0.id < $1.id }) {
            try store(.category, category.id.rawValue, category)
        }
        return true
    }

    /// What storage answers when each of the changes changes something, and nothing else comes before
    /// them.
    var expectedResult: TrackerRecords.ApplyResponse {
        TrackerRecords.ApplyResponse(
            summary: summary, first: version + 1, last: version + Int64(changes.count),
            records: changes.map { TrackerRecords.RecordKey(kind: $0.kind, id: $0.id) })
    }

    /// The changes by the thousands; nil where they are few enough, or of a kind, to be made one by one.
    var batches: [FillBatch]? {
        let single = [TrackerRecords.settingKind, TrackerRecords.entriesKind]
        guard changes.count > TrackerRecords.changeLimit, !isFinal,
            !changes.contains(where: { single.contains($0.kind) })
        else { return nil }
        // What is written of entries goes as columns.
        var batches = FillBatch.batches(
            of: changes.filter { $0.kind != TrackerRecords.entryKind || $0.body == nil })
        var waiting = entries.compactMap(\.new)[...]
        while let batch = FillBatch.next(of: &waiting) { batches.append(batch) }
        return batches
    }

    private func change(_ kind: RecordKind, _ id: String, body: String?) -> TrackerRecords.Change {
        let record = TrackerRecords.RecordKey(kind: kind.rawValue, id: id)
        return TrackerRecords.Change(
            kind: record.kind, id: id, expected: revisions[record] ?? 0, body: body)
    }
}
