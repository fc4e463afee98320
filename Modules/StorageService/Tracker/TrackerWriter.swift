import Contracts
import FoundationEssentials
import GRDB
import RPC
import Tracker

/// Writes tracker records and collects their change log entries, within one transaction.
struct TrackerWriter: ~Copyable {
    private let db: Database
    private let profile: ProfileRow
    private let who: String
    private let entries: EntryStore
    /// The number of the first log entry.
    let first: Int64
    private(set) var logEntries: [ChangeLog.Entry] = []
    private(set) var records: [TrackerRecords.RecordKey] = []
    /// The numbers of the entries that were written, by identifier.
    private(set) var numbers: [String: Int64] = [:]
    /// Entries removed with all others of their activity, which the log entries do not name.
    private(set) var removedEntries: [TrackerRecords.RecordKey] = []

    init(_ profile: ProfileRow, _ db: Database, who: String = "person") throws {
        let first = try ChangeLog.latest(db) + 1
        let entries = try EntryStore(of: profile.id, db)
        self.db = db
        self.profile = profile
        self.who = who
        self.entries = entries
        self.first = first
    }

    /// - Throws: ABORTED if the record does not have the expected revision.
    mutating func write(_ change: TrackerRecords.Change) throws {
        let record = TrackerRecords.RecordKey(kind: change.kind, id: change.id)
        if change.kind == TrackerRecords.entryKind {
            let stored = try entries.row(Entry.ID(change.id))
            try check(change, revision: stored?.revision)
            guard let body = change.body else { return try replace(stored, with: nil, record) }
            guard let entry = try? JSONBody.decode(Entry.self, from: Bytes(body)),
                entry.id.rawValue == change.id
            else {
                throw Status(
                    .invalidArgument,
                    "The body of the entry \(change.id) is not an entry with that identifier.")
            }
            let number =
                try stored?.numbered.number ?? EntryStore.nextNumber(of: profile.id, db)
            try replace(
                stored, with: TrackerRecords.NumberedEntry(number: number, entry: entry), record)
        } else if change.kind == TrackerRecords.entriesKind {
            try removeEntries(record)
        } else if change.kind == TrackerRecords.settingKind {
            try set(record, to: change.body)
        } else {
            let stored = try DocumentStore.document(record, of: profile.id, db)
            try check(change, revision: stored?.revision)
            try replace(stored, with: change.body, record)
        }
    }

    /// Restores a record from its text in the change log; nil deletes the record.
    mutating func restore(_ record: TrackerRecords.RecordKey, to text: String?) throws {
        if record.kind == TrackerRecords.entryKind {
            try replace(
                entries.row(Entry.ID(record.id)),
                with: text.map {
                    try JSONBody.decode(TrackerRecords.NumberedEntry.self, from: Bytes($0))
                }, record)
        } else if record.kind == TrackerRecords.settingKind {
            try set(record, to: text)
        } else {
            try replace(
                DocumentStore.document(record, of: profile.id, db), with: text, record)
        }
    }

    private var next: Int64 { first + Int64(logEntries.count) }
    /// The number of the last log entry so far.
    var last: Int64 { next - 1 }

    private mutating func replace(
        _ stored: EntryStore.Row?, with entry: TrackerRecords.NumberedEntry?,
        _ record: TrackerRecords.RecordKey
    ) throws {
        guard stored?.numbered != entry else { return }
        if let entry {
            try entries.save(EntryStore.Row(numbered: entry, revision: next))
            numbers[record.id] = entry.number
        } else if let stored {
            try entries.delete(number: stored.numbered.number)
        }
        recordChange(
            record, before: try stored.map { try JSONBody.encode($0.numbered).text },
            after: try entry.map { try JSONBody.encode($0).text })
    }

    private mutating func replace(
        _ stored: TrackerRecords.Document?, with body: String?, _ record: TrackerRecords.RecordKey
    ) throws {
        guard stored?.body != body else { return }
        if let body {
            try DocumentStore.save(
                TrackerRecords.Document(
                    kind: record.kind, id: record.id, revision: next, body: body),
                of: profile.id, db)
        } else {
            try DocumentStore.delete(record, of: profile.id, db)
        }
        recordChange(record, before: stored?.body, after: body)
    }

    private mutating func removeEntries(_ record: TrackerRecords.RecordKey) throws {
        let removed = try EntryStore.removeAll(
            of: Activity.ID(record.id), profile: profile.id, db)
        guard !removed.isEmpty else { return }
        removedEntries += removed.map {
            TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: $0.rawValue)
        }
        recordChange(record, before: nil, after: nil)
    }

    private mutating func set(_ setting: TrackerRecords.RecordKey, to value: String?) throws {
        let stored = try SettingStore.value(of: setting.id, profile.id, db)
        guard stored != value else { return }
        try SettingStore.set(setting.id, to: value, of: profile.id, db)
        recordChange(setting, before: stored, after: value)
    }

    private func check(_ change: TrackerRecords.Change, revision: Int64?) throws {
        guard let expected = change.expected, expected != revision ?? 0 else { return }
        throw StorageError.recordConflict(kind: change.kind, id: change.id)
    }

    private mutating func recordChange(
        _ record: TrackerRecords.RecordKey, before: String?, after: String?
    ) {
        logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: who, kind: record.kind, key: record.id,
                before: before, after: after))
        records.append(record)
    }
}
