import Contracts
package import RPC
import Synchronization
package import ZeroMQ
package import ZeroMQTransport

/// The broker of the bus: clients and workers connect to one endpoint, and calls are sent to workers.
///
/// The broker has no durable state. After a restart, workers announce themselves again and clients
/// reconnect.
package final class Broker: Sendable {
    struct State: ~Copyable {
        var shell: BrokerShell?
        var timer: (instant: MonotonicInstant, timer: LoopTimer)?
        /// Authenticates connections over TCP; nil until the first address is bound.
        var authentication: AuthenticationHandler?
        /// The reason why the stored address for connections over TCP is not bound.
        var remoteProblem: Status?
    }

    /// Rounds of a few messages that are processed before other sources of the loop.
    private static let roundsPerTurn = 8
    /// Open subscriptions and calls to the broker's own services.
    private static let capacity = 1024

    private let endpoint: Endpoint
    let loop: Loop
    let limits: BrokerLimits
    private let secret: StartSecret?
    let keys: KeyRing?
    let state: LoopBound<State>
    private let hub = EventHub()
    let session: ServerSession
    /// A client of the bus, with which keys are compared with the profiles; nil: keys are not compared.
    let profileClient = Mutex<Client?>(nil)

    /// With a `secret`, reserved service names require a token of the start, and requests of the
    /// supervisor that of the supervisor. Without one, any process may do both. Without `keys` there are no
    /// connections over TCP; `keyProblem` is the reason, which the methods of keys answer with.
    package init(
        endpoint: Endpoint, loop: Loop, limits: BrokerLimits = BrokerLimits(),
        secret: StartSecret? = nil, keys: KeyRing? = nil, keyProblem: Status? = nil
    ) {
        self.endpoint = endpoint
        self.keys = keys
        self.secret = secret
        self.loop = loop
        self.limits = limits
        state = LoopBound(State(), on: loop)
        let reference = WeakBroker()
        let services = BuiltInServices(
            broker: { reference.broker }, hub: hub, eventLimit: limits.eventBytes, secret: secret)
        let keyService: (any Service)? =
            if let keys {
                KeyService(keys: keys, broker: { reference.broker })
            } else if let keyProblem {
                UnreadableKeys(problem: keyProblem)
            } else {
                nil
            }
        session = ServerSession(
            router: Router(
                [services] + (keyService.map { [$0] } ?? []), notes: MethodNote.all),
            capacity: Self.capacity, instance: "broker",
            link: SessionLink { envelope, peer in
                reference.broker?.send(envelope, to: peer)
            } setAlarm: { instant, action in
                loop.setAlarm(at: instant, action)
            })
        reference.broker = self
    }

    /// Binds the endpoint and starts routing.
    /// - Throws: FAILED_PRECONDITION if the endpoint cannot be bound.
    package func start() async throws(Status) {
        try endpoint.checkFolder()
        do {
            try await loop.run { [self] in
                try state.with { state in
                    let port = try RouterPort(loop: loop)
                    try port.bind(endpoint)
                    state.shell = BrokerShell(
                        port: port, limits: limits, secret: secret,
                        identifyHolder: { [keys] in keys?.holder($0) })
                }
                try state.with { state in try state.shell?.listen(handler: handler) }
            }
        } catch {
            throw Status(.failedPrecondition, "\(endpoint) cannot be bound (\(error)).")
        }
        await bindStoredAddress()
    }

    var handler: (_ hasMonitorEvents: Bool) -> Bool {
        { [weak self] hasMonitorEvents in self?.processEvents(hasMonitorEvents) ?? false }
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
                    state.authentication?.close()
                    state.authentication = nil
                }
                continuation.resume()
            }
        }
    }

    private func processEvents(_ hasMonitorEvents: Bool) -> Bool {
        let now = MonotonicInstant.now
        let (hasMore, hasDisconnects) = state.with { state in
            var hasMore = true
            for _ in 0..<Self.roundsPerTurn where hasMore {
                hasMore = state.shell?.processMessages(now: now) ?? false
            }
            return (hasMore, hasMonitorEvents && state.shell?.consumeDisconnects() ?? false)
        }
        if hasDisconnects { probePeers() }
        runDeferredWork()
        return hasMore
    }

    /// Serves messages for the broker reference, and sets the next alarm.
    private func runDeferredWork() {
        while let work = state.with({ $0.shell?.popDeferredWork() }) {
            for (envelope, peer) in work.messages { session.receive(envelope, from: peer) }
            for peer in work.disconnectedPeers { session.remove(peer: peer) }
            for (topic, fields) in work.events { hub.publish(topic, fields) }
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

    /// Pings all peers to find those that have disconnected, repeatedly for a short while: the monitor
    /// reports the end of a connection before its peer becomes unreachable.
    private func probePeers() {
        for delay in [0, 1, 5, 25, 125, 625] {
            loop.schedule(at: .now.advanced(by: .milliseconds(delay))) { [weak self] in
                guard let self else { return }
                let sessionPeers = session.peers
                change { state, _, actions in
                    for peer in state.monitoredPeers + sessionPeers {
                        actions.append(.signal(Preamble(.ping), .none, to: peer))
                    }
                }
            }
        }
    }

    func change(
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
    /// Changes the state of the broker, from any thread.
    func change(
        _ body:
            @escaping @Sendable (
                inout BrokerShell.State, MonotonicInstant, inout [BrokerShell.State.Action]
            ) -> Void
    ) async throws {
        try await loop.run { [self] in change(body) }
    }

    /// The workers and services.
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

/// A weak reference for the objects that the broker owns.
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
