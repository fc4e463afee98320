import RPC
import ZeroMQ

/// A DEALER socket and the monitor of its one connection, on their loop.
struct Connection: ~Copyable {
    private let loop: Loop
    private let socket: Socket
    private var monitor: SocketMonitor
    private var buffer = MessageBuffer(capacity: WireLimits.frames)
    private var routes = RouteReader()
    private var sources: [LoopSource] = []
    /// An event that followed the message returned last.
    private var pendingMonitorEvent: SocketMonitor.Event?

    /// `name` has to be unique in the process.
    init(_ socket: consuming Socket, name: String, loop: Loop) throws(ZeroMQError) {
        let watched = socket
        monitor = try SocketMonitor(of: watched, name: name)
        self.socket = watched
        self.loop = loop
    }

    /// Connects. `handler` runs when there may be messages, with `hasMonitorEvents` true if there may also
    /// be connection events.
    mutating func open(
        _ endpoint: Endpoint, handler: @escaping (_ hasMonitorEvents: Bool) -> Bool
    ) throws(ZeroMQError) {
        sources = [
            try loop.watch(socket.descriptor) { handler(false) },
            try loop.watch(monitor.descriptor) { handler(true) },
        ]
        try socket.connect(endpoint.address)
    }

    /// The next message or, on request, the next connection event; nil if there is neither.
    ///
    /// An event is returned only after the messages that preceded it: an answer may arrive between the
    /// check for messages and the check for events, directly followed by the end of the connection.
    mutating func next(withMonitorEvents shouldReadEvents: Bool) -> DealerLink.Event? {
        if let message = nextMessage() { return message }
        guard shouldReadEvents, let event = pendingMonitorEvent ?? monitor.next() else {
            return nil
        }
        pendingMonitorEvent = event
        if let message = nextMessage() { return message }
        pendingMonitorEvent = nil
        return switch event {
        case .connected: .connected
        case .disconnected: .lost
        case .refused: .refused
        case .keyRefused: .keyRefused
        }
    }

    private mutating func nextMessage() -> DealerLink.Event? {
        guard socket.receive(into: &buffer) else { return nil }
        do {
            return .message(try Envelope(buffer, routes: &routes))
        } catch {
            return .malformed(error)
        }
    }

    /// Schedules the handler.
    func markReady() {
        if let source = sources.first { loop.markReady(source) }
    }

    /// True if a message can be received or sent now. Later changes trigger the handler.
    var isReady: Bool { socket.isReadable || socket.isWritable }

    /// Sends a message. Returns false if the message cannot be sent now.
    func send(_ envelope: borrowing Envelope) -> Bool {
        switch socket.send(envelope) {
        case .sent: true
        case .full, .unreachable: false
        }
    }

    func close(lingerMilliseconds: Int32) {
        for source in sources { loop.unwatch(source) }
        socket.stopMonitoring()
        socket.setLinger(milliseconds: lingerMilliseconds)
    }
}
