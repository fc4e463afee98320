import Glibc
import Synchronization

/// The serving end of a connection: runs the router's handlers for the calls of its peers.
///
/// A peer is a number that means something to the link only: behind a broker there is one, a server
/// with callers of its own numbers them. Every request it takes in is answered by exactly one final,
/// sent when the handler has really ended, so that the final also gives its place back.
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
        /// Calls whose handler has ended and whose final is about to be handed on.
        var finishing = 0
        var idleWaiters: [@Sendable () -> Void] = []

        var isIdle: Bool { running.isEmpty && finishing == 0 }
    }

    /// What a handler that was stopped may take to end.
    private static let stopGracePeriod = Duration.seconds(1)

    let router: Router
    /// Made when somebody first asks the server about itself.
    let busServices = Mutex<Router?>(nil)
    let capacity: Int
    let instance: String
    let link: SessionLink
    /// True if items and replies are held against their methods' descriptions before they are sent.
    let shouldCheckMessages: Bool
    let state = Mutex(State())

    /// The variable that has every server of a process check what it sends, as the tests do.
    package static let checkVariable = "DAYLINE_CHECK_MESSAGES"
    private static let isCheckRequested = getenv(checkVariable) != nil

    /// Runs at most `capacity` calls at once and refuses more.
    package init(
        router: Router, capacity: Int, instance: String = "", shouldCheckMessages: Bool = false,
        link: SessionLink
    ) {
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
            // Whoever asks how the server is doing is not what it does.
            load.inFlight = state.running.values.count { !$0.isDiagnostic }
            return load
        }
    }

    /// Takes in a message of a peer.
    package func receive(_ envelope: Envelope, from peer: UInt64) {
        let key = Key(peer: peer, call: envelope.call)
        switch envelope.kind {
        case .request: receiveRequest(envelope, key)
        case .item: receiveItem(envelope, runningCall(key))
        case .end:
            runningCall(key)?.receiveQueue?.finish(
                .success(.nothing), items: envelope.preamble.number)
        case .credit: runningCall(key)?.gate?.grant(envelope.preamble.number)
        case .cancel: cancel(key)
        default: countMalformed()
        }
    }

    /// Counts a message that broke the protocol.
    package func countMalformed() {
        state.withLock { $0.load.malformed += 1 }
    }

    /// The peers that have calls running.
    package var peers: [UInt64] {
        state.withLock { Array(Set($0.running.keys.map(\.peer))) }
    }

    /// The peer is gone: nobody waits for its answers any more.
    package func remove(peer: UInt64) {
        let lost = state.withLock { state in
            state.running.filter { $0.key.peer == peer }.map(\.value)
        }
        for call in lost { call.stop(CancellationError()) }
    }

    /// Stops whatever still runs, with `status` as its answer.
    package func stopAll(_ status: Status) {
        let running = state.withLock { Array($0.running.values) }
        for call in running { call.stop(status) }
    }

    /// Refuses calls from now on, and goes on with those that run.
    package func drain() {
        state.withLock { $0.isDraining = true }
    }

    /// Returns when no call runs; what still does after `limit` is stopped, and given up on if that
    /// does not help either.
    package func waitUntilIdle(within limit: Duration) async {
        let stop = MonotonicInstant.now.advanced(by: limit)
        link.setAlarm(stop) { [weak self] in
            self?.stopAll(Status(.unavailable, "The worker was stopped."))
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

    /// Stops the calls whose time is over.
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

    /// Stops a call. One that does not run has ended, or never came: whoever asks learns that there is
    /// nothing left of it, if the answer before has not told him.
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

/// Does something the first time it is asked to.
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
