import CivilTime
import Contracts
import HostFiles
import RPC
import Synchronization
import Tracker

/// The serialised access to one profile: reads its snapshot, plans change sets and commits them.
final class ProfileSession: Sendable {
    private let client: Client
    private let mutex = TaskLimit(1)
    /// Changed only by the task that has the mutex.
    private let cache: SnapshotCache

    init(
        client: Client, changes: CommitCounterReader?, zones: ZoneCatalog,
        onLoad: @escaping @Sendable () -> Void
    ) {
        self.client = client
        cache = SnapshotCache(client: client, changes: changes, zones: zones, onLoad: onLoad)
    }

    /// The newest snapshot of the profile.
    func snapshot(_ context: CallContext) async throws -> ProfileSnapshot {
        try await mutex.run { try await cache.newest(context) }
    }

    /// Plans changes, commits them, and renders the response from the updated snapshot.
    ///
    /// Planning uses the cached snapshot, which is nearly always the newest. Storage commits the
    /// change set only if the snapshot is the newest; otherwise the session reads the change log
    /// and plans again. In the usual case a change is one request to storage.
    ///
    /// `plan` reads records that are not in the snapshot, if needed, and appends to the change set;
    /// `response` renders the response from the result of `plan` and the snapshot that has the
    /// changes. With an idempotency key, the response is stored with the changes and returned for a
    /// repeated request. If the response `includesRevisions` of records, the commit succeeds only
    /// with the expected ones.
    func change<Plan, Response: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        includesRevisions: Bool = false,
        plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) async throws -> Plan,
        response: (ProfileSnapshot, Plan) throws -> Response
    ) async throws -> Response {
        let options = context.forwardingOptionsWithKey
        let pending = PendingRequest(
            base: cache.baseRevision, options: options,
            fingerprint: options.idempotencyKey == nil
                ? nil : try Self.fingerprint(method, request),
            includesRevisions: includesRevisions)
        return try await mutex.run {
            var attempt = Attempt()
            while true {
                switch try await planChange(pending, attempt, context, plan, response) {
                case .repeated(let stored):
                    return stored
                case .stale:
                    break
                case .planned(let change):
                    if let applied = try await commit(change, pending, attempt) {
                        return try await renderedResponse(
                            to: change, pending, applied, context, response)
                    }
                }
                attempt.number += 1
            }
        }
    }

    /// A request while it is planned and committed.
    private struct PendingRequest {
        /// The state of the session when the request arrived.
        var base: BaseRevision
        var options: CallOptions
        /// Identifies the request when it is repeated; nil without an idempotency key.
        var fingerprint: String?
        var includesRevisions: Bool
    }

    /// An attempt to commit a request.
    private struct Attempt {
        /// The last attempt is rejected only if the changed records themselves have newer revisions.
        private static let limit = 6

        var number = 1

        /// True after a failure on the cached snapshot or a conflict.
        var needsNewestSnapshot: Bool { number > 1 }
        var isLast: Bool { number == Self.limit }
    }

    private struct PlannedChange<Plan, Response> {
        var changeSet: ChangeSet
        /// The changes as batches of a fill; nil if they are sent in one message.
        var batches: [FillBatch]?
        var plan: Plan
        /// The response to store with the changes; nil without an idempotency key.
        var response: Response?
    }

    private enum PlanningResult<Plan, Response> {
        case planned(PlannedChange<Plan, Response>)
        case repeated(Response)
        case stale
    }

    /// Step 1: plans the changes on the cached snapshot, or on the newest one after another attempt.
    private func planChange<Plan, Response: Codable>(
        _ pending: PendingRequest, _ attempt: Attempt, _ context: CallContext,
        _ plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) async throws -> Plan,
        _ response: (ProfileSnapshot, Plan) throws -> Response
    ) async throws -> PlanningResult<Plan, Response> {
        let result: PlanningResult<Plan, Response>
        do {
            let snapshot = try await planningSnapshot(attempt, context)
            var changeSet = ChangeSet(of: snapshot)
            let planned = try await plan(
                snapshot, &changeSet, pending.base.updated(with: cache.written))
            let batches = changeSet.batches
            if attempt.isLast, batches == nil { changeSet.base = nil }
            result = .planned(
                PlannedChange(
                    changeSet: changeSet, batches: batches, plan: planned,
                    response: pending.fingerprint == nil
                        ? nil : try response(snapshot.applying(changeSet), planned)))
        } catch {
            // The snapshot may be stale or the request a retry: check both before rejecting.
            guard !attempt.needsNewestSnapshot else { throw error }
            result = try await storedResponse(pending).map { .repeated($0) } ?? .stale
        }
        // Exit: a change to commit, the stored response of a repeated request, or nothing on a
        // snapshot that may be stale.
        return result
    }

    /// Step 2: commits the changes.
    /// - Returns: Nil if the snapshot was not the newest or a changed record has a newer revision.
    private func commit<Plan, Response: Codable>(
        _ change: PlannedChange<Plan, Response>, _ pending: PendingRequest, _ attempt: Attempt
    ) async throws -> TrackerRecords.ApplyResponse? {
        let changeSet = change.changeSet
        let response = try change.response.map { try JSONBody.encode($0).text }
        let applied: TrackerRecords.ApplyResponse?
        do {
            if let batches = change.batches {
                let fill = TrackerRecords.FillRequest(
                    summary: changeSet.summary, base: changeSet.base,
                    fingerprint: pending.fingerprint, reply: response)
                applied = try await client.upload(TrackerRecords.fill, fill, pending.options) {
                    writer in
                    for batch in batches { try await writer.send(batch.packet()) }
                }
            } else {
                let checksLast = pending.includesRevisions && pending.fingerprint != nil
                let apply = TrackerRecords.ApplyRequest(
                    summary: changeSet.summary, changes: changeSet.changes, base: changeSet.base,
                    fingerprint: pending.fingerprint, isFinal: changeSet.isFinal ? true : nil,
                    origin: changeSet.origin, reply: response,
                    last: checksLast ? changeSet.expectedResult.last : nil)
                applied = try await client.call(
                    TrackerRecords.apply, apply, pending.options.whileLocked)
            }
        } catch {
            guard error.code == .aborted, !attempt.isLast else { throw error }
            applied = nil
        }
        // Exit: the committed changes, or nil after a conflict that another attempt can resolve.
        return applied
    }

    /// Step 3: renders the response from the updated snapshot.
    private func renderedResponse<Plan, Response: Codable>(
        to change: PlannedChange<Plan, Response>, _ pending: PendingRequest,
        _ applied: TrackerRecords.ApplyResponse, _ context: CallContext,
        _ response: (ProfileSnapshot, Plan) throws -> Response
    ) async throws -> Response {
        let rendered: Response
        if pending.fingerprint != nil, applied.isRepeat(of: change.changeSet) {
            rendered = try applied.decodedResponse()
        } else {
            let snapshot = try await cache.update(with: change.changeSet, applied, context)
            rendered = try change.response ?? response(snapshot, change.plan)
        }
        // Exit: the response of this execution, or of the first one if the request was a retry.
        return rendered
    }

    /// Executes a request that commits several change sets, or none, once per idempotency key: the
    /// response is stored when `body` has returned.
    func executeOnce<Response: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ body: () async throws -> Response
    ) async throws -> Response {
        let options = context.forwardingOptionsWithKey
        guard options.idempotencyKey != nil else { return try await body() }
        let fingerprint = try Self.fingerprint(method, request)
        if let known: Response = try await storedResponse(fingerprint, options) { return known }
        let response = try await body()
        let applied = try await client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "\(method)", changes: [], fingerprint: fingerprint,
                reply: try JSONBody.encode(response).text), options)
        return applied.reply == nil ? response : try applied.decodedResponse()
    }

    /// A text that is equal for equal requests.
    private static func fingerprint(
        _ method: MethodName, _ request: some Encodable
    ) throws -> String {
        "\(method) \(try JSONBody.encode(request).text)"
    }

    /// The cached snapshot, or the newest one if the attempt needs it.
    private func planningSnapshot(
        _ attempt: Attempt, _ context: CallContext
    ) async throws -> ProfileSnapshot {
        let cached = attempt.needsNewestSnapshot ? nil : cache.snapshot
        return if let cached { cached } else { try await cache.newest(context) }
    }

    private func storedResponse<Response: Codable>(
        _ pending: PendingRequest
    ) async throws -> Response? {
        guard let fingerprint = pending.fingerprint else { return nil }
        return try await storedResponse(fingerprint, pending.options.whileLocked)
    }

    /// The stored response of a request that was executed before; nil for a new request.
    private func storedResponse<Response: Codable>(
        _ fingerprint: String, _ options: CallOptions
    ) async throws -> Response? {
        try await client.call(
            TrackerRecords.findResult, TrackerRecords.FingerprintRequest(fingerprint: fingerprint),
            options
        ).applied?.decodedResponse()
    }

    /// Undoes or redoes a step in storage. `expected` is the number of the step; nil: any step.
    func undoOrRedo(
        _ method: Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse>,
        expected: Int64?, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try await mutex.run {
            let applied = try await client.call(
                method, TrackerRecords.StepRequest(step: expected),
                context.forwardingOptionsWithKey.whileLocked)
            cache.recordWritten(applied)
            return applied
        }
    }
}
