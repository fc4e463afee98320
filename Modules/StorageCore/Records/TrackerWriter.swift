package import Contracts
import FoundationEssentials
import RPC
import Tracker

/// Writes tracker records and collects their change log entries, within one transaction.
package struct TrackerWriter<Store: RecordStore & ~Copyable>: ~Copyable {
    private let store: Store
    private let profile: ProfileRow
    private let who: String
    /// The number of the first log entry.
    package let first: Int64
    package private(set) var logEntries: [ChangeLog.Entry] = []
    package private(set) var records: [TrackerRecords.RecordKey] = []
    /// The numbers of the entries that were written, by identifier.
    package private(set) var numbers: [String: Int64] = [:]
    /// Entries removed with all others of their activity, which the log entries do not name.
    package private(set) var removedEntries: [TrackerRecords.RecordKey] = []

    /// `first` is the number of the first log entry.
    package init(
        _ profile: ProfileRow, _ store: consuming Store, first: Int64, who: String = "person"
    ) {
        self.store = store
        self.profile = profile
        self.first = first
        self.who = who
    }

    /// Writes the changes of a request.
    /// - Throws: ABORTED if a record does not have the expected revision, or the changes are not as many as
    ///   the request expects.
    package mutating func write(_ request: TrackerRecords.ApplyRequest) throws {
        for change in request.changes { try write(change) }
        if let last = request.last, last != self.last { throw StorageError.profileConflict }
    }

    /// - Throws: ABORTED if the record does not have the expected revision.
    package mutating func write(_ change: TrackerRecords.Change) throws {
        let record = TrackerRecords.RecordKey(kind: change.kind, id: change.id)
        if change.kind == TrackerRecords.entryKind {
            let stored = try store.entry(Entry.ID(change.id))
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
                try stored?.numbered.number ?? store.nextEntryNumber()
            try replace(
                stored, with: TrackerRecords.NumberedEntry(number: number, entry: entry), record)
        } else if change.kind == TrackerRecords.entriesKind {
            try removeEntries(record)
        } else if change.kind == TrackerRecords.settingKind {
            try set(record, to: change.body)
        } else {
            let stored = try store.document(record)
            try check(change, revision: stored?.revision)
            try replace(stored, with: change.body, record)
        }
    }

    /// Undoes or redoes a step that is not a fill. `changes` are those of the step, oldest first.
    /// - Throws: ABORTED for a step that corrects a sample.
    package mutating func revert(
        _ step: StepRow, _ direction: TrackerRecords.UndoDirection, _ changes: [Changes.Change]
    ) throws {
        let changes = try StepRow.checkTracker(changes)
        for change in direction == .undo ? changes.reversed() : changes {
            try restore(change.record, to: direction == .undo ? change.before : change.after)
        }
    }

    /// Restores a record from its text in the change log; nil deletes the record.
    package mutating func restore(_ record: TrackerRecords.RecordKey, to text: String?) throws {
        if record.kind == TrackerRecords.entryKind {
            try replace(
                store.entry(Entry.ID(record.id)),
                with: text.map {
                    try JSONBody.decode(TrackerRecords.NumberedEntry.self, from: Bytes($0))
                }, record)
        } else if record.kind == TrackerRecords.settingKind {
            try set(record, to: text)
        } else {
            try replace(
                store.document(record), with: text, record)
        }
    }

    private var next: Int64 { first + Int64(logEntries.count) }
    /// The number of the last log entry so far.
    package var last: Int64 { next - 1 }

    private mutating func replace(
        _ stored: EntryRow?, with entry: TrackerRecords.NumberedEntry?,
        _ record: TrackerRecords.RecordKey
    ) throws {
        guard stored?.numbered != entry else { return }
        if let entry {
            try store.save(EntryRow(numbered: entry, revision: next))
            numbers[record.id] = entry.number
        } else if let stored {
            try store.delete(stored)
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
            try store.save(
                TrackerRecords.Document(
                    kind: record.kind, id: record.id, revision: next, body: body))
        } else {
            try store.delete(record)
        }
        recordChange(record, before: stored?.body, after: body)
    }

    private mutating func removeEntries(_ record: TrackerRecords.RecordKey) throws {
        let removed = try store.removeEntries(of: Activity.ID(record.id))
        guard !removed.isEmpty else { return }
        removedEntries += removed.map {
            TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: $0.rawValue)
        }
        recordChange(record, before: nil, after: nil)
    }

    private mutating func set(_ setting: TrackerRecords.RecordKey, to value: String?) throws {
        let stored = try store.setting(setting.id)
        guard stored != value else { return }
        try store.set(setting.id, to: value)
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

    /// Adds the log entries to the effects and builds the response of the step.
    package borrowing func finish(
        _ summary: String, _ effects: inout CommitEffects, hasPreviousValues: Bool = true,
        reply: String? = nil
    ) -> TrackerRecords.ApplyResponse {
        effects.logEntries = logEntries
        if !hasPreviousValues {
            for index in effects.logEntries.indices {
                effects.logEntries[index].before = nil
            }
        }
        var applied = TrackerRecords.ApplyResponse(
            summary: summary, first: first, last: last, records: records)
        applied.numbers = numbers.isEmpty ? nil : numbers
        applied.reply = reply
        return applied
    }

    /// Adds the log entries to the effects after the exchange of the rows of a fill, and builds the
    /// response.
    package borrowing func finish(
        exchanging step: StepRow, of profile: ProfileRow, _ effects: inout CommitEffects
    ) -> TrackerRecords.ApplyResponse {
        effects.logEntries = logEntries + [.bulk(step.summary, of: profile)]
        return TrackerRecords.ApplyResponse(
            summary: step.summary, first: first, last: last + 1, records: [])
    }
}
