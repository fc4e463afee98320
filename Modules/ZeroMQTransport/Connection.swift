import RPC
import ZeroMQ

/// A DEALER and the monitor of its one connection, on their loop.
struct Connection: ~Copyable {
    private let loop: Loop
    private let socket: Socket
    private var monitor: SocketMonitor
    private var buffer = MessageBuffer(capacity: WireLimits.frames)
    private var routes = RouteReader()
    private var sources: [LoopSource] = []
    /// Came after the message that was handed out last.
    private var pendingMonitorEvent: SocketMonitor.Event?

    /// `name` has to be unique in the process.
    init(_ socket: consuming Socket, name: String, loop: Loop) throws(ZeroMQError) {
        let watched = socket
        monitor = try SocketMonitor(of: watched, name: name)
        self.socket = watched
        self.loop = loop
    }

    /// Connects; `handler` is then run when there may be something to take, and told whether that may
    /// also be news of the connection.
    mutating func open(
        _ endpoint: Endpoint, handler: @escaping (_ hasNews: Bool) -> Bool
    ) throws(ZeroMQError) {
        sources = [
            try loop.watch(socket.descriptor) { handler(false) },
            try loop.watch(monitor.descriptor) { handler(true) },
        ]
        try socket.connect(endpoint.address)
    }

    /// The next message, or if there is none the next news of the connection when asked for.
    ///
    /// News is told only after the messages that came before it: an answer may come between a look
    /// for messages and a look for news, with the end of the connection right behind it.
    mutating func next(withMonitorEvents hasNews: Bool) -> DealerLink.Event? {
        if let message = nextMessage() { return message }
        guard hasNews, let news = pendingMonitorEvent ?? monitor.next() else { return nil }
        pendingMonitorEvent = news
        if let message = nextMessage() { return message }
        pendingMonitorEvent = nil
        return switch news {
        case .connected: .connected
        case .disconnected: .lost
        case .refused: .refused
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

    /// Has the turn run soon.
    func markReady() {
        if let source = sources.first { loop.markReady(source) }
    }

    /// Whether something can be received or sent now; what comes after that is told.
    var isReady: Bool { socket.isReadable || socket.isWritable }

    /// False when nothing can be sent now.
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
