import Contracts
import GRDB
import RPC
import Tracking

extension StorageService {
    func registerTrackerChanges(on router: inout Router) {
        router.handle(Tracker.apply, isShort: true) { [self] in try await apply($0, $1) }
        router.handle(Tracker.next) { [self] in try await next($0, $1) }
        for turn in Tracker.Turn.allCases {
            router.handle(turn.method) { [self] in try await take(turn, $0, $1) }
        }
    }

    private func apply(
        _ request: Tracker.Apply, _ context: CallContext
    ) async throws -> Tracker.Applied {
        try request.check()
        let isKeyed = context.metadata.idempotencyKey != nil
        let asked = try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
        return try await change(asked: asked, context) { db, consequences in
            let profile = try ProfileRow.named(context.profile, db)
            if let base = request.base, try !ChangeLog.isNewest(base, of: profile.id, db) {
                throw StorageError.movedProfile
            }
            var writer = try TrackerWriter(profile, db, who: request.follower ?? "person")
            for change in request.changes { try writer.write(change) }
            if let last = request.last, writer.last != last { throw StorageError.movedProfile }
            if request.isFinal == true {
                try ForgottenRecords(
                    writer.records + writer.removedEntries, of: profile.id
                ).forget(db)
                return Self.finish(
                    writer, request.summary, &consequences, keepsTexts: false,
                    reply: request.reply)
            }
            let applied = Self.finish(
                writer, request.summary, &consequences, reply: request.reply)
            guard !applied.records.isEmpty else { return applied }
            if request.follower == nil {
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
        _ request: Tracker.AskNext, _ context: CallContext
    ) async throws -> Tracker.Next {
        let keyed = try context.metadata.idempotencyKey.map { key in
            ChangeLog.KeyedRequest(
                key: key, method: request.turn.method.name, profile: context.profile,
                body: try JSONBody.encode(Tracker.Fingerprint(fingerprint: nil)))
        }
        return try await file.read { db in
            let profile = try ProfileRow.named(context.profile, db)
            if let keyed, try ChangeLog.reply(to: keyed, db) != nil {
                return Tracker.Next(step: 0, summary: "", sample: nil)
            }
            return try StepRow.next(request.turn, of: profile.id, db)
                .next(request.turn, of: profile.id, db)
        }
    }

    /// Makes changes that a person asked for once, however storage was asked; what their caller answered
    /// comes back with a repeat alone.
    func change(
        asked fingerprint: String?, _ context: CallContext,
        _ body: @escaping @Sendable (Database, inout Consequences) throws -> Tracker.Applied
    ) async throws -> Tracker.Applied {
        var (applied, isRepeated) = try await changed(
            Tracker.apply.name, Tracker.Fingerprint(fingerprint: fingerprint), context, body)
        if !isRepeated { applied.reply = nil }
        return applied
    }

    /// Takes a step back, or makes it again.
    private func take(
        _ turn: Tracker.Turn, _ request: Tracker.Fingerprint, _ context: CallContext
    ) async throws -> Tracker.Applied {
        try await change(turn.method.name, request, context) { db, consequences in
            let profile = try ProfileRow.named(context.profile, db)
            let step = try StepRow.next(turn, of: profile.id, db)
            try step.set(undone: turn == .undo, of: profile.id, db)
            var writer = try TrackerWriter(profile, db)
            try FollowingChanges.takeBack(after: step, of: profile.id, by: &writer, db)
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
        _ writer: borrowing TrackerWriter, _ summary: String, _ consequences: inout Consequences,
        keepsTexts: Bool = true, reply: String? = nil
    ) -> Tracker.Applied {
        consequences.notes = writer.notes
        if !keepsTexts {
            for index in consequences.notes.indices { consequences.notes[index].before = nil }
        }
        var applied = Tracker.Applied(
            summary: summary, first: writer.first, last: writer.last, records: writer.records)
        applied.numbers = writer.numbers.isEmpty ? nil : writer.numbers
        applied.reply = reply
        return applied
    }

    /// Takes a fill back, or makes it again: both exchange what holds for what is kept.
    private static func exchange(
        _ step: StepRow, _ profile: ProfileRow, _ writer: borrowing TrackerWriter,
        _ consequences: inout Consequences, _ db: Database
    ) throws -> Tracker.Applied {
        try DisplacedRows(step: step.first, profile: profile.id).exchange(step, db)
        consequences.notes = writer.notes + [bulkNote(step.summary, profile)]
        return Tracker.Applied(
            summary: step.summary, first: writer.first, last: writer.last + 1, records: [])
    }
}

extension Changes.Change {
    var record: Tracker.Record { Tracker.Record(kind: kind, id: key) }
}
