import RPC
import Synchronization
import ZeroMQ

/// One connection to a server, owned by the loop: it connects, connects again when that breaks, and
/// says which.
///
/// Each connection has a socket of its own, and libzmq's own reconnecting is not used: it either
/// sends a new server what was meant for the old one, or, told to queue nothing, drops the answers
/// that a server sent just before it went.
final class DealerLink: Sendable {
    enum Event: Sendable {
        case connected
        case message(Envelope)
        case malformed(WireFault)
        /// The server was there and is gone.
        case lost
        /// There is no server.
        case refused
    }

    private struct State: ~Copyable {
        var connection: Connection?
        var isConnected = false
        var isClosed = false
        /// Until the next attempt, when this one fails.
        var delay = firstDelay
        /// Sent by us and not yet taken by the socket.
        var unsent: [Envelope] = []

        /// Sends what waits, as far as there is room; true when there may be more to do at once, since
        /// sending may take the note that there is something to receive.
        mutating func flush() -> Bool {
            guard isConnected, !unsent.isEmpty, connection != nil else { return false }
            var sent = 0
            while sent < unsent.count, connection?.send(unsent[sent]) ?? false { sent += 1 }
            if sent == unsent.count {
                unsent.removeAll(keepingCapacity: true)
            } else {
                unsent.removeFirst(sent)
            }
            return unsent.isEmpty || connection?.isReady ?? false
        }
    }

    private static let firstDelay = Duration.milliseconds(20)
    private static let maximumDelay = Duration.seconds(1)

    /// Messages that wait in the socket, each way.
    private static let queueLength: Int32 = 1000
    /// Messages that are taken in before others get their turn.
    private static let messagesPerTurn = 64
    /// Messages that leave together: fewer wake-ups of libzmq's thread, which with more would wait.
    private static let flushThreshold = 16
    private static let numbers = Atomic<UInt64>(0)

    let endpoint: Endpoint
    let loop: Loop
    private let state: LoopBound<State>
    private let sendQueue = SendQueue<Envelope>()

    init(endpoint: Endpoint, loop: Loop) {
        self.endpoint = endpoint
        self.loop = loop
        state = LoopBound(State(), on: loop)
    }

    /// Connects, and tells `receive` on the loop what happens from then on.
    func open(_ receive: @escaping @Sendable (Event) -> Void) {
        loop.post { self.attempt(receive) }
    }

    /// Sends a message once there is a connection; in order, from any thread.
    func send(_ envelope: Envelope) {
        if loop.isCurrent {
            if !sendQueue.appendIfFlushScheduled(envelope) { enqueue(envelope) }
        } else if sendQueue.append(envelope) {
            loop.post { self.moveSendQueue() }
        }
    }

    /// Forgets what no server has been given.
    func discardUnsent() {
        _ = sendQueue.removeAll()
        state.with { $0.unsent = [] }
    }

    /// Closes the connection; what is unsent still has some time to leave.
    func close(lingerMilliseconds: Int32 = 0) {
        loop.post {
            self.moveSendQueue()
            _ = self.state.with { $0.flush() }
            self.disconnect(lingerMilliseconds: lingerMilliseconds)
            self.state.with { $0.isClosed = true }
        }
    }

    private func attempt(_ receive: @escaping @Sendable (Event) -> Void) {
        guard !state.with({ $0.isClosed }) else { return }
        do {
            try connect(receive)
        } catch {
            handle(.refused, receive)
        }
    }

    private func connect(_ receive: @escaping @Sendable (Event) -> Void) throws {
        let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        try state.with { state in
            let socket = try Socket(
                .dealer, context: loop.context, maximumFrameBytes: WireLimits.frameBytes,
                queueLength: Self.queueLength)
            state.connection = try Connection(socket, name: "dealer-\(number)", loop: loop)
        }
        try state.with { state in
            try state.connection?.open(endpoint) { [weak self] hasNews in
                self?.processEvents(hasNews, receive) ?? false
            }
        }
    }

    private func disconnect(lingerMilliseconds: Int32) {
        state.with { state in
            state.connection?.close(lingerMilliseconds: lingerMilliseconds)
            state.connection = nil
            state.isConnected = false
        }
    }

    /// Notes what became of the connection, sees to the next one, and tells.
    private func handle(_ event: Event, _ receive: @escaping @Sendable (Event) -> Void) {
        switch event {
        case .message, .malformed: break
        case .connected:
            state.with { state in
                state.isConnected = true
                state.delay = Self.firstDelay
            }
        case .lost, .refused:
            disconnect(lingerMilliseconds: 0)
            let delay = state.with { state in
                defer { state.delay = min(state.delay * 2, Self.maximumDelay) }
                return state.delay
            }
            loop.schedule(at: .now + delay) { [weak self] in self?.attempt(receive) }
        }
        receive(event)
    }

    /// Takes in what there is, up to a bound, and then sends what came of it and whatever else waits:
    /// what leaves together costs libzmq's thread fewer wake-ups.
    private func processEvents(
        _ hasNews: Bool, _ receive: @escaping @Sendable (Event) -> Void
    ) -> Bool {
        var count = 0
        while count < Self.messagesPerTurn,
            let event = state.with({ $0.connection?.next(withMonitorEvents: hasNews) })
        {
            handle(event, receive)
            count += 1
        }
        let hasMore = state.with { $0.flush() }
        return hasMore || count == Self.messagesPerTurn
    }

    /// Has a message sent with others, at the latest in the next turn, which the loop comes to before
    /// it sleeps.
    private func enqueue(_ envelope: Envelope) {
        state.with { state in
            state.unsent.append(envelope)
            state.connection?.markReady()
            if state.unsent.count >= Self.flushThreshold { _ = state.flush() }
        }
    }

    private func moveSendQueue() {
        for envelope in sendQueue.removeAll() { enqueue(envelope) }
    }
}
