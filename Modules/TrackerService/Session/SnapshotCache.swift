import Contracts
import HostFiles
import RPC
import Synchronization
import Tracker

/// The cached snapshot of a profile, kept up to date with the change log. The commit counter shows
/// without a call that storage has committed nothing since.
///
/// Only one task at a time may call its asynchronous methods.
final class SnapshotCache: Sendable {
    private struct State {
        var snapshot: ProfileSnapshot?
        /// The commit counter before the snapshot was last brought up to date; nil if unknown.
        var commitCount: UInt64?
        /// The number of change sets committed here.
        var changes = 0
        /// For each activity, the number of the last change set that wrote the activity.
        var written: [Activity.ID: Int] = [:]
    }

    private let client: Client
    private let counter: CommitCounterReader?
    private let zones: ZoneCatalog
    private let onLoad: @Sendable () -> Void
    private let state = Mutex(State())

    /// `onLoad` is called after each load of all records.
    init(
        client: Client, changes counter: CommitCounterReader?, zones: ZoneCatalog,
        onLoad: @escaping @Sendable () -> Void
    ) {
        self.client = client
        self.counter = counter
        self.zones = zones
        self.onLoad = onLoad
    }

    /// The cached snapshot, which may be stale; nil if none is loaded.
    var snapshot: ProfileSnapshot? { state.withLock { $0.snapshot } }

    /// The state of the session for a request that arrives now.
    var baseRevision: BaseRevision { BaseRevision(changes: state.withLock { $0.changes }) }

    /// For each activity the number of the last change set that wrote it.
    var written: [Activity.ID: Int] { state.withLock { $0.written } }

    /// The newest snapshot, with the committed changes applied.
    func update(
        with changeSet: ChangeSet, _ applied: TrackerRecords.ApplyResponse, _ context: CallContext
    ) async throws -> ProfileSnapshot {
        recordWritten(applied)
        let snapshot = try state.withLock { state in
            // A fill returns no records: the snapshot is loaded again.
            if !applied.records.isEmpty || changeSet.changes.isEmpty {
                try state.snapshot?.apply(changeSet, stored: applied)
            }
            return state.snapshot
        }
        guard let snapshot, snapshot.version == applied.last else {
            return try await newest(context)
        }
        return snapshot
    }

    /// Records the activities that a commit wrote.
    func recordWritten(_ applied: TrackerRecords.ApplyResponse) {
        state.withLock { state in
            state.changes += 1
            for record in applied.records where record.kind == RecordKind.activity.rawValue {
                state.written[Activity.ID(record.id)] = state.changes
            }
        }
    }

    /// The cached snapshot brought up to date with the change log.
    func newest(_ context: CallContext) async throws -> ProfileSnapshot {
        let commitCount = counter?.count
        if let commitCount, let snapshot = snapshot(at: commitCount) { return snapshot }
        let snapshot = try await updated(context)
        state.withLock { $0.commitCount = commitCount }
        return snapshot
    }

    /// The cached snapshot if it has all changes up to a value of the commit counter; nil otherwise.
    private func snapshot(at commitCount: UInt64) -> ProfileSnapshot? {
        state.withLock { $0.commitCount == commitCount ? $0.snapshot : nil }
    }

    /// Brings the cached snapshot up to date with the change log.
    private func updated(_ context: CallContext) async throws -> ProfileSnapshot {
        // Removed from the state, so that the snapshot is changed in place and not copied.
        let cached = state.withLock { state in
            defer { state.snapshot = nil }
            return state.snapshot
        }
        guard var snapshot = cached else { return try await load(context) }
        while true {
            let page: Changes.SinceResponse
            do throws(Status) {
                page = try await client.call(
                    Changes.since, Changes.SinceRequest(number: snapshot.version),
                    context.forwardedOptions.whileLocked)
            } catch {
                guard error.code != .outOfRange else { return try await load(context) }
                store(snapshot)
                throw error
            }
            for change in page.changes where try !snapshot.apply(change) {
                return try await load(context)
            }
            if page.changes.isEmpty || page.changes.last?.number == page.latest {
                snapshot.version = max(snapshot.version, page.latest)
                store(snapshot)
                return snapshot
            }
        }
    }

    private func store(_ snapshot: ProfileSnapshot) {
        state.withLock { $0.snapshot = snapshot }
    }

    /// Loads the profile off the event loop, because that takes long for a large profile. The load goes on
    /// when the deadline of its request has passed: the next request then finds the snapshot, also on a
    /// machine that loads the profile in more time than callers wait.
    private func load(_ context: CallContext) async throws -> ProfileSnapshot {
        var patient = context
        patient.deadline = .never
        let loading = Task { [client, zones, patient] in
            try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await ProfileSnapshot(from: client, zones: zones, patient)
            }
        }
        let snapshot = try await loading.value
        store(snapshot)
        onLoad()
        return snapshot
    }
}
