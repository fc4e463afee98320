import Contracts
import RPC
import Tracker

/// The records of a profile: documents by key, entries by number.
struct MemoryRecords: Sendable {
    struct Row: Hashable, Sendable {
        var entry: Entry
        /// The number of the change that last wrote the entry.
        var revision: Int64
    }

    private(set) var documents: [TrackerRecords.RecordKey: TrackerRecords.Document] = [:]
    private(set) var entries: [Int64: Row] = [:]
    private var numbers: [Entry.ID: Int64] = [:]

    /// The greatest number of an entry; 0 without entries.
    private var lastNumber: Int64 = 0

    /// The number for the next new entry.
    var nextNumber: Int64 { lastNumber + 1 }

    /// The number of an entry; nil if there is no such entry.
    func number(of id: Entry.ID) -> Int64? { numbers[id] }

    func numbered(_ id: Entry.ID) -> TrackerRecords.NumberedEntry? {
        guard let number = numbers[id], let row = entries[number] else { return nil }
        return TrackerRecords.NumberedEntry(number: number, entry: row.entry)
    }

    /// The entries in the order of logging.
    var numberedEntries: [TrackerRecords.NumberedEntry] {
        entries.sorted { $0.key < $1.key }.map {
            TrackerRecords.NumberedEntry(number: $0.key, entry: $0.value.entry)
        }
    }

    /// The completed entries of an activity by day; entries of a day in the order of logging.
    func completions(of activity: Activity.ID) -> [Entry] {
        numberedEntries.map(\.entry).filter { $0.activity == activity && $0.outcome.isCompleted }
            .enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map(\.element)
    }

    /// The documents of a kind, ascending by identifier.
    func documents(of kind: String) -> [TrackerRecords.Document] {
        documents.values.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }

    /// The activities outside of the trash, ascending by identifier.
    func activities() throws -> [Activity] {
        try documents(of: TrackerRecords.activityKind).map {
            try JSONBody.decode(Activity.self, from: Bytes($0.body))
        }.filter { $0.deleted == nil }
    }

    mutating func set(_ document: TrackerRecords.Document?, for key: TrackerRecords.RecordKey) {
        documents[key] = document
    }

    /// Replaces the row of a number; nil removes the row.
    mutating func set(_ row: Row?, number: Int64) {
        if let old = entries[number] { numbers[old.entry.id] = nil }
        entries[number] = row
        if let row {
            numbers[row.entry.id] = number
            lastNumber = max(lastNumber, number)
        } else {
            while lastNumber > 0, entries[lastNumber] == nil { lastNumber -= 1 }
        }
    }

    mutating func removeAll(kind: String) {
        if kind == TrackerRecords.entryKind {
            entries = [:]
            numbers = [:]
            lastNumber = 0
        } else {
            documents = documents.filter { $0.key.kind != kind }
        }
    }
}

/// The rows that a fill replaced or, while the fill is undone, those that it wrote. Nil is the
/// absence of a row.
struct DisplacedRecords: Sendable {
    private var documents: [TrackerRecords.RecordKey: TrackerRecords.Document?] = [:]
    private var entries: [Int64: MemoryRecords.Row?] = [:]

    /// The rows of `old` that differ from those of `new`.
    init(_ old: MemoryRecords, replacedBy new: MemoryRecords) {
        for key in Set(old.documents.keys).union(new.documents.keys)
        where old.documents[key] != new.documents[key] {
            documents[key] = .some(old.documents[key])
        }
        for number in Set(old.entries.keys).union(new.entries.keys)
        where old.entries[number] != new.entries[number] {
            entries[number] = .some(old.entries[number])
        }
    }

    /// Exchanges the rows with those of `records`.
    mutating func exchange(with records: inout MemoryRecords) {
        for (key, document) in documents {
            documents[key] = .some(records.documents[key])
            records.set(document, for: key)
        }
        let rows = entries
        for number in rows.keys {
            entries[number] = .some(records.entries[number])
            records.set(nil, number: number)
        }
        for (number, row) in rows { records.set(row, number: number) }
    }

    /// True if one of the records is among the displaced rows.
    func contains(_ keys: Set<TrackerRecords.RecordKey>) -> Bool {
        documents.keys.contains(where: keys.contains)
            || entries.values.contains { row in
                row.map {
                    keys.contains(
                        TrackerRecords.RecordKey(
                            kind: TrackerRecords.entryKind, id: $0.entry.id.rawValue))
                } ?? false
            }
    }
}
