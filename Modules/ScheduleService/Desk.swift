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
    /// book. With the call's idempotency key a request is done once: when it comes again, `reply` is
    /// given no plan.
    func change<Plan, Reply>(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        plan: (Book, inout Draft, Arrival) throws -> Plan,
        reply: (Book, Plan?, Tracker.Applied) async throws -> Reply
    ) async throws -> Reply {
        let arrival = Arrival(changes: state.withLock { $0.changes })
        let fingerprint = "\(method) \(try JSONBody.encode(request).text)"
        return try await turnstile.pass {
            var options = context.onward
            options.idempotencyKey = context.metadata.idempotencyKey
            var isNewest = false
            var attempt = 0
            while true {
                attempt += 1
                let isLast = attempt == Self.attempts
                var draft: Draft
                let planned: Plan
                do {
                    (draft, planned) = try await drafted(isNewest, context, arrival, plan)
                } catch {
                    // Nobody is refused by what does not hold any more, or for what is done already.
                    guard !isNewest else { throw error }
                    if let applied = try await recalled(fingerprint, options) {
                        return try await reply(try await current(context), nil, applied)
                    }
                    isNewest = true
                    continue
                }
                if isLast { draft.base = nil }
                guard let applied = try await stored(draft, fingerprint, options, isLast) else {
                    isNewest = true
                    continue
                }
                let isRepeated = applied.isRepeated == true
                let book = try await taken(isRepeated ? nil : draft, applied, context)
                return try await reply(book, isRepeated ? nil : planned, applied)
            }
        }
    }

    /// How often a plan is made anew because somebody else came first. The last one is stored unless the
    /// very records that it changes are others by then.
    private static let attempts = 6

    /// A plan on the book that is here, or on the newest one. It is let go of again: the one copy is then
    /// changed in its place.
    private func drafted<Plan>(
        _ isNewest: Bool, _ context: CallContext, _ arrival: Arrival,
        _ plan: (Book, inout Draft, Arrival) throws -> Plan
    ) async throws -> (Draft, Plan) {
        let held = isNewest ? nil : state.withLock { $0.book }
        let book = if let held { held } else { try await current(context) }
        var draft = Draft(of: book)
        let planned = try plan(book, &draft, arrival.noting(state.withLock { $0.written }))
        return (draft, planned)
    }

    /// What came of a request that was done before.
    private func recalled(
        _ fingerprint: String, _ options: CallOptions
    ) async throws -> Tracker.Applied? {
        guard options.idempotencyKey != nil else { return nil }
        return try await client.call(
            Tracker.recall, Tracker.Fingerprint(fingerprint: fingerprint), options
        ).applied
    }

    /// Has storage make the changes.
    /// - Returns: Nil when they are of a book that is not the newest, or of records that have moved.
    private func stored(
        _ draft: Draft, _ fingerprint: String, _ options: CallOptions, _ isLast: Bool
    ) async throws -> Tracker.Applied? {
        do {
            return try await client.call(
                Tracker.apply,
                Tracker.Apply(
                    summary: draft.summary, changes: draft.changes, base: draft.base,
                    fingerprint: fingerprint, isFinal: draft.isFinal ? true : nil), options)
        } catch {
            guard error.code == .aborted, !isLast else { throw error }
            return nil
        }
    }

    /// The book with changes in it that were just stored; nil for those that were stored before.
    private func taken(
        _ draft: Draft?, _ applied: Tracker.Applied, _ context: CallContext
    ) async throws -> Book {
        guard let draft else { return try await current(context) }
        noteWritten(applied)
        let book = try state.withLock { state in
            try state.book?.take(draft, stored: applied)
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
            var options = context.onward
            options.idempotencyKey = context.metadata.idempotencyKey
            let applied = try await client.call(
                method, Tracker.Fingerprint(fingerprint: nil), options)
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

    private func load(_ context: CallContext) async throws -> Book {
        let documents = try await client.documents(
            RecordKind.allCases.map(\.rawValue), context)
        var entries: [Entry] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                Tracker.entries, Tracker.AskEntries(after: after), context.onward)
            entries += try page.entries().map(\.entry)
            next = page.body.next
        }
        let book = try Book(
            documents, entries: entries, zones: zones.history(documents.zones))
        keep(book)
        return book
    }
}

/// When a call came, among the changes made at a desk: what was changed while it waited was not what
/// its caller saw.
struct Arrival {
    private let changes: Int
    private var written: [Activity.ID: Int] = [:]

    init(changes: Int) {
        self.changes = changes
    }

    func noting(_ written: [Activity.ID: Int]) -> Arrival {
        var arrival = self
        arrival.written = written
        return arrival
    }

    /// Whether an activity was changed after the call came.
    func isBefore(changeOf id: Activity.ID) -> Bool {
        (written[id] ?? 0) > changes
    }
}
