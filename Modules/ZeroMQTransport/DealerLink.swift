import RPC
import Synchronization
import ZeroMQ

/// One connection to a server, owned by the loop. The link reconnects when the connection breaks, and
/// reports both.
///
/// Each connection has a new socket instead of libzmq's reconnection, which either sends messages for
/// the previous server to a new one or, without a queue, drops the answers that a server sent just before
/// it ended.
final class DealerLink: Sendable {
    enum Event: Sendable {
        case connected
        case message(Envelope)
        case malformed(WireFault)
        /// The connection to the server has ended.
        case lost
        /// No server accepts connections.
        case refused
        /// The server does not accept the key.
        case keyRefused
    }

    private struct State: ~Copyable {
        var connection: Connection?
        /// Nil until the link is opened.
        var receive: (@Sendable (Event) -> Void)?
        var isConnected = false
        var isClosed = false
        /// Delay of the next attempt to connect.
        var delay = firstDelay
        /// Messages not yet passed to the socket.
        var unsent: [Envelope] = []

        /// Sends waiting messages until the socket's queue is full. True if there may be more to do at
        /// once: sending can consume the edge-triggered notification of a received message.
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
    /// Delay after a refused key, which the server may know later.
    private static let refusedKeyDelay = Duration.seconds(5)

    /// Capacity of the socket's queues in each direction, in messages.
    private static let queueLength: Int32 = 1000
    /// Messages processed in one iteration of the loop.
    private static let messagesPerIteration = 64
    /// Messages sent together, to save wake-ups of libzmq's I/O thread; with more it would idle.
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

    /// Connects, and reports events to `receive` on the loop.
    func open(_ receive: @escaping @Sendable (Event) -> Void) {
        loop.post { [self] in
            state.with { $0.receive = receive }
            connectIfOpen(receive)
        }
    }

    /// Sends a message once there is a connection. Messages are sent in order, from any thread.
    func send(_ envelope: Envelope) {
        if loop.isCurrent {
            if !sendQueue.appendIfFlushScheduled(envelope) { enqueue(envelope) }
        } else if sendQueue.append(envelope) {
            loop.post { self.drainSendQueue() }
        }
    }

    /// Drops messages that were not passed to a socket.
    func discardUnsent() {
        _ = sendQueue.removeAll()
        state.with { $0.unsent = [] }
    }

    /// Replaces the connection, without reporting its end.
    func reconnect() {
        loop.post { [self] in
            guard state.with({ $0.isConnected }), let receive = state.with({ $0.receive }) else {
                return
            }
            disconnect(lingerMilliseconds: 0)
            discardUnsent()
            connectIfOpen(receive)
        }
    }

    /// Closes the connection. Unsent messages have `lingerMilliseconds` to leave.
    func close(lingerMilliseconds: Int32 = 0) {
        loop.post {
            self.drainSendQueue()
            _ = self.state.with { $0.flush() }
            self.disconnect(lingerMilliseconds: lingerMilliseconds)
            self.state.with { state in
                state.isClosed = true
                state.receive = nil
            }
        }
    }

    private func connectIfOpen(_ receive: @escaping @Sendable (Event) -> Void) {
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
            if let key = endpoint.key {
                guard let keys = CurveKeyPair(secretKey: key.secretKey) else {
                    throw Status(.failedPrecondition, "The \(key) has no valid secret key.")
                }
                try socket.secure(asClientWith: keys, server: key.serverKey)
            }
            state.connection = try Connection(socket, name: "dealer-\(number)", loop: loop)
        }
        try state.with { state in
            try state.connection?.open(endpoint) { [weak self] hasMonitorEvents in
                self?.processEvents(hasMonitorEvents, receive) ?? false
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

    /// Updates the state, schedules the next attempt to connect, and reports the event.
    private func handle(_ event: Event, _ receive: @escaping @Sendable (Event) -> Void) {
        switch event {
        case .message, .malformed: break
        case .connected:
            state.with { state in
                state.isConnected = true
                state.delay = Self.firstDelay
            }
        case .lost, .refused, .keyRefused:
            disconnect(lingerMilliseconds: 0)
            let isKeyRefused = if case .keyRefused = event { true } else { false }
            let delay = state.with { state in
                defer { state.delay = min(state.delay * 2, Self.maximumDelay) }
                return isKeyRefused ? Self.refusedKeyDelay : state.delay
            }
            loop.schedule(at: .now + delay) { [weak self] in self?.connectIfOpen(receive) }
        }
        receive(event)
    }

    /// Processes a bounded number of events and then sends all waiting messages together, which costs
    /// libzmq's I/O thread fewer wake-ups.
    private func processEvents(
        _ hasMonitorEvents: Bool, _ receive: @escaping @Sendable (Event) -> Void
    ) -> Bool {
        var count = 0
        while count < Self.messagesPerIteration,
            let event = state.with({ $0.connection?.next(withMonitorEvents: hasMonitorEvents) })
        {
            handle(event, receive)
            count += 1
        }
        let hasMore = state.with { $0.flush() }
        return hasMore || count == Self.messagesPerIteration
    }

    /// Queues a message, to be sent together with others in the next iteration of the loop.
    private func enqueue(_ envelope: Envelope) {
        state.with { state in
            state.unsent.append(envelope)
            state.connection?.markReady()
            if state.unsent.count >= Self.flushThreshold { _ = state.flush() }
        }
    }

    private func drainSendQueue() {
        for envelope in sendQueue.removeAll() { enqueue(envelope) }
    }
}
