import Contracts
import FoundationEssentials
import GRDB
import RPC
import Tracking

extension StorageService {
    func registerTracker(on router: inout Router) {
        router.handle(Tracker.documents) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let page = try DocumentStore.page(
                    of: profile.id, kinds: request.kinds, after: request.after, db)
                return Tracker.Documents(
                    documents: page.documents, next: page.next,
                    version: try ChangeLog.latest(db), zones: try profile.zones(db),
                    settings: try SettingStore.all(of: profile.id, db))
            }
        }
        router.handle(Tracker.entries) { [self] request, context in
            let limit = min(max(request.limit ?? Tracker.pageLimit, 1), Tracker.pageLimit)
            return try await file.read { db in
                try EntryStore.page(
                    of: ProfileRow.named(context.profile, db).id, after: request.after,
                    limit: limit, db)
            }
        }
        router.handle(Tracker.entry) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                let store = try EntryStore(of: profile.id, db)
                guard let row = try store.row(request.id) else {
                    throw StorageError.noEntry(request.id.rawValue)
                }
                return row.numbered
            }
        }
        router.handle(Tracker.days) { [self] request, context in
            try await file.read { db in
                try ActivityDays.page(request, of: ProfileRow.named(context.profile, db), db)
            }
        }
        router.handle(Tracker.answers) { [self] request, context in
            try await file.read { db in
                try DayAnswers.last(request, of: ProfileRow.named(context.profile, db).id, db)
            }
        }
        router.handle(Tracker.recall) { [self] request, context in
            guard let key = context.metadata.idempotencyKey else {
                return Tracker.Recalled(applied: nil)
            }
            let keyed = ChangeLog.KeyedRequest(
                key: key, method: Tracker.apply.name, profile: context.profile,
                body: try JSONBody.encode(request))
            return try await file.read { db in
                let reply = try ChangeLog.reply(to: keyed, db)
                return Tracker.Recalled(
                    applied: try reply.map { try JSONBody.decode(Tracker.Applied.self, from: $0) })
            }
        }
        registerTrackerChanges(on: &router)
        router.handle(Tracker.fill) { [self] request, context, reader in
            try await fill(request, context, reader)
        }
    }

    private func registerTrackerChanges(on router: inout Router) {
        router.handle(Tracker.apply, isShort: true) { [self] request, context in
            try check(request)
            let isKeyed = context.metadata.idempotencyKey != nil
            let asked = try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
            return try await change(asked: asked, context) { db, consequences in
                let profile = try ProfileRow.named(context.profile, db)
                if let base = request.base, try !ChangeLog.isNewest(base, of: profile.id, db) {
                    throw StorageError.movedProfile
                }
                var writer = try TrackerWriter(profile, db)
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
                if !applied.records.isEmpty {
                    try StepRow.add(
                        request.summary, first: applied.first, last: applied.last,
                        of: profile.id, db)
                }
                return applied
            }
        }
        router.handle(Tracker.next) { [self] request, context in
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
        for turn in Tracker.Turn.allCases {
            router.handle(turn.method) { [self] in try await take(turn, $0, $1) }
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
            if step.isFill { return try Self.exchange(step, profile, &consequences, db) }
            var writer = try TrackerWriter(profile, db)
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
        _ step: StepRow, _ profile: ProfileRow, _ consequences: inout Consequences, _ db: Database
    ) throws -> Tracker.Applied {
        let number = try ChangeLog.latest(db) + 1
        try DisplacedRows(step: step.first, profile: profile.id).exchange(step, db)
        consequences.notes = [bulkNote(step.summary, profile)]
        return Tracker.Applied(
            summary: step.summary, first: number, last: number, records: [])
    }

    private func check(_ request: Tracker.Apply) throws {
        let changes = request.changes
        guard changes.count <= Tracker.changeLimit else {
            throw Status(
                .invalidArgument,
                "At most \(Tracker.changeLimit) records can be changed at a time.")
        }
        for change in changes {
            try change.check()
            guard change.kind == Tracker.entriesKind else { continue }
            guard request.isFinal == true, change.body == nil else {
                throw Status(
                    .invalidArgument, "All entries of an activity are removed for good, or not.")
            }
        }
    }
}

extension Tracker.Change {
    private static let idLimit = 128

    /// Only what the tables and the columns can carry.
    func check() throws(Status) {
        let isFine =
            !kind.isEmpty && kind.utf8.count <= 32 && kind.allSatisfy { $0.isLetter && $0.isASCII }
            && !id.isEmpty && id.utf8.count <= Self.idLimit && id.utf8.allSatisfy { $0 >= 0x20 }
            && (body ?? "").utf8.count <= Tracker.bodyLimit
        guard isFine else {
            throw Status(.invalidArgument, "A record's name is malformed, or its text too long.")
        }
        guard let body, kind != Tracker.entryKind, kind != Tracker.settingKind else { return }
        do {
            _ = try JSONBody.decode(AnyJSON.self, from: Bytes(body))
        } catch {
            throw Status(.invalidArgument, "The record \(kind) \(id) is no JSON.")
        }
    }
}

/// Takes any JSON.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}

extension Changes.Change {
    fileprivate var record: Tracker.Record { Tracker.Record(kind: kind, id: key) }
}
