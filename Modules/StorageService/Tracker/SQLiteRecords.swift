import Contracts
import GRDB
import StorageCore
import Tracker

/// The tracker records of a profile, read and written by statements.
struct SQLiteRecords: ~Copyable, RecordStore {
    private let profile: Int64
    private let db: Database
    private let entries: EntryStore

    init(of profile: Int64, _ db: Database) throws {
        let entries = try EntryStore(of: profile, db)
        self.profile = profile
        self.db = db
        self.entries = entries
    }

    borrowing func entry(_ id: Entry.ID) throws -> EntryRow? { try entries.row(id) }

    borrowing func nextEntryNumber() throws -> Int64 {
        try EntryStore.nextNumber(of: profile, db)
    }

    borrowing func save(_ row: EntryRow) throws { try entries.save(row) }

    borrowing func delete(_ row: EntryRow) throws {
        try entries.delete(number: row.numbered.number)
    }

    borrowing func removeEntries(of activity: Activity.ID) throws -> [Entry.ID] {
        try EntryStore.removeAll(of: activity, profile: profile, db)
    }

    borrowing func document(
        _ record: TrackerRecords.RecordKey
    ) throws -> TrackerRecords.Document? {
        try DocumentStore.document(record, of: profile, db)
    }

    borrowing func save(_ document: TrackerRecords.Document) throws {
        try DocumentStore.save(document, of: profile, db)
    }

    borrowing func delete(_ record: TrackerRecords.RecordKey) throws {
        try DocumentStore.delete(record, of: profile, db)
    }

    borrowing func setting(_ key: String) throws -> String? {
        try SettingStore.value(of: key, profile, db)
    }

    borrowing func set(_ key: String, to value: String?) throws {
        try SettingStore.set(key, to: value, of: profile, db)
    }
}

extension TrackerWriter where Store == SQLiteRecords {
    /// A writer whose log entries follow the newest one.
    init(_ profile: ProfileRow, _ db: Database, who: String = "person") throws {
        self.init(
            profile, try SQLiteRecords(of: profile.id, db), first: try ChangeLog.latest(db) + 1,
            who: who)
    }
}
