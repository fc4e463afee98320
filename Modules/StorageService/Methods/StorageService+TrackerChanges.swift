import Contracts
import GRDB
import RPC
import Tracker

extension StorageService {
    func registerTrackerChanges(on router: inout Router) {
        router.handle(TrackerRecords.apply, isShort: true) { [self] in try await apply($0, $1) }
        router.handle(TrackerRecords.nextStep) { [self] in try await next($0, $1) }
        for direction in TrackerRecords.UndoDirection.allCases {
            router.handle(direction.method) { [self] in try await undoOrRedo(direction, $0, $1) }
        }
    }

    private func apply(
        _ request: TrackerRecords.ApplyRequest, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try request.check()
        let isKeyed = context.metadata.idempotencyKey != nil
        let fingerprint =
            try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
        return try await change(fingerprint: fingerprint, context) { db, effects in
            let profile = try ProfileRow.named(context.profile, db)
            if let base = request.base, try !ChangeLog.isNewest(base, of: profile.id, db) {
                throw StorageError.profileConflict
            }
            var writer = try TrackerWriter(profile, db, who: request.origin ?? "person")
            for change in request.changes { try writer.write(change) }
            if let last = request.last, writer.last != last { throw StorageError.profileConflict }
            if request.isFinal == true {
                try PurgedRecords(
                    writer.records + writer.removedEntries, of: profile.id
                ).purge(db)
                return Self.finish(
                    writer, request.summary, &effects, hasPreviousValues: false,
                    reply: request.reply)
            }
            let applied = Self.finish(
                writer, request.summary, &effects, reply: request.reply)
            guard !applied.records.isEmpty else { return applied }
            if request.origin == nil {
                try StepRow.add(
                    request.summary, first: applied.first, last: applied.last,
                    of: profile.id, db)
            } else {
                try FollowingChanges.add(applied, of: profile.id, db)
            }
            return applied
        }
    }

    /// The step that undo or redo would revert or apply; step 0 if the request is a retry of one that was
    /// executed.
    private func next(
        _ request: TrackerRecords.UndoRequest, _ context: CallContext
    ) async throws -> TrackerRecords.NextResponse {
        let keyed = try context.metadata.idempotencyKey.map { key in
            ChangeLog.KeyedRequest(
                key: key, method: request.direction.method.name, profile: context.profile,
                body: try JSONBody.encode(TrackerRecords.FingerprintRequest(fingerprint: nil)))
        }
        return try await file.read { db in
            let profile = try ProfileRow.named(context.profile, db)
            if let keyed, try ChangeLog.reply(to: keyed, db) != nil {
                return TrackerRecords.NextResponse(step: 0, summary: "", sample: nil)
            }
            return try StepRow.next(request.direction, of: profile.id, db)
                .next(request.direction, of: profile.id, db)
        }
    }

    /// Applies changes once for each fingerprint and idempotency key, whether they come as records or as a
    /// fill. Only the response to a retry has the stored reply.
    func change(
        fingerprint: String?, _ context: CallContext,
        _ body:
            @escaping @Sendable (Database, inout CommitEffects) throws ->
            TrackerRecords.ApplyResponse
    ) async throws -> TrackerRecords.ApplyResponse {
        var (applied, isRepeated) = try await performChange(
            TrackerRecords.apply.name, TrackerRecords.FingerprintRequest(fingerprint: fingerprint),
            context, body)
        if !isRepeated { applied.reply = nil }
        return applied
    }

    /// Undoes or redoes the next step.
    private func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, _ request: TrackerRecords.FingerprintRequest,
        _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try await change(direction.method.name, request, context) { db, effects in
            let profile = try ProfileRow.named(context.profile, db)
            let step = try StepRow.next(direction, of: profile.id, db)
            try step.set(undone: direction == .undo, of: profile.id, db)
            var writer = try TrackerWriter(profile, db)
            try FollowingChanges.revert(after: step, of: profile.id, by: &writer, db)
            if step.isFill { return try Self.exchange(step, profile, writer, &effects, db) }
            let changes = try step.trackerChanges(of: profile.id, db)
            for change in direction == .undo ? changes.reversed() : changes {
                try writer.restore(
                    change.record, to: direction == .undo ? change.before : change.after)
            }
            return Self.finish(writer, step.summary, &effects)
        }
    }

    /// Adds the writer's log entries to the effects and builds the response.
    private static func finish(
        _ writer: borrowing TrackerWriter, _ summary: String, _ effects: inout CommitEffects,
        hasPreviousValues: Bool = true, reply: String? = nil
    ) -> TrackerRecords.ApplyResponse {
        effects.logEntries = writer.logEntries
        if !hasPreviousValues {
            for index in effects.logEntries.indices {
                effects.logEntries[index].before = nil
            }
        }
        var applied = TrackerRecords.ApplyResponse(
            summary: summary, first: writer.first, last: writer.last, records: writer.records)
        applied.numbers = writer.numbers.isEmpty ? nil : writer.numbers
        applied.reply = reply
        return applied
    }

    /// Undoes or redoes a fill: both exchange the present rows with the displaced ones.
    private static func exchange(
        _ step: StepRow, _ profile: ProfileRow, _ writer: borrowing TrackerWriter,
        _ effects: inout CommitEffects, _ db: Database
    ) throws -> TrackerRecords.ApplyResponse {
        try DisplacedRows(step: step.first, profile: profile.id).exchange(step, db)
        effects.logEntries = writer.logEntries + [bulkLogEntry(step.summary, profile)]
        return TrackerRecords.ApplyResponse(
            summary: step.summary, first: writer.first, last: writer.last + 1, records: [])
    }
}

extension Changes.Change {
    var record: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: key) }
}
