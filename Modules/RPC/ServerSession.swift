import Glibc
import Synchronization

/// The serving end of a connection: runs the router's handlers for the calls of its peers.
///
/// A peer is a number assigned by the link: a broker is a single peer, a server with direct callers
/// numbers them. Every accepted request gets exactly one final, sent after its handler has returned, so
/// that the final also frees a call's share of the capacity.
package final class ServerSession: Sendable {
    struct Key: Hashable {
        let peer: UInt64
        let call: CallID
    }

    struct State {
        var running: [Key: RunningCall] = [:]
        var deadlineWatch = DeadlineWatch()
        var load = ServerLoad()
        var isDraining = false
        /// Calls whose handler has returned and whose final is not yet passed to the link.
        var finishing = 0
        var idleWaiters: [@Sendable () -> Void] = []

        var isIdle: Bool { running.isEmpty && finishing == 0 }
    }

    /// Time that a stopped handler gets to return.
    private static let stopGracePeriod = Duration.seconds(1)

    let router: Router
    /// Created at the first call of a bus service.
    let busServices = Mutex<Router?>(nil)
    let capacity: Int
    let instance: String
    let link: SessionLink
    /// True if items and responses are validated against the schemas of their methods before sending.
    let shouldCheckMessages: Bool
    /// True if the connection is one between machines: streams then count bytes if their caller supports it.
    /// The streams of callers on other machines always do.
    let isRemote: Bool
    let state = Mutex(State())

    /// The environment variable that enables this validation in every server of a process.
    package static let checkVariable = "DAYLINE_CHECK_MESSAGES"
    private static let isCheckRequested = getenv(checkVariable) != nil

    /// Runs at most `capacity` calls at once and refuses more.
    package init(
        router: Router, capacity: Int, instance: String = "", shouldCheckMessages: Bool = false,
        isRemote: Bool = false, link: SessionLink
    ) {
        self.isRemote = isRemote
        self.shouldCheckMessages = shouldCheckMessages || Self.isCheckRequested
        self.router = router
        self.instance = instance
        self.capacity = capacity
        self.link = link
    }

    var isDraining: Bool { state.withLock { $0.isDraining } }

    package var load: ServerLoad {
        state.withLock { state in
            var load = state.load
            // Calls that query the server are not part of its load.
            load.inFlight = state.running.values.count { !$0.isDiagnostic }
            return load
        }
    }

    /// Handles a message of a peer.
    package func receive(_ envelope: Envelope, from peer: UInt64) {
        let key = Key(peer: peer, call: envelope.call)
        switch envelope.kind {
        case .request: receiveRequest(envelope, key)
        case .item: receiveItem(envelope, runningCall(key))
        case .end:
            runningCall(key)?.receiveQueue?.finish(
                .success(.nothing), items: envelope.preamble.number)
        case .credit: runningCall(key)?.gate?.grant(envelope.preamble)
        case .cancel: cancel(key)
        default: countMalformed()
        }
    }

    /// Counts a message that violated the protocol.
    package func countMalformed() {
        state.withLock { $0.load.malformed += 1 }
    }

    /// The peers that have calls running.
    package var peers: [UInt64] {
        state.withLock { Array(Set($0.running.keys.map(\.peer))) }
    }

    /// Cancels the calls of a peer that has disconnected.
    package func remove(peer: UInt64) {
        let lost = state.withLock { state in
            state.running.filter { $0.key.peer == peer }.map(\.value)
        }
        for call in lost { call.stop(CancellationError()) }
    }

    /// Stops all running calls with `status` as their answer.
    package func stopAll(_ status: Status) {
        let running = state.withLock { Array($0.running.values) }
        for call in running { call.stop(status) }
    }

    /// The worker in sentences, by the second part of the name of a service such as `dayline.storage.Folds`.
    private var worker: String {
        let service = router.registrations.values.map(\.name.service).min() ?? ""
        let parts = service.split(separator: ".")
        return parts.count > 1 ? "The worker \(parts[1])" : "The worker"
    }

    /// Refuses new calls and finishes those that are running.
    package func drain() {
        state.withLock { $0.isDraining = true }
    }

    /// Returns when no call is running. Calls that run longer than `limit` are stopped, and abandoned if
    /// they have not returned after a grace period.
    package func waitUntilIdle(within limit: Duration) async {
        let stop = MonotonicInstant.now.advanced(by: limit)
        link.setAlarm(stop) { [weak self] in
            guard let self else { return }
            stopAll(Status(.unavailable, "\(worker) was stopped."))
        }
        await withCheckedContinuation { continuation in
            let once = Once { continuation.resume() }
            link.setAlarm(stop.advanced(by: Self.stopGracePeriod)) { once() }
            let isIdle = state.withLock { state in
                if state.isIdle { return true }
                state.idleWaiters.append { once() }
                return false
            }
            if isIdle { once() }
        }
    }

    /// Stops the calls whose deadline has passed.
    package func expire(now: MonotonicInstant = .now) {
        let (late, next) = state.withLock { state in
            state.deadlineWatch.disarm()
            let all = state.running.values.filter { !$0.isStopped }
            let late = all.filter { $0.deadline <= Deadline(instant: now) }
            let next = all.lazy.map(\.deadline).filter { $0 > Deadline(instant: now) }.min()
            return (late, next)
        }
        for call in late { call.stop(Status(.deadlineExceeded, "\(call.route) ran out of time.")) }
        if let next { watch(next) }
    }

    func watch(_ deadline: Deadline) {
        guard let instant = deadline.instant else { return }
        guard state.withLock({ $0.deadlineWatch.needsAlarm(for: deadline) }) else { return }
        link.setAlarm(instant) { [weak self] in self?.expire() }
    }

    /// Stops a call. An unknown call has ended or its request was lost: the peer gets a CANCELLED final in
    /// case the real one was lost too.
    private func cancel(_ key: Key) {
        if let call = runningCall(key) {
            call.stop(CancellationError())
        } else {
            link.send(
                Envelope(final: Status(describing: CancellationError()), call: key.call), key.peer)
        }
    }

    private func runningCall(_ key: Key) -> RunningCall? {
        state.withLock { $0.running[key] }
    }
}

/// Runs an action at the first call and ignores further calls.
private final class Once: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func callAsFunction() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

extension WireContent {
    fileprivate static let nothing = Self(body: .empty)
}
