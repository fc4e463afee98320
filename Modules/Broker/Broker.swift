package import RPC
import Synchronization
package import ZeroMQ
package import ZeroMQTransport

/// The front door of the bus: clients and workers connect to one endpoint, and calls find a worker.
///
/// What it knows is soft: after it ends, workers announce themselves to the next one and clients
/// connect again.
package final class Broker: Sendable {
    private struct State: ~Copyable {
        var shell: BrokerShell?
        var timer: (instant: MonotonicInstant, timer: LoopTimer)?
    }

    /// How often a few messages are taken in and sent on before others get their turn.
    private static let roundsPerTurn = 8
    /// Streams of events and questions that are being answered at once.
    private static let capacity = 1024

    private let endpoint: Endpoint
    private let loop: Loop
    private let limits: BrokerLimits
    private let secret: StartSecret?
    private let state: LoopBound<State>
    private let hub = EventHub()
    private let session: ServerSession

    /// With a `secret`, Dayline's own names are for processes that the supervisor started, and what the
    /// supervisor says is taken from the supervisor only; without one from anybody.
    package init(
        endpoint: Endpoint, loop: Loop, limits: BrokerLimits = BrokerLimits(),
        secret: StartSecret? = nil
    ) {
        self.endpoint = endpoint
        self.secret = secret
        self.loop = loop
        self.limits = limits
        state = LoopBound(State(), on: loop)
        let itself = WeakBroker()
        let services = BuiltInServices(
            broker: { itself.broker }, hub: hub, eventLimit: limits.eventBytes, secret: secret)
        session = ServerSession(
            router: Router([services]), capacity: Self.capacity, instance: "broker",
            link: SessionLink { envelope, peer in
                itself.broker?.send(envelope, to: peer)
            } setAlarm: { instant, ring in
                loop.setAlarm(at: instant, ring)
            })
        itself.broker = self
    }

    /// Binds the endpoint and routes from then on.
    /// - Throws: FAILED_PRECONDITION when the endpoint cannot be bound.
    package func start() async throws(Status) {
        try endpoint.checkFolder()
        do {
            try await loop.run { [self] in
                try state.with { state in
                    let port = try RouterPort(loop: loop)
                    try port.bind(endpoint)
                    state.shell = BrokerShell(port: port, limits: limits, secret: secret)
                }
                try state.with { state in
                    try state.shell?.listen { [weak self] hasNews in
                        self?.processEvents(hasNews) ?? false
                    }
                }
            }
        } catch {
            throw Status(.failedPrecondition, "\(endpoint) cannot be served (\(error)).")
        }
    }

    /// Closes the endpoint.
    package func stop() async {
        session.stopAll(Status(.unavailable, "The broker is stopping."))
        await withCheckedContinuation { continuation in
            loop.post { [self] in
                state.with { state in
                    if let timer = state.timer?.timer { loop.cancel(timer) }
                    state.shell?.close(lingerMilliseconds: 100)
                    state.shell = nil
                }
                continuation.resume()
            }
        }
    }

    private func processEvents(_ hasNews: Bool) -> Bool {
        let now = MonotonicInstant.now
        let (hasMore, someoneLeft) = state.with { state in
            var hasMore = true
            for _ in 0..<Self.roundsPerTurn where hasMore {
                hasMore = state.shell?.processMessages(now: now) ?? false
            }
            return (hasMore, hasNews && state.shell?.consumeDisconnects() ?? false)
        }
        if someoneLeft { probePeers() }
        runDeferredWork()
        return hasMore
    }

    /// Serves what is for the broker itself, and sets the next alarm.
    private func runDeferredWork() {
        while let aftermath = state.with({ $0.shell?.popDeferredWork() }) {
            for (envelope, peer) in aftermath.messages { session.receive(envelope, from: peer) }
            for peer in aftermath.disconnectedPeers { session.remove(peer: peer) }
            for (topic, fields) in aftermath.events { hub.publish(topic, fields) }
        }
        setTimer()
    }

    private func setTimer() {
        state.with { state in
            guard let alarm = state.shell?.state.alarm else { return }
            if let timer = state.timer {
                guard alarm != timer.instant else { return }
                loop.cancel(timer.timer)
            }
            let timer = loop.setAlarm(at: alarm) { [weak self] in self?.tick() }
            state.timer = (alarm, timer)
        }
    }

    private func tick() {
        state.with { $0.timer = nil }
        change { state, now, actions in state.tick(now: now, into: &actions) }
    }

    /// Finds out who is gone, now and for a short while: a connection's end is told before its peer
    /// becomes unreachable.
    private func probePeers() {
        for delay in [0, 1, 5, 25, 125, 625] {
            loop.schedule(at: .now.advanced(by: .milliseconds(delay))) { [weak self] in
                guard let self else { return }
                let served = session.peers
                change { state, _, actions in
                    for peer in state.monitoredPeers + served {
                        actions.append(.signal(Preamble(.ping), .none, to: peer))
                    }
                }
            }
        }
    }

    private func change(
        _ body: (
            inout BrokerShell.State, MonotonicInstant, inout [BrokerShell.State.Action]
        ) -> Void
    ) {
        let now = MonotonicInstant.now
        state.with { state in
            state.shell?.change(now: now) { body(&$0, now, &$1) }
        }
        runDeferredWork()
    }

    private func send(_ envelope: Envelope, to peer: UInt64) {
        guard loop.isCurrent else {
            return loop.post { self.send(envelope, to: peer) }
        }
        let isSent = state.with { $0.shell?.send(envelope, to: peer) ?? true }
        guard !isSent else { return }
        session.remove(peer: peer)
        change { state, now, actions in state.removePeer(peer, now: now, into: &actions) }
    }
}

extension Broker {
    /// Changes what the broker knows, from any thread.
    func change(
        _ body:
            @escaping @Sendable (
                inout BrokerShell.State, MonotonicInstant, inout [BrokerShell.State.Action]
            ) -> Void
    ) async throws {
        try await loop.run { [self] in change(body) }
    }

    /// What there is.
    package func listing() async throws -> BusBroker.ListResponse {
        try await loop.run { [self] in
            try state.with { state throws(Status) in
                guard let listing = state.shell?.state.listing else {
                    throw Status(.unavailable, "The broker is stopping.")
                }
                return listing
            }
        }
    }
}

/// Lets what the broker owns find it without keeping it.
private final class WeakBroker: Sendable {
    private struct Reference {
        weak var broker: Broker?
    }

    private let reference = Mutex(Reference())

    var broker: Broker? {
        get { reference.withLock { $0.broker } }
        set { reference.withLock { $0.broker = newValue } }
    }
}
