import Glibc
package import RPC
import Synchronization
package import ZeroMQ

/// A worker's connection to the broker: announces the worker's services, runs its calls, and announces
/// the worker again to a broker that does not know it.
package final class WorkerConnection: Sendable {
    private enum Phase {
        case idle
        case serving
        case draining
        case closed
    }

    private struct State {
        var phase = Phase.idle
        var isRegistered = false
        var lastReceived = MonotonicInstant.now
        var registrationWaiters: [CheckedContinuation<Void, Never>] = []
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Time for unsent messages to leave at the end.
    private static let lingerMilliseconds: Int32 = 500
    /// Maximum time between two messages of a live broker.
    private static let brokerTimeout = Duration.seconds(20)

    private let link: DealerLink
    /// Nil for a connection on one machine.
    private let bulk: WorkerBulkLink?
    private let session: ServerSession
    private let announcement: WorkerAnnouncement
    private let reportRefusal: @Sendable (Status) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - endpoint: The endpoint of the bus.
    ///   - instance: A name that no other process of this home has or had.
    ///   - name: The name of the worker, such as `storage`.
    ///   - router: The services; those of every server are added.
    ///   - capacity: Number of concurrent calls.
    ///   - token: The token of this process's start; nil if the supervisor did not start it.
    ///   - isByProfile: True if the broker sends all calls for a profile to one of several workers.
    ///   - zones: The time zone data of this machine, if it is not the machine of the home.
    ///   - loop: Runs the connection and short handlers.
    ///   - reportRefusal: Called with the reason each time the broker refuses the worker.
    package init(
        endpoint: Endpoint, instance: String, name: String, router: Router, capacity: Int = 64,
        token: String? = nil, isByProfile: Bool = false, zones: ZoneDataVersion? = nil, loop: Loop,
        reportRefusal: @escaping @Sendable (Status) -> Void = { _ in }
    ) {
        self.reportRefusal = reportRefusal
        let link = DealerLink(endpoint: endpoint, loop: loop)
        self.link = link
        let announcement = WorkerAnnouncement(
            instance: instance, name: name, pid: getpid(), capacity: capacity,
            services: router.announcedServices, token: token,
            isByProfile: isByProfile ? true : nil, zones: zones)
        self.announcement = announcement
        let bulk =
            endpoint.isRemote
            ? WorkerBulkLink(announcement, endpoint: endpoint, loop: loop) : nil
        self.bulk = bulk
        session = ServerSession(
            router: router, capacity: capacity, instance: instance, isRemote: endpoint.isRemote,
            link: SessionLink(executor: loop) { envelope, peer in
                if let bulk, bulk.carries(envelope, to: peer) {
                    bulk.send(envelope)
                } else {
                    link.send(envelope)
                }
            } setAlarm: { instant, action in
                loop.setAlarm(at: instant, action)
            })
    }

    /// Serves until drained.
    package func run() async {
        let isFirst = state.withLock { state in
            guard case .idle = state.phase else { return false }
            state.phase = .serving
            return true
        }
        if isFirst {
            link.open { self.handle($0) }
            bulk?.open { self.handleBulk($0) }
            monitorBroker()
        }
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if case .closed = state.phase { return true }
                state.closeWaiters.append(continuation)
                return false
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Returns after the broker has registered the worker.
    package func waitForRegistration() async {
        await withCheckedContinuation { continuation in
            let isRegistered = state.withLock { state in
                if state.isRegistered { return true }
                state.registrationWaiters.append(continuation)
                return false
            }
            if isRegistered { continuation.resume() }
        }
    }

    /// Refuses new calls, finishes open ones within `limit`, sends a goodbye and closes.
    package func drain(within limit: Duration = .seconds(10)) async {
        let wasServing = state.withLock { state in
            guard case .serving = state.phase else { return false }
            state.phase = .draining
            return true
        }
        guard wasServing else { return }
        session.drain()
        link.send(Envelope(Preamble(.drain), call: .none))
        await session.waitUntilIdle(within: limit)
        // The goodbye would overtake answers on the other connection.
        await bulk?.waitUntilReceived(within: limit)
        link.send(Envelope(Preamble(.goodbye), call: .none))
        close(lingerMilliseconds: Self.lingerMilliseconds)
    }

    /// Closes the connection without a goodbye, and cancels running calls.
    package func abandon() {
        close(lingerMilliseconds: 0)
        link.loop.post { [self] in removeCalls() }
    }

    private func close(lingerMilliseconds: Int32) {
        link.close(lingerMilliseconds: lingerMilliseconds)
        bulk?.close(lingerMilliseconds: lingerMilliseconds)
        let waiters = state.withLock { state in
            state.phase = .closed
            defer { state.closeWaiters = [] }
            return state.closeWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Counters and latency of the calls.
    package var load: ServerLoad { session.load }

    private func handle(_ event: DealerLink.Event) {
        switch event {
        case .connected: announce()
        case .message(let envelope): receive(envelope)
        case .malformed: session.countMalformed()
        case .lost:
            endRegistration()
            bulk?.reconnect()
        case .refused: break
        case .keyRefused: reportRefusal(KeyRefusedError(endpoint: link.endpoint).status)
        }
    }

    /// Handles an event of the connection for bulk. Without both connections the broker removes the worker.
    private func handleBulk(_ event: DealerLink.Event) {
        switch event {
        case .connected: announceBulk()
        case .message(let envelope): receiveBulk(envelope)
        case .malformed: session.countMalformed()
        case .lost:
            bulk?.endWait()
            guard bulk?.setRegistered(false) ?? false else { return }
            endRegistration()
            link.reconnect()
        case .refused, .keyRefused: break
        }
    }

    private func receiveBulk(_ envelope: Envelope) {
        switch envelope.kind {
        case .ping: bulk?.send(Envelope(Preamble(.pong), call: envelope.call))
        case .pong: bulk?.endWait()
        case .goodbye: announceBulk()
        case .ready: bulk?.setRegistered(true)
        // A broker without second connections refuses the announcement.
        case .final where envelope.call == .none: bulk?.setRegistered(false)
        default: session.receive(envelope, from: WorkerBulkLink.peer)
        }
    }

    private func announceBulk() {
        if state.withLock({ $0.isRegistered }) { bulk?.announce() }
    }

    /// Cancels the calls of both connections, which the broker has ended.
    private func endRegistration() {
        state.withLock { $0.isRegistered = false }
        removeCalls()
        link.discardUnsent()
        bulk?.discardUnsent()
    }

    private func removeCalls() {
        session.remove(peer: 0)
        session.remove(peer: WorkerBulkLink.peer)
    }

    private func receive(_ envelope: Envelope) {
        state.withLock { $0.lastReceived = .now }
        switch envelope.kind {
        case .ping: link.send(Envelope(Preamble(.pong), call: envelope.call))
        case .pong: break
        case .goodbye: announce()
        case .ready: completeRegistration()
        case .final where envelope.call == .none:
            let header = try? Header(envelope.header)
            reportRefusal(envelope.status(header ?? Header()))
        default: session.receive(envelope, from: 0)
        }
    }

    /// Announces the worker again after a long silence of the broker, which may have removed the worker
    /// while that could not answer.
    private func monitorBroker() {
        link.loop.schedule(at: .now.advanced(by: Self.brokerTimeout)) { [weak self] in
            guard let self else { return }
            let (isSilent, isClosed) = state.withLock { state in
                let isClosed = if case .closed = state.phase { true } else { false }
                let isSilent = state.lastReceived.duration(to: .now) > Self.brokerTimeout
                return (state.isRegistered && isSilent, isClosed)
            }
            if isClosed { return }
            if isSilent { announce() }
            monitorBroker()
        }
    }

    private func announce() {
        guard state.withLock({ if case .serving = $0.phase { true } else { false } }),
            let body = try? JSONBody.encode(announcement)
        else { return }
        link.send(Envelope(Preamble(.ready), call: .none, body: body))
    }

    private func completeRegistration() {
        let waiters = state.withLock { state in
            state.isRegistered = true
            defer { state.registrationWaiters = [] }
            return state.registrationWaiters
        }
        bulk?.announce()
        for waiter in waiters { waiter.resume() }
    }
}
