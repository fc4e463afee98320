import RPC
import Synchronization
import ZeroMQ

/// One connection to a server, owned by the loop: it connects, connects again when that breaks, and
/// says which.
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
        /// Sent by us and not yet taken by the socket.
        var unsent: [Envelope] = []
    }

    /// Messages that wait in the socket, each way.
    private static let queueLength: Int32 = 1000
    /// Messages that are taken in before others get their turn.
    private static let messagesPerTurn = 64
    private static let numbers = Atomic<UInt64>(0)

    let endpoint: Endpoint
    let loop: Loop
    private let state: LoopBound<State>
    private let outbox = Outbox<Envelope>()

    init(endpoint: Endpoint, loop: Loop) {
        self.endpoint = endpoint
        self.loop = loop
        state = LoopBound(State(), on: loop)
    }

    /// Connects, and tells `receive` on the loop what happens from then on.
    func open(_ receive: @escaping @Sendable (Event) -> Void) {
        loop.post {
            do {
                try self.connect(receive)
            } catch {
                receive(.refused)
            }
        }
    }

    /// Sends a message once there is a connection; in order, from any thread.
    func send(_ envelope: Envelope) {
        if loop.isCurrent {
            if !outbox.addBehindOthers(envelope) { put(envelope) }
        } else if outbox.add(envelope) {
            loop.post { self.put(self.outbox.take()) }
        }
    }

    /// Forgets what no server has been given.
    func discardUnsent() {
        _ = outbox.take()
        state.with { $0.unsent = [] }
    }

    /// Closes the connection; what is unsent still has some time to leave.
    func close(lingerMilliseconds: Int32 = 0) {
        loop.post {
            self.put(self.outbox.take())
            self.state.with { state in
                state.connection?.close(lingerMilliseconds: lingerMilliseconds)
                state.connection = nil
            }
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
                self?.turn(hasNews, receive) ?? false
            }
        }
    }

    private func turn(_ hasNews: Bool, _ receive: (Event) -> Void) -> Bool {
        for _ in 0..<Self.messagesPerTurn {
            guard let event = state.with({ $0.connection?.next(withNews: hasNews) }) else {
                put([])
                return false
            }
            receive(event)
        }
        return true
    }

    private func put(_ envelope: Envelope) {
        state.with { state in
            guard state.unsent.isEmpty, state.connection?.send(envelope) ?? false else {
                return state.unsent.append(envelope)
            }
        }
    }

    private func put(_ envelopes: [Envelope]) {
        state.with { state in
            state.unsent += envelopes
            guard !state.unsent.isEmpty else { return }
            var sent = 0
            while sent < state.unsent.count, state.connection?.send(state.unsent[sent]) ?? false {
                sent += 1
            }
            state.unsent.removeFirst(sent)
        }
    }
}
