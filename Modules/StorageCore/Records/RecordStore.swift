package import Contracts
import Memberwise
package import Tracker

/// An entry with the number of the change that last wrote it.
@Memberwise
package struct EntryRow: Sendable {
    package var numbered: TrackerRecords.NumberedEntry
    package var revision: Int64
}

/// The tracker records of one profile within a transaction.
///
/// An engine that writes without a round trip for each record loads the records of a request before, and
/// collects the writes.
package protocol RecordStore: ~Copyable {
    /// The row of an entry; nil if the profile has no such entry.
    borrowing func entry(_ id: Entry.ID) throws -> EntryRow?
    /// The number for the next new entry, greater than that of each entry.
    borrowing func nextEntryNumber() throws -> Int64
    /// Inserts or replaces an entry.
    borrowing func save(_ row: EntryRow) throws
    borrowing func delete(_ row: EntryRow) throws
    /// Removes all entries of an activity.
    /// - Returns: The identifiers of the removed entries.
    borrowing func removeEntries(of activity: Activity.ID) throws -> [Entry.ID]
    /// The row of a document; nil if the profile has no such document.
    borrowing func document(
        _ record: TrackerRecords.RecordKey
    ) throws -> TrackerRecords.Document?
    /// Inserts or replaces a document.
    borrowing func save(_ document: TrackerRecords.Document) throws
    borrowing func delete(_ record: TrackerRecords.RecordKey) throws
    /// The value of a setting; nil if the key has no value.
    borrowing func setting(_ key: String) throws -> String?
    /// Stores a value. Nil removes the key.
    borrowing func set(_ key: String, to value: String?) throws
}
