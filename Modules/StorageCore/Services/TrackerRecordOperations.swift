package import Contracts
package import RPC
package import Tracker

/// The operations of tracker records: reading, changes in one step, undo and redo.
package protocol TrackerRecordOperations: StorageOperations {
    /// One page of documents, with the zones and settings of the same snapshot.
    func documents(
        _ request: TrackerRecords.DocumentsRequest, of profile: String
    ) async throws -> TrackerRecords.DocumentsResponse
    func entries(
        after number: Int64, limit: Int, of profile: String
    ) async throws -> Packet<EntryPage>
    /// - Throws: `StorageError.noEntry`.
    func entry(
        _ id: Entry.ID, of profile: String
    ) async throws -> TrackerRecords.NumberedEntry
    func activityDays(
        _ request: TrackerRecords.DaysRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse>
    func answers(
        _ request: TrackerRecords.AnswersRequest, of profile: String
    ) async throws -> TrackerRecords.AnswersResponse
    /// The stored reply to a request; nil if its key is unknown.
    /// - Throws: `StorageError.keyReused`.
    func storedReply(to request: KeyedRequest, of profile: String) async throws -> Bytes?
    /// The step that undo or redo would apply to; nil if the request was executed before.
    /// - Throws: `StorageError.nothingToUndo`, `StorageError.nothingToRedo`.
    func nextStep(
        _ direction: TrackerRecords.UndoDirection, _ request: KeyedRequest?, of profile: String
    ) async throws -> TrackerRecords.NextResponse?
    func apply(
        _ request: TrackerRecords.ApplyRequest, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse>
    /// Undoes or redoes the next step. `expected` is the number of that step; nil: any step.
    /// - Throws: `StorageError.otherStep`.
    func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse>
    /// Writes all pages as one step, whose undo restores the replaced rows.
    func fill(
        _ fill: Fill, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse>
}

extension StorageServices where Engine: TrackerRecordOperations {
    func registerTracker(on router: inout Router) {
        router.handle(TrackerRecords.documents) { [engine] request, context in
            try await engine.documents(request, of: context.profile)
        }
        router.handle(TrackerRecords.entries) { [engine] request, context in
            let limit = min(
                max(request.limit ?? TrackerRecords.pageLimit, 1), TrackerRecords.pageLimit)
            return try await engine.entries(
                after: request.after, limit: limit, of: context.profile)
        }
        router.handle(TrackerRecords.entry) { [engine] request, context in
            try await engine.entry(request.id, of: context.profile)
        }
        router.handle(TrackerRecords.days) { [engine] request, context in
            try await engine.activityDays(request, of: context.profile)
        }
        router.handle(TrackerRecords.answers) { [engine] request, context in
            guard request.days.count <= Self.answerLimit else {
                throw Status(
                    .invalidArgument,
                    "The request has \(request.days.count) days; at most \(Self.answerLimit) are "
                        + "allowed.")
            }
            return try await engine.answers(request, of: context.profile)
        }
        registerTrackerChanges(on: &router)
    }

    /// The maximum number of days of a request for answers, which is 136 years.
    private static var answerLimit: Int { 50_000 }

    private func registerTrackerChanges(on router: inout Router) {
        router.handle(TrackerRecords.findResult) { [self] in try await recall($0, $1) }
        router.handle(TrackerRecords.apply, isShort: true) { [self] request, context in
            try request.check()
            let isKeyed = context.metadata.idempotencyKey != nil
            let fingerprint =
                try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
            return try await change(fingerprint: fingerprint, context) {
                try await engine.apply(request, $0)
            }
        }
        router.handle(TrackerRecords.nextStep) { [self] in try await next($0, $1) }
        for direction in TrackerRecords.UndoDirection.allCases {
            router.handle(direction.method) { [self] request, context in
                try await change(direction.method.name, request, context) {
                    try await engine.undoOrRedo(direction, expected: request.step, $0)
                }
            }
        }
        router.handle(TrackerRecords.fill) { [self] request, context, reader in
            let fill = try await Fill(request, reader)
            guard let fingerprint = request.fingerprint else {
                return try await change(TrackerRecords.fill.name, request, context) {
                    try await engine.fill(fill, $0)
                }
            }
            return try await change(fingerprint: fingerprint, context) {
                try await engine.fill(fill, $0)
            }
        }
    }

    /// Applies changes once for each fingerprint and idempotency key, whether they come as records or as a
    /// fill. Only the response to a retry has the stored reply.
    private func change(
        fingerprint: String?, _ context: CallContext,
        _ body: (ChangeCall) async throws -> Committed<TrackerRecords.ApplyResponse>
    ) async throws -> TrackerRecords.ApplyResponse {
        var committed = try await performChange(
            TrackerRecords.apply.name, TrackerRecords.FingerprintRequest(fingerprint: fingerprint),
            context, body)
        if !committed.isRepeated { committed.reply.reply = nil }
        return committed.reply
    }

    /// The step that undo or redo would revert or apply; step 0 if the request is a retry of one that was
    /// executed.
    private func next(
        _ request: TrackerRecords.UndoRequest, _ context: CallContext
    ) async throws -> TrackerRecords.NextResponse {
        let keyed = try KeyedRequest(
            request.direction.method.name, TrackerRecords.StepRequest(step: request.step), context)
        return try await engine.nextStep(request.direction, keyed, of: context.profile)
            ?? TrackerRecords.NextResponse(step: 0, summary: "", sample: nil)
    }

    /// The result of the change with the caller's idempotency key; nil if the key is unknown.
    private func recall(
        _ request: TrackerRecords.FingerprintRequest, _ context: CallContext
    ) async throws -> TrackerRecords.RecallResponse {
        guard let keyed = try KeyedRequest(TrackerRecords.apply.name, request, context) else {
            return TrackerRecords.RecallResponse(applied: nil)
        }
        let reply = try await engine.storedReply(to: keyed, of: context.profile)
        return TrackerRecords.RecallResponse(
            applied: try reply.map {
                try JSONBody.decode(TrackerRecords.ApplyResponse.self, from: $0)
            })
    }
}

extension TrackerRecords.UndoDirection {
    package var method: Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse> {
        self == .undo ? TrackerRecords.undo : TrackerRecords.redo
    }
}

extension Changes.Change {
    package var record: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: key) }
}
