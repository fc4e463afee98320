import CivilTime
import Contracts
import HostFiles
import RPC
import Synchronization
import Tracker

/// Where one profile is worked on: one call at a time, each on the newest book.
final class ProfileSession: Sendable {
    private struct State {
        var snapshot: ProfileSnapshot?
        /// Changes made here, counted, and the last of them that wrote an activity.
        var changes = 0
        var written: [Activity.ID: Int] = [:]
    }

    private let client: Client
    private let zones: ZoneCatalog
    private let mutex = AsyncMutex()
    // Only touched within the turnstile; the lock is for the compiler.
    private let state = Mutex(State())

    init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
    }

    /// The book as it is now.
    func snapshot(_ context: CallContext) async throws -> ProfileSnapshot {
        try await mutex.withLock { try await currentSnapshot(context) }
    }

    /// Plans changes, stores them, and answers from the book with them in it.
    ///
    /// A plan is made on the book as it is here, which is nearly always the newest, and stored only if
    /// it is; else the book is read on, and the plan made anew. So a change is one question. `plan` adds
    /// to the draft, and whatever it returns is handed to `reply`, which makes the answer from the new
    /// book. With the call's idempotency key a request is done once: the answer is stored with it, and
    /// given back when it comes again. One that `includesRevisions` is stored only if they are as foreseen.
    func change<Plan, Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        includesRevisions: Bool = false,
        plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) throws -> Plan,
        reply: (ProfileSnapshot, Plan) throws -> Reply
    ) async throws -> Reply {
        let arrival = BaseRevision(changes: state.withLock { $0.changes })
        let options = context.forwardingOptionsWithKey
        let isKept = options.idempotencyKey != nil
        let fingerprint = isKept ? try Self.fingerprint(method, request) : nil
        return try await mutex.withLock {
            var isNewest = false
            var attempt = 0
            while true {
                attempt += 1
                let isLast = attempt == Self.attempts
                var draft: ChangeSet
                let planned: Plan
                var answer: Reply?
                do {
                    let book = try await planningSnapshot(isNewest, context)
                    (draft, planned) = try plannedChangeSet(book, arrival, plan)
                    if isKept { answer = try reply(book.applying(draft), planned) }
                } catch {
                    // Nobody is refused by what does not hold any more, or for what is done already.
                    guard !isNewest else { throw error }
                    if let known: Reply = try await storedReply(fingerprint, options) {
                        return known
                    }
                    isNewest = true
                    continue
                }
                let last = includesRevisions ? draft.expectedResult.last : nil
                let batches = draft.batches
                if isLast, batches == nil { draft.base = nil }
                let apply = TrackerRecords.ApplyRequest(
                    summary: draft.summary, changes: batches == nil ? draft.changes : [],
                    base: draft.base,
                    fingerprint: fingerprint, isFinal: draft.isFinal ? true : nil,
                    origin: draft.origin,
                    reply: try answer.map { try JSONBody.encode($0).text },
                    last: isKept ? last : nil)
                guard let applied = try await store(apply, batches, options, isLast) else {
                    isNewest = true
                    continue
                }
                if isKept, applied.isRepeat(of: draft) { return try applied.decodedReply() }
                let book = try await updatedSnapshot(draft, applied, context)
                return try answer ?? reply(book, planned)
            }
        }
    }

    /// Does once what `body` does in several changes, or in none: its answer is kept with the call's
    /// idempotency key when all of it is done.
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

    /// What a person asked for.
    private static func fingerprint(
        _ method: MethodName, _ request: some Encodable
    ) throws -> String {
        "\(method) \(try JSONBody.encode(request).text)"
    }

    /// How often a plan is made anew because somebody else came first. The last one is stored unless the
    /// very records that it changes are others by then.
    private static let attempts = 6

    /// The book that is here, or the newest one.
    private func planningSnapshot(_ isNewest: Bool, _ context: CallContext) async throws
        -> ProfileSnapshot
    {
        let held = isNewest ? nil : state.withLock { $0.snapshot }
        return if let held { held } else { try await currentSnapshot(context) }
    }

    private func plannedChangeSet<Plan>(
        _ book: ProfileSnapshot, _ arrival: BaseRevision,
        _ plan: (ProfileSnapshot, inout ChangeSet, BaseRevision) throws -> Plan
    ) throws -> (ChangeSet, Plan) {
        var draft = ChangeSet(of: book)
        let planned = try plan(book, &draft, arrival.updated(with: state.withLock { $0.written }))
        return (draft, planned)
    }

    /// What a request was answered that was done before.
    private func storedReply<Reply: Codable>(
        _ fingerprint: String?, _ options: CallOptions
    ) async throws -> Reply? {
        guard let fingerprint else { return nil }
        return try await client.call(
            TrackerRecords.findResult, TrackerRecords.FingerprintRequest(fingerprint: fingerprint),
            options
        ).applied?.decodedReply()
    }

    /// Has storage make the changes.
    /// - Returns: Nil when they are of a book that is not the newest, or of records that have moved.
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

    /// The book with changes in it that were just stored.
    private func updatedSnapshot(
        _ draft: ChangeSet, _ applied: TrackerRecords.ApplyResponse, _ context: CallContext
    ) async throws -> ProfileSnapshot {
        recordWritten(applied)
        let book = try state.withLock { state in
            // Very many at once are one change, after which all is read anew.
            if !applied.records.isEmpty || draft.changes.isEmpty {
                try state.snapshot?.apply(draft, stored: applied)
            }
            return state.snapshot
        }
        guard let book, book.version == applied.last else {
            return try await currentSnapshot(context)
        }
        return book
    }

    /// Has storage undo or redo a step.
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

    /// The book with everything that storage knows in it.
    private func currentSnapshot(_ context: CallContext) async throws -> ProfileSnapshot {
        // Taken out, so that it is changed in its place and not copied.
        let held = state.withLock { state in
            defer { state.snapshot = nil }
            return state.snapshot
        }
        guard var book = held else { return try await load(context) }
        while true {
            let page: Changes.SinceResponse
            do throws(Status) {
                page = try await client.call(
                    Changes.since, Changes.SinceRequest(number: book.version),
                    context.forwardedOptions)
            } catch {
                guard error.code != .outOfRange else { return try await load(context) }
                cache(book)
                throw error
            }
            for change in page.changes where try !book.apply(change) {
                return try await load(context)
            }
            if page.changes.isEmpty || page.changes.last?.number == page.latest {
                book.version = max(book.version, page.latest)
                cache(book)
                return book
            }
        }
    }

    private func cache(_ book: ProfileSnapshot) {
        state.withLock { $0.snapshot = book }
    }

    /// Reads everything, which takes long where there is much: never on a loop.
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
        let book = try ProfileSnapshot(
            documents, entries: entries, zones: zones.history(documents.zones))
        cache(book)
        return book
    }
}
