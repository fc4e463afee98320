import CivilTime
import Contracts
import RPC
import Tracker

/// The writes of one request to a copy of the state, which replaces the state when it commits.
struct MemoryTransaction {
    var state: MemoryState
    /// The name of the caller's profile.
    let name: String
    /// The origin of the changes.
    var who = "person"
    /// The number of the first change.
    let first: Int64
    /// The numbers of the written entries by identifier.
    private(set) var numbers: [String: Int64] = [:]
    /// Entries removed with all others of their activity, which the log does not name.
    private(set) var removedEntries: [TrackerRecords.RecordKey] = []
    private let now: Int64

    init(_ state: MemoryState, _ name: String, at now: Int64) {
        self.state = state
        self.name = name
        first = state.latest + 1
        self.now = now
    }

    /// The number of the last change; one less than ``first`` without changes.
    var last: Int64 { state.latest }
    var isUnlogged: Bool { last < first }

    /// The keys of the logged changes.
    var records: [TrackerRecords.RecordKey] {
        state.log.dropFirst(Int(first) - 1).map(\.record)
    }

    var profile: MemoryProfile {
        get throws { try state.profile(name) }
    }

    mutating func withProfile<Value>(
        _ body: (inout MemoryProfile) throws -> Value
    ) throws -> Value {
        try state.withProfile(name, body)
    }

    /// Appends a change of the caller's profile to the log.
    mutating func log(_ kind: String, _ key: String, before: String?, after: String?) throws {
        try log(kind, key, before: before, after: after, of: profile.name)
    }

    mutating func log(
        _ kind: String, _ key: String, before: String?, after: String?, of profile: String
    ) {
        state.log.append(
            Changes.Change(
                number: state.latest + 1, at: instantText(now), profile: profile, who: who,
                kind: kind, key: key, before: before, after: after))
    }

    /// - Throws: ABORTED if the record does not have the expected revision.
    mutating func write(_ change: TrackerRecords.Change) throws {
        let record = TrackerRecords.RecordKey(kind: change.kind, id: change.id)
        switch change.kind {
        case TrackerRecords.entryKind:
            let records = try profile.records
            let number = records.number(of: Entry.ID(change.id))
            try check(change, revision: number.flatMap { records.entries[$0]?.revision })
            let entry = try change.body.map { body in
                guard let entry = try? JSONBody.decode(Entry.self, from: Bytes(body)),
                    entry.id.rawValue == change.id
                else {
                    throw Status(.invalidArgument, "The body is not the entry \(change.id).")
                }
                return TrackerRecords.NumberedEntry(
                    number: number ?? records.nextNumber, entry: entry)
            }
            try replace(record, with: entry)
        case TrackerRecords.entriesKind: try removeEntries(record)
        case TrackerRecords.settingKind: try set(record, to: change.body)
        default:
            try check(change, revision: profile.records.documents[record]?.revision)
            try replace(record, with: change.body)
        }
    }

    /// Restores a record from its text in the change log; nil removes the record.
    mutating func restore(_ record: TrackerRecords.RecordKey, to text: String?) throws {
        switch record.kind {
        case TrackerRecords.entryKind:
            try replace(
                record,
                with: text.map {
                    try JSONBody.decode(TrackerRecords.NumberedEntry.self, from: Bytes($0))
                })
        case TrackerRecords.settingKind: try set(record, to: text)
        default: try replace(record, with: text)
        }
    }

    private mutating func replace(
        _ record: TrackerRecords.RecordKey, with entry: TrackerRecords.NumberedEntry?
    ) throws {
        let stored = try profile.records.numbered(Entry.ID(record.id))
        guard stored != entry else { return }
        let revision = last + 1
        try withProfile { profile in
            if let stored { profile.records.set(nil, number: stored.number) }
            guard let entry else { return }
            profile.records.set(
                MemoryRecords.Row(entry: entry.entry, revision: revision), number: entry.number)
        }
        numbers[record.id] = entry?.number
        try log(
            record.kind, record.id, before: stored.map { try JSONBody.encode($0).text },
            after: entry.map { try JSONBody.encode($0).text })
    }

    private mutating func replace(
        _ record: TrackerRecords.RecordKey, with body: String?
    ) throws {
        let stored = try profile.records.documents[record]?.body
        guard stored != body else { return }
        let document = body.map {
            TrackerRecords.Document(kind: record.kind, id: record.id, revision: last + 1, body: $0)
        }
        try withProfile { $0.records.set(document, for: record) }
        try log(record.kind, record.id, before: stored, after: body)
    }

    private mutating func removeEntries(_ record: TrackerRecords.RecordKey) throws {
        let removed = try profile.records.numberedEntries.filter {
            $0.entry.activity.rawValue == record.id
        }
        guard !removed.isEmpty else { return }
        try withProfile { profile in
            for entry in removed { profile.records.set(nil, number: entry.number) }
        }
        removedEntries += removed.map {
            TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: $0.entry.id.rawValue)
        }
        try log(record.kind, record.id, before: nil, after: nil)
    }

    private mutating func set(_ setting: TrackerRecords.RecordKey, to value: String?) throws {
        let stored = try profile.settings[setting.id]
        guard stored != value else { return }
        try withProfile { $0.settings[setting.id] = value }
        try log(setting.kind, setting.id, before: stored, after: value)
    }

    private func check(_ change: TrackerRecords.Change, revision: Int64?) throws {
        guard let expected = change.expected, expected != revision ?? 0 else { return }
        throw Status(.aborted, "The \(change.kind) \(change.id) was changed by another request.")
    }
}

extension Changes.Change {
    var record: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: key) }
}
