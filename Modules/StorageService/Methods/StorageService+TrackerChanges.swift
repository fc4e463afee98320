import Contracts
import GRDB
import RPC
import Tracker

extension StorageService {
    func registerTrackerChanges(on router: inout Router) {
        router.handle(TrackerRecords.apply, isShort: true) { [self] in try await apply($0, $1) }
        router.handle(TrackerRecords.nextStep) { [self] in try await next($0, $1) }
        for turn in TrackerRecords.UndoDirection.allCases {
            router.handle(turn.method) { [self] in try await undoOrRedo(turn, $0, $1) }
        }
    }

    private func apply(
        _ request: TrackerRecords.ApplyRequest, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try request.check()
        let isKeyed = context.metadata.idempotencyKey != nil
        let asked = try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
        return try await change(fingerprint: asked, context) { db, consequences in
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
                    writer, request.summary, &consequences, hasPreviousValues: false,
                    reply: request.reply)
            }
            let applied = Self.finish(
                writer, request.summary, &consequences, reply: request.reply)
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

    /// The step that a turn would take; none when the caller's key stands for one that was taken.
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

    /// Makes changes that a person asked for once, however storage was asked; what their caller answered
    /// comes back with a repeat alone.
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

    /// Takes a step back, or makes it again.
    private func undoOrRedo(
        _ turn: TrackerRecords.UndoDirection, _ request: TrackerRecords.FingerprintRequest,
        _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        try await change(turn.method.name, request, context) { db, consequences in
            let profile = try ProfileRow.named(context.profile, db)
            let step = try StepRow.next(turn, of: profile.id, db)
            try step.set(undone: turn == .undo, of: profile.id, db)
            var writer = try TrackerWriter(profile, db)
            try FollowingChanges.revert(after: step, of: profile.id, by: &writer, db)
            if step.isFill { return try Self.exchange(step, profile, writer, &consequences, db) }
            let changes = try step.trackerChanges(of: profile.id, db)
            for change in turn == .undo ? changes.reversed() : changes {
                try writer.restore(change.record, to: turn == .undo ? change.before : change.after)
            }
            return Self.finish(writer, step.summary, &consequences)
        }
    }

    /// Hands the writer's notes on to the change log.
    private static func finish(
        _ writer: borrowing TrackerWriter, _ summary: String, _ consequences: inout CommitEffects,
        hasPreviousValues: Bool = true, reply: String? = nil
    ) -> TrackerRecords.ApplyResponse {
        consequences.logEntries = writer.logEntries
        if !hasPreviousValues {
            for index in consequences.logEntries.indices {
                consequences.logEntries[index].before = nil
            }
        }
        var applied = TrackerRecords.ApplyResponse(
            summary: summary, first: writer.first, last: writer.last, records: writer.records)
        applied.numbers = writer.numbers.isEmpty ? nil : writer.numbers
        applied.reply = reply
        return applied
    }

    /// Takes a fill back, or makes it again: both exchange what holds for what is kept.
    private static func exchange(
        _ step: StepRow, _ profile: ProfileRow, _ writer: borrowing TrackerWriter,
        _ consequences: inout CommitEffects, _ db: Database
    ) throws -> TrackerRecords.ApplyResponse {
        try DisplacedRows(step: step.first, profile: profile.id).exchange(step, db)
        consequences.logEntries = writer.logEntries + [bulkLogEntry(step.summary, profile)]
        return TrackerRecords.ApplyResponse(
            summary: step.summary, first: writer.first, last: writer.last + 1, records: [])
    }
}

extension Changes.Change {
    var record: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: key) }
}
