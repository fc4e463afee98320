import CivilTime
import Contracts
import HostFiles
import RPC
import Synchronization
import Tracking

/// Where one profile is worked on: one call at a time, each on the newest book.
final class Desk: Sendable {
    private struct State {
        var book: Book?
        /// Changes made here, counted, and the last of them that wrote an activity.
        var changes = 0
        var written: [Activity.ID: Int] = [:]
    }

    private let client: Client
    private let zones: ZoneCatalog
    private let turnstile = Turnstile()
    // Only touched within the turnstile; the lock is for the compiler.
    private let state = Mutex(State())

    init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
    }

    /// The book as it is now.
    func book(_ context: CallContext) async throws -> Book {
        try await turnstile.pass { try await current(context) }
    }

    /// Plans changes, stores them, and answers from the book with them in it.
    ///
    /// A plan is made on the book as it is here, which is nearly always the newest, and stored only if
    /// it is; else the book is read on, and the plan made anew. So a change is one question. `plan` adds
    /// to the draft, and whatever it returns is handed to `reply`, which makes the answer from the new
    /// book. With the call's idempotency key a request is done once: the answer is stored with it, and
    /// given back when it comes again. One that `tellsRevisions` is stored only if they are as foreseen.
    func change<Plan, Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        tellsRevisions: Bool = false, plan: (Book, inout Draft, Arrival) throws -> Plan,
        reply: (Book, Plan) throws -> Reply
    ) async throws -> Reply {
        let arrival = Arrival(changes: state.withLock { $0.changes })
        let options = context.onwardWithKey
        let isKept = options.idempotencyKey != nil
        let fingerprint = isKept ? try Self.fingerprint(method, request) : nil
        return try await turnstile.pass {
            var isNewest = false
            var attempt = 0
            while true {
                attempt += 1
                let isLast = attempt == Self.attempts
                var draft: Draft
                let planned: Plan
                var answer: Reply?
                do {
                    let book = try await planningBook(isNewest, context)
                    (draft, planned) = try drafted(book, arrival, plan)
                    if isKept { answer = try reply(book.with(draft), planned) }
                } catch {
                    // Nobody is refused by what does not hold any more, or for what is done already.
                    guard !isNewest else { throw error }
                    if let known: Reply = try await recalled(fingerprint, options) { return known }
                    isNewest = true
                    continue
                }
                let last = tellsRevisions ? draft.foreseen.last : nil
                let batches = draft.batches
                if isLast, batches == nil { draft.base = nil }
                let apply = Tracker.Apply(
                    summary: draft.summary, changes: batches == nil ? draft.changes : [],
                    base: draft.base,
                    fingerprint: fingerprint, isFinal: draft.isFinal ? true : nil,
                    follower: draft.follower,
                    reply: try answer.map { try JSONBody.encode($0).text },
                    last: isKept ? last : nil)
                guard let applied = try await stored(apply, batches, options, isLast) else {
                    isNewest = true
                    continue
                }
                if isKept, applied.isRepeat(of: draft) { return try applied.answer() }
                let book = try await taken(draft, applied, context)
                return try answer ?? reply(book, planned)
            }
        }
    }

    /// Does once what `body` does in several changes, or in none: its answer is kept with the call's
    /// idempotency key when all of it is done.
    func once<Reply: Codable>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ body: () async throws -> Reply
    ) async throws -> Reply {
        let options = context.onwardWithKey
        guard options.idempotencyKey != nil else { return try await body() }
        let fingerprint = try Self.fingerprint(method, request)
        if let known: Reply = try await recalled(fingerprint, options) { return known }
        let answer = try await body()
        let applied = try await client.call(
            Tracker.apply,
            Tracker.Apply(
                summary: "\(method)", changes: [], fingerprint: fingerprint,
                reply: try JSONBody.encode(answer).text), options)
        return applied.reply == nil ? answer : try applied.answer()
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
    private func planningBook(_ isNewest: Bool, _ context: CallContext) async throws -> Book {
        let held = isNewest ? nil : state.withLock { $0.book }
        return if let held { held } else { try await current(context) }
    }

    private func drafted<Plan>(
        _ book: Book, _ arrival: Arrival, _ plan: (Book, inout Draft, Arrival) throws -> Plan
    ) throws -> (Draft, Plan) {
        var draft = Draft(of: book)
        let planned = try plan(book, &draft, arrival.noting(state.withLock { $0.written }))
        return (draft, planned)
    }

    /// What a request was answered that was done before.
    private func recalled<Reply: Codable>(
        _ fingerprint: String?, _ options: CallOptions
    ) async throws -> Reply? {
        guard let fingerprint else { return nil }
        return try await client.call(
            Tracker.recall, Tracker.Fingerprint(fingerprint: fingerprint), options
        ).applied?.answer()
    }

    /// Has storage make the changes.
    /// - Returns: Nil when they are of a book that is not the newest, or of records that have moved.
    private func stored(
        _ apply: Tracker.Apply, _ batches: [FillBatch]?, _ options: CallOptions, _ isLast: Bool
    ) async throws -> Tracker.Applied? {
        do {
            guard let batches else {
                return try await client.call(Tracker.apply, apply, options)
            }
            let fill = Tracker.Fill(
                summary: apply.summary, base: apply.base, fingerprint: apply.fingerprint,
                reply: apply.reply)
            return try await client.upload(Tracker.fill, fill, options) { writer in
                for batch in batches { try await writer.send(batch.packet()) }
            }
        } catch {
            guard error.code == .aborted, !isLast else { throw error }
            return nil
        }
    }

    /// The book with changes in it that were just stored.
    private func taken(
        _ draft: Draft, _ applied: Tracker.Applied, _ context: CallContext
    ) async throws -> Book {
        noteWritten(applied)
        let book = try state.withLock { state in
            // Very many at once are one change, after which all is read anew.
            if !applied.records.isEmpty || draft.changes.isEmpty {
                try state.book?.take(draft, stored: applied)
            }
            return state.book
        }
        guard let book, book.version == applied.last else { return try await current(context) }
        return book
    }

    /// Has storage undo or redo a step.
    func step(
        _ method: Method<Tracker.Fingerprint, Tracker.Applied>, _ context: CallContext
    ) async throws -> Tracker.Applied {
        try await turnstile.pass {
            let applied = try await client.call(
                method, Tracker.Fingerprint(fingerprint: nil), context.onwardWithKey)
            noteWritten(applied)
            return applied
        }
    }

    private func noteWritten(_ applied: Tracker.Applied) {
        state.withLock { state in
            state.changes += 1
            for record in applied.records where record.kind == RecordKind.activity.rawValue {
                state.written[Activity.ID(record.id)] = state.changes
            }
        }
    }

    /// The book with everything that storage knows in it.
    private func current(_ context: CallContext) async throws -> Book {
        // Taken out, so that it is changed in its place and not copied.
        let held = state.withLock { state in
            defer { state.book = nil }
            return state.book
        }
        guard var book = held else { return try await load(context) }
        while true {
            let page: Changes.Page
            do throws(Status) {
                page = try await client.call(
                    Changes.since, Changes.Since(number: book.version), context.onward)
            } catch {
                guard error.code != .outOfRange else { return try await load(context) }
                keep(book)
                throw error
            }
            for change in page.changes where try !book.take(change) {
                return try await load(context)
            }
            if page.changes.isEmpty || page.changes.last?.number == page.latest {
                book.version = max(book.version, page.latest)
                keep(book)
                return book
            }
        }
    }

    private func keep(_ book: Book) {
        state.withLock { $0.book = book }
    }

    /// Reads everything, which takes long where there is much: never on a loop.
    private func load(_ context: CallContext) async throws -> Book {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await read(context) }
    }

    private func read(_ context: CallContext) async throws -> Book {
        let documents = try await client.documents(
            RecordKind.allCases.map(\.rawValue), context)
        var entries: [(Int64, Entry)] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                Tracker.entries, Tracker.AskEntries(after: after), context.onward)
            entries += try page.entries().map { ($0.number, $0.entry) }
            next = page.body.next
        }
        let book = try Book(
            documents, entries: entries, zones: zones.history(documents.zones))
        keep(book)
        return book
    }
}
