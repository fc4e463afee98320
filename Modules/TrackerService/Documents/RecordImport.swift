import CivilTime
import Contracts
import RPC
import Synchronization
import Tracker
import TrackerRules

/// Records of another program that are new to a profile, written in one step.
///
/// The identifiers are derived from those of the program, so that a second import adds nothing. A
/// record that exists is not changed, and one in the trash is not restored.
final class RecordImport: Sendable {
    private struct State {
        var changes: [TrackerRecords.Change] = []
        var entries: [Entry] = []
        var activities: Set<Activity.ID> = []
        var entryNames: Set<Entry.ID> = []
        /// The stored entries of the activities that new entries belong to.
        var storedEntries: [Activity.ID: Set<Entry.ID>] = [:]
        /// The new records of other kinds.
        var records: Set<TrackerRecords.RecordKey> = []
        var position: Int
        var batches: [FillBatch]?
        var waiting: ArraySlice<Entry> = []
    }

    private let snapshot: ProfileSnapshot
    private let state: Mutex<State>

    init(into snapshot: ProfileSnapshot) {
        self.snapshot = snapshot
        let positions = snapshot.catalog.children(of: nil).map(\.position)
        state = Mutex(State(position: (positions.max() ?? -1).clampedSum(1)))
    }

    /// - Returns: False if the activity exists.
    func insert(_ activity: Activity) throws -> Bool {
        guard snapshot.catalog.activities[activity.id] == nil else { return false }
        return try state.withLock { state in
            guard state.activities.insert(activity.id).inserted else { return false }
            var activity = activity
            activity.position = state.position
            state.position = state.position.clampedSum(1)
            state.changes.append(
                TrackerRecords.Change(
                    kind: RecordKind.activity.rawValue, id: activity.id.rawValue,
                    body: try JSONBody.encode(activity).text))
            return true
        }
    }

    /// - Returns: False if the entry exists, or if its activity is in the trash.
    func insert(_ entry: Entry) -> Bool {
        if let activity = snapshot.catalog.activities[entry.activity] {
            guard activity.deleted == nil, snapshot.deletedEntries[entry.id] == nil else {
                return false
            }
        }
        return state.withLock { state in
            guard !isStored(entry, &state), state.entryNames.insert(entry.id).inserted else {
                return false
            }
            state.entries.append(entry)
            return true
        }
    }

    /// True if the activity has the entry, on any day.
    private func isStored(_ entry: Entry, _ state: inout State) -> Bool {
        if state.storedEntries[entry.activity] == nil {
            let stored = snapshot.history.entries(
                of: entry.activity, from: .distantPast, through: .distantFuture)
            state.storedEntries[entry.activity] = Set(stored.map(\.id))
        }
        return state.storedEntries[entry.activity]?.contains(entry.id) ?? false
    }

    /// Adds a record of another kind.
    /// - Returns: False if the record exists.
    @discardableResult
    func insert(_ value: some Encodable, _ kind: RecordKind, id: String) throws -> Bool {
        let key = TrackerRecords.RecordKey(kind: kind.rawValue, id: id)
        guard snapshot.revisions[key] == nil else { return false }
        return try state.withLock { state in
            guard state.records.insert(key).inserted else { return false }
            state.changes.append(
                TrackerRecords.Change(
                    kind: key.kind, id: id, body: try JSONBody.encode(value).text))
            return true
        }
    }

    /// The next batch to write: activities first; nil at the end.
    func next() -> FillBatch? {
        state.withLock { state in
            if state.batches == nil {
                state.batches = FillBatch.batches(of: state.changes).reversed()
                state.waiting = state.entries[...]
                (state.changes, state.entries) = ([], [])
            }
            return state.batches?.popLast() ?? FillBatch.next(of: &state.waiting)
        }
    }
}

extension Int {
    /// The sum, clamped to the range of positions.
    fileprivate func clampedSum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? Int(Int32.max) : Swift.min(sum, Int(Int32.max))
    }
}
