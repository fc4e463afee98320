package import RPC
import Synchronization
package import ZeroMQ

/// A ROUTER, the monitor of its connections, and the names of its peers, on their loop.
package struct RouterPort: ~Copyable {
    /// Messages that wait for one peer. Whoever does not read that many is treated as gone.
    private static let queueLength: Int32 = 10_000
    private static let numbers = Atomic<UInt64>(0)

    private let socket: Socket
    private let loop: Loop
    private var monitor: SocketMonitor
    package var buffer = MessageBuffer(capacity: WireLimits.frames + 1)
    private var peers = PeerTable()
    private var routes = RouteReader()
    private var sources: [LoopSource] = []

    package init(loop: Loop) throws(ZeroMQError) {
        Socket.limitMessages(
            bytes: WireLimits.receivedBytes, totalBytes: WireLimits.incompleteBytes)
        let socket = try Socket(
            .router, context: loop.context, maximumFrameBytes: WireLimits.frameBytes,
            queueLength: Self.queueLength)
        let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        monitor = try SocketMonitor(of: socket, name: "router-\(number)")
        self.socket = socket
        self.loop = loop
    }

    package func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
        try socket.bind(endpoint.address)
    }

    /// Has `handler` run when there may be something to take, and told whether that may also be news of
    /// connections.
    package mutating func listen(handler: @escaping (_ hasNews: Bool) -> Bool) throws(ZeroMQError) {
        sources = [
            try loop.watch(socket.descriptor) { handler(false) },
            try loop.watch(monitor.descriptor) { handler(true) },
        ]
    }

    /// Whether a connection was closed since it was last asked.
    package mutating func consumeDisconnects() -> Bool {
        var hasLeft = false
        while let event = monitor.next() {
            if case .disconnected = event { hasLeft = true }
        }
        return hasLeft
    }

    /// Begins a message to a peer with its routing id.
    private func beginMessage(to peer: UInt64) -> Socket.SendResult {
        // Sending may take the note that there is something to receive.
        if let source = sources.first { loop.markReady(source) }
        return peers.withIdentity(of: peer) { socket.send($0, more: true) }
    }

    package func close(lingerMilliseconds: Int32) {
        for source in sources { loop.unwatch(source) }
        socket.stopMonitoring()
        socket.setLinger(milliseconds: lingerMilliseconds)
    }
}

extension RouterPort {
    /// The next message, or if there is none the next news of connections when asked for.
    mutating func next(withMonitorEvents hasNews: Bool) -> RouterLink.Event? {
        if receive() {
            let peer = sender
            do {
                return .message(try Envelope(buffer, from: 1, routes: &routes), peer: peer)
            } catch {
                let call = buffer.count > 2 ? try? CallID(buffer.bytes(2)) : nil
                return .malformed(error, peer: peer, call: call)
            }
        }
        return hasNews && consumeDisconnects() ? .connectionClosed : nil
    }

    /// Takes the next message into the buffer, without waiting: false when there is none.
    package mutating func receive() -> Bool {
        socket.receive(into: &buffer)
    }

    /// Whoever sent the message in the buffer.
    package var sender: UInt64 {
        mutating get { peers.number(of: buffer.bytes(0)) }
    }

    /// Sends frames on as they came, behind a preamble and an id of ours. False when the peer is gone,
    /// or does not read what it is sent.
    package func send(
        _ preamble: Preamble, _ call: CallID, _ content: FrameList, isRetained: Bool,
        to peer: UInt64
    ) -> Bool {
        guard case .sent = beginMessage(to: peer) else { return false }
        socket.send(preamble, call, more: content.count > 0)
        socket.send(content, isRetained: isRetained)
        return true
    }

    /// False when the peer is gone, or does not read what it is sent.
    package func send(_ envelope: borrowing Envelope, to peer: UInt64) -> Bool {
        guard case .sent = beginMessage(to: peer) else { return false }
        _ = socket.send(envelope)
        return true
    }

    /// The peer is gone for good.
    package mutating func remove(_ peer: UInt64) {
        peers.remove(peer)
    }
}
