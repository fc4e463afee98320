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
            let existing = snapshot.history.entries(of: entry.activity, on: entry.day)
            guard !existing.contains(where: { $0.id == entry.id }) else { return false }
        }
        return state.withLock { state in
            guard state.entryNames.insert(entry.id).inserted else { return false }
            state.entries.append(entry)
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
