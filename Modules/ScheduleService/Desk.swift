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

    /// Plans changes on the newest book, stores them, and answers from the book with them in it.
    ///
    /// `plan` adds to the draft, and whatever it returns is handed to `reply`, which makes the answer
    /// from the new book. With the call's idempotency key a request is done once: when it comes
    /// again, `reply` is given no plan.
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
            if options.idempotencyKey != nil {
                let known = try await client.call(
                    Tracker.recall, Tracker.Fingerprint(fingerprint: fingerprint), options)
                if let applied = known.applied {
                    return try await reply(try await current(context), nil, applied)
                }
            }
            let (draft, planned) = try await drafted(context, arrival, plan)
            let applied = try await client.call(
                Tracker.apply,
                Tracker.Apply(
                    summary: draft.summary, changes: draft.changes, fingerprint: fingerprint,
                    isFinal: draft.isFinal ? true : nil), options)
            noteWritten(applied)
            try state.withLock { try $0.book?.take(draft, stored: applied) }
            let isCurrent = state.withLock { $0.book?.version == applied.last }
            guard isCurrent, let book = state.withLock({ $0.book }) else {
                return try await reply(try await current(context), planned, applied)
            }
            return try await reply(book, planned, applied)
        }
    }

    /// A plan on the newest book, which is let go of again: the one copy is then changed in its place.
    private func drafted<Plan>(
        _ context: CallContext, _ arrival: Arrival,
        _ plan: (Book, inout Draft, Arrival) throws -> Plan
    ) async throws -> (Draft, Plan) {
        let book = try await current(context)
        var draft = Draft(of: book)
        let planned = try plan(book, &draft, arrival.noting(state.withLock { $0.written }))
        return (draft, planned)
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
        let documents = try await client.call(
            Tracker.documents,
            Tracker.AskDocuments(kinds: RecordKind.allCases.map(\.rawValue)), context.onward)
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
