import Contracts
import FoundationEssentials
import GRDB
import RPC
import Tracking

/// Writes records of the tracker and notes for the change log, within one transaction.
struct TrackerWriter: ~Copyable {
    private let db: Database
    private let profile: ProfileRow
    private let who: String
    private let entries: EntryStore
    /// The number that the change log gives to the first note.
    let first: Int64
    private(set) var notes: [ChangeLog.Note] = []
    private(set) var records: [Tracker.Record] = []
    /// The numbers of the entries that were written, by identifier.
    private(set) var numbers: [String: Int64] = [:]
    /// Entries that were removed with all others of their activity: the notes do not name them.
    private(set) var removedEntries: [Tracker.Record] = []

    init(_ profile: ProfileRow, _ db: Database, who: String = "person") throws {
        let first = try ChangeLog.latest(db) + 1
        let entries = try EntryStore(of: profile.id, db)
        self.db = db
        self.profile = profile
        self.who = who
        self.entries = entries
        self.first = first
    }

    /// - Throws: ABORTED when the record is not of the expected revision.
    mutating func write(_ change: Tracker.Change) throws {
        let record = Tracker.Record(kind: change.kind, id: change.id)
        if change.kind == Tracker.entryKind {
            let stored = try entries.row(Entry.ID(change.id))
            try check(change, revision: stored?.revision)
            guard let body = change.body else { return try replace(stored, with: nil, record) }
            guard let entry = try? JSONBody.decode(Entry.self, from: Bytes(body)),
                entry.id.rawValue == change.id
            else {
                throw Status(
                    .invalidArgument, "What is to become of \(change.id) is not that entry.")
            }
            let number =
                try stored?.numbered.number ?? EntryStore.nextNumber(of: profile.id, db)
            try replace(stored, with: Tracker.NumberedEntry(number: number, entry: entry), record)
        } else if change.kind == Tracker.entriesKind {
            try removeEntries(record)
        } else if change.kind == Tracker.settingKind {
            try set(record, to: change.body)
        } else {
            let stored = try DocumentStore.document(record, of: profile.id, db)
            try check(change, revision: stored?.revision)
            try replace(stored, with: change.body, record)
        }
    }

    /// Puts a record back to what a text of the change log says it was.
    mutating func restore(_ record: Tracker.Record, to text: String?) throws {
        if record.kind == Tracker.entryKind {
            try replace(
                entries.row(Entry.ID(record.id)),
                with: text.map {
                    try JSONBody.decode(Tracker.NumberedEntry.self, from: Bytes($0))
                }, record)
        } else if record.kind == Tracker.settingKind {
            try set(record, to: text)
        } else {
            try replace(
                DocumentStore.document(record, of: profile.id, db), with: text, record)
        }
    }

    private var next: Int64 { first + Int64(notes.count) }
    /// The number that the change log gives to the last note so far.
    var last: Int64 { next - 1 }

    private mutating func replace(
        _ stored: EntryStore.Row?, with entry: Tracker.NumberedEntry?, _ record: Tracker.Record
    ) throws {
        guard stored?.numbered != entry else { return }
        if let entry {
            try entries.put(EntryStore.Row(numbered: entry, revision: next))
            numbers[record.id] = entry.number
        } else if let stored {
            try entries.delete(number: stored.numbered.number)
        }
        note(
            record, before: try stored.map { try JSONBody.encode($0.numbered).text },
            after: try entry.map { try JSONBody.encode($0).text })
    }

    private mutating func replace(
        _ stored: Tracker.Document?, with body: String?, _ record: Tracker.Record
    ) throws {
        guard stored?.body != body else { return }
        if let body {
            try DocumentStore.put(
                Tracker.Document(kind: record.kind, id: record.id, revision: next, body: body),
                of: profile.id, db)
        } else {
            try DocumentStore.delete(record, of: profile.id, db)
        }
        note(record, before: stored?.body, after: body)
    }

    private mutating func removeEntries(_ record: Tracker.Record) throws {
        let removed = try EntryStore.removeAll(
            of: Activity.ID(record.id), profile: profile.id, db)
        guard !removed.isEmpty else { return }
        removedEntries += removed.map {
            Tracker.Record(kind: Tracker.entryKind, id: $0.rawValue)
        }
        note(record, before: nil, after: nil)
    }

    private mutating func set(_ setting: Tracker.Record, to value: String?) throws {
        let stored = try SettingStore.value(of: setting.id, profile.id, db)
        guard stored != value else { return }
        try SettingStore.set(setting.id, to: value, of: profile.id, db)
        note(setting, before: stored, after: value)
    }

    private func check(_ change: Tracker.Change, revision: Int64?) throws {
        guard let expected = change.expected, expected != revision ?? 0 else { return }
        throw StorageError.movedRecord(kind: change.kind, id: change.id)
    }

    private mutating func note(_ record: Tracker.Record, before: String?, after: String?) {
        notes.append(
            ChangeLog.Note(
                profile: profile, who: who, kind: record.kind, key: record.id,
                before: before, after: after))
        records.append(record)
    }
}
