import CivilTime
import Contracts
import HostFiles
import RPC
import Synchronization
import Tracker

/// The serialised access to one profile: reads its snapshot, plans change sets and commits them.
final class ProfileSession: Sendable {
    private struct State {
        var snapshot: ProfileSnapshot?
        /// Number of change sets committed here, and for each activity the number of the last one
        /// that wrote it.
        var changes = 0
        var written: [Activity.ID: Int] = [:]
    }

    private let client: Client
    private let zones: ZoneCatalog
    private let mutex = AsyncMutex()
    // Accessed only while `mutex` is locked. The lock exists for the `Sendable` check.
    private let state = Mutex(State())

    init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
    }

    /// The newest snapshot of the profile.
    func snapshot(_ context: CallContext) async throws -> ProfileSnapshot {
        try await mutex.withLock { try await currentSnapshot(context) }
    }

    /// Plans changes, commits them, and renders the response from the updated snapshot.
    ///
    /// Planning uses the cached snapshot, which is nearly always the newest. Storage commits the
    /// change set only if the snapshot is the newest; otherwise the session reads the change log
    /// and plans again. In the usual case a change is one request to storage.
    ///
    /// `plan` appends to the change set; `reply` renders the response from its result and the
    /// snapshot that has the changes. With an idempotency key, the response is stored with the
    /// changes and returned for a repeated request. If the response `includesRevisions` of records,
    /// the commit succeeds only with the expected ones.
    func change<Plan, Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        includesRevisions: Bool = false,
        plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) throws -> Plan,
        reply: (ProfileSnapshot, Plan) throws -> Reply
    ) async throws -> Reply {
        let base = BaseRevision(changes: state.withLock { $0.changes })
        let options = context.forwardingOptionsWithKey
        let isKept = options.idempotencyKey != nil
        let fingerprint = isKept ? try Self.fingerprint(method, request) : nil
        return try await mutex.withLock {
            var isNewest = false
            var attempt = 0
            while true {
                attempt += 1
                let isLast = attempt == Self.attempts
                var changeSet: ChangeSet
                let planned: Plan
                var answer: Reply?
                do {
                    let snapshot = try await planningSnapshot(isNewest, context)
                    (changeSet, planned) = try plannedChangeSet(snapshot, base, plan)
                    if isKept { answer = try reply(snapshot.applying(changeSet), planned) }
                } catch {
                    // The snapshot may be stale or the request a retry: check both before
                    // rejecting.
                    guard !isNewest else { throw error }
                    if let known: Reply = try await storedReply(fingerprint, options) {
                        return known
                    }
                    isNewest = true
                    continue
                }
                let last = includesRevisions ? changeSet.expectedResult.last : nil
                let batches = changeSet.batches
                if isLast, batches == nil { changeSet.base = nil }
                let apply = TrackerRecords.ApplyRequest(
                    summary: changeSet.summary, changes: batches == nil ? changeSet.changes : [],
                    base: changeSet.base,
                    fingerprint: fingerprint, isFinal: changeSet.isFinal ? true : nil,
                    origin: changeSet.origin,
                    reply: try answer.map { try JSONBody.encode($0).text },
                    last: isKept ? last : nil)
                guard let applied = try await store(apply, batches, options, isLast) else {
                    isNewest = true
                    continue
                }
                if isKept, applied.isRepeat(of: changeSet) { return try applied.decodedReply() }
                let snapshot = try await updatedSnapshot(changeSet, applied, context)
                return try answer ?? reply(snapshot, planned)
            }
        }
    }

    /// Executes a request that commits several change sets, or none, once per idempotency key: the
    /// response is stored when `body` has returned.
    func executeOnce<Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ body: () async throws -> Reply
    ) async throws -> Reply {
        let options = context.forwardingOptionsWithKey
        guard options.idempotencyKey != nil else { return try await body() }
        let fingerprint = try Self.fingerprint(method, request)
        if let known: Reply = try await storedReply(fingerprint, options) { return known }
        let answer = try await body()
        let applied = try await client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "\(method)", changes: [], fingerprint: fingerprint,
                reply: try JSONBody.encode(answer).text), options)
        return applied.reply == nil ? answer : try applied.decodedReply()
    }

    /// A text that is equal for equal requests.
    private static func fingerprint(
        _ method: MethodName, _ request: some Encodable
    ) throws -> String {
        "\(method) \(try JSONBody.encode(request).text)"
    }

    /// The number of times a change is planned after conflicts. The last attempt is rejected only
    /// if the changed records themselves have newer revisions.
    private static let attempts = 6

    /// The cached snapshot, or the newest one if `isNewest` is true.
    private func planningSnapshot(_ isNewest: Bool, _ context: CallContext) async throws
        -> ProfileSnapshot
    {
        let cached = isNewest ? nil : state.withLock { $0.snapshot }
        return if let cached { cached } else { try await currentSnapshot(context) }
    }

    private func plannedChangeSet<Plan>(
        _ snapshot: ProfileSnapshot, _ base: BaseRevision,
        _ plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) throws -> Plan
    ) throws -> (ChangeSet, Plan) {
        var changeSet = ChangeSet(of: snapshot)
        let planned = try plan(
            snapshot, &changeSet, base.updated(with: state.withLock { $0.written }))
        return (changeSet, planned)
    }

    /// The stored response of a request that was executed before; nil for a new request.
    private func storedReply<Reply: Codable>(
        _ fingerprint: String?, _ options: CallOptions
    ) async throws -> Reply? {
        guard let fingerprint else { return nil }
        return try await client.call(
            TrackerRecords.findResult, TrackerRecords.FingerprintRequest(fingerprint: fingerprint),
            options
        ).applied?.decodedReply()
    }

    /// Commits the changes.
    /// - Returns: Nil if the snapshot was not the newest or a changed record has a newer revision.
    private func store(
        _ apply: TrackerRecords.ApplyRequest, _ batches: [FillBatch]?, _ options: CallOptions,
        _ isLast: Bool
    ) async throws -> TrackerRecords.ApplyResponse? {
        do {
            guard let batches else {
                return try await client.call(TrackerRecords.apply, apply, options)
            }
            let fill = TrackerRecords.FillRequest(
                summary: apply.summary, base: apply.base, fingerprint: apply.fingerprint,
                reply: apply.reply)
            return try await client.upload(TrackerRecords.fill, fill, options) { writer in
                for batch in batches { try await writer.send(batch.packet()) }
            }
        } catch {
            guard error.code == .aborted, !isLast else { throw error }
            return nil
        }
    }

    /// The newest snapshot, with the committed changes applied.
    private func updatedSnapshot(
        _ changeSet: ChangeSet, _ applied: TrackerRecords.ApplyResponse, _ context: CallContext
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
            return try await currentSnapshot(context)
        }
        return snapshot
    }

    /// Undoes or redoes a step in storage.
    func undoOrRedo(
        _ method: Method<TrackerRecords.FingerprintRequest, TrackerRecords.ApplyResponse>,
        _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try await mutex.withLock {
            let applied = try await client.call(
                method, TrackerRecords.FingerprintRequest(fingerprint: nil),
                context.forwardingOptionsWithKey)
            recordWritten(applied)
            return applied
        }
    }

    private func recordWritten(_ applied: TrackerRecords.ApplyResponse) {
        state.withLock { state in
            state.changes += 1
            for record in applied.records where record.kind == RecordKind.activity.rawValue {
                state.written[Activity.ID(record.id)] = state.changes
            }
        }
    }

    /// The cached snapshot brought up to date with the change log.
    private func currentSnapshot(_ context: CallContext) async throws -> ProfileSnapshot {
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
                    context.forwardedOptions)
            } catch {
                guard error.code != .outOfRange else { return try await load(context) }
                cache(snapshot)
                throw error
            }
            for change in page.changes where try !snapshot.apply(change) {
                return try await load(context)
            }
            if page.changes.isEmpty || page.changes.last?.number == page.latest {
                snapshot.version = max(snapshot.version, page.latest)
                cache(snapshot)
                return snapshot
            }
        }
    }

    private func cache(_ snapshot: ProfileSnapshot) {
        state.withLock { $0.snapshot = snapshot }
    }

    /// Loads the profile off the event loop, because that takes long for a large profile.
    private func load(_ context: CallContext) async throws -> ProfileSnapshot {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await read(context) }
    }

    private func read(_ context: CallContext) async throws -> ProfileSnapshot {
        let documents = try await client.documents(
            RecordKind.allCases.map(\.rawValue), context)
        var entries: [(Int64, Entry)] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: after),
                context.forwardedOptions)
            entries += try page.entries().map { ($0.number, $0.entry) }
            next = page.body.next
        }
        let snapshot = try ProfileSnapshot(
            documents, entries: entries, zones: zones.history(documents.zones))
        cache(snapshot)
        return snapshot
    }
}
