import Contracts
package import HostFiles
package import RPC
import Synchronization

/// The storage methods that the tracker and aggregation workers call, with all data in memory.
///
/// Tests of these workers use it in place of `StorageService`. The tests that take a
/// `StorageEngine` run against both.
package final class MemoryStorage: Service {
    private let state: Mutex<MemoryState>
    let commits = CommitSignal()
    let zones = ZoneCatalog()
    private let counter: CommitCounter?
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - zone: IANA name of the default profile's zone.
    ///   - counter: Advanced after each commit, before its caller is answered.
    ///   - now: The current time, in milliseconds since 1970.
    package init(
        zone: String = "UTC", counter: CommitCounter? = nil,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds
    ) {
        state = Mutex(MemoryState(zone: zone))
        self.counter = counter
        self.now = now
    }

    package func register(on router: inout Router) {
        registerProfiles(on: &router)
        registerRecords(on: &router)
        registerSteps(on: &router)
        registerStaging(on: &router)
        registerFolds(on: &router)
        registerDays(on: &router)
        registerHealthRows(on: &router)
        registerSources(on: &router)
        registerCorrections(on: &router)
    }

    func read<Value: Sendable>(_ body: (MemoryState) throws -> Value) rethrows -> Value {
        try state.withLock { try body($0) }
    }

    /// Reads the caller's profile.
    func read<Value: Sendable>(
        _ context: CallContext, _ body: (MemoryProfile) throws -> Value
    ) throws -> Value {
        try read { try body($0.profile(context.profile)) }
    }

    /// Changes leases, which is not a commit.
    func updateLeases<Value: Sendable>(_ body: (inout MemoryState) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    /// Writes all or nothing, without an entry in the change log.
    func write<Value: Sendable>(_ body: (inout MemoryState) throws -> Value) rethrows -> Value {
        let value = try state.withLock { state in
            var draft = state
            let value = try body(&draft)
            draft.commits += 1
            state = draft
            return value
        }
        counter?.advance()
        commits.send()
        return value
    }

    /// Executes a request once for each idempotency key; `isRepeated` is true if the request was
    /// executed before.
    func change<Request: Encodable, Reply: Codable & Sendable>(
        _ method: MethodName, _ request: Request, _ context: CallContext,
        _ body: (inout MemoryTransaction) throws -> Reply
    ) throws -> (reply: Reply, isRepeated: Bool) {
        let text = try JSONBody.encode(request).text
        let fingerprint = "\(method)\n\(context.profile)\n\(text)"
        let key = context.metadata.idempotencyKey
        let (reply, isRepeated) = try state.withLock { state -> (Reply, Bool) in
            if let known = try state.reply(to: key, fingerprint) {
                return (try JSONBody.decode(Reply.self, from: known), true)
            }
            var transaction = MemoryTransaction(state, context.profile, at: now())
            let reply = try body(&transaction)
            if key != nil, transaction.isUnlogged {
                try transaction.log("none", method.description, before: nil, after: nil)
            }
            state = transaction.state
            state.commits += 1
            if let key {
                state.replies[key] = MemoryState.StoredReply(
                    fingerprint: fingerprint, profile: context.profile,
                    body: try JSONBody.encode(reply))
            }
            return (reply, false)
        }
        guard !isRepeated else { return (reply, true) }
        counter?.advance()
        commits.send()
        return (reply, false)
    }
}

/// Wakes the calls that wait for a commit.
final class CommitSignal: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let numbers = Atomic<Int>(0)

    /// One element at once, and one or more after each commit. Ends when its task is cancelled.
    func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = numbers.add(1, ordering: .relaxed).newValue
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0[number] = nil }
        }
        listeners.withLock { $0[number] = continuation }
        continuation.yield()
        return stream
    }

    func send() {
        for continuation in listeners.withLock({ Array($0.values) }) { continuation.yield() }
    }
}
