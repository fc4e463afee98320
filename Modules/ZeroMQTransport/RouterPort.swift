package import RPC
import Synchronization
package import ZeroMQ

/// A ROUTER socket, the monitor of its connections, and the numbers of its peers, on their loop.
package struct RouterPort: ~Copyable {
    /// Messages queued for one peer. A peer with a full queue is treated as disconnected.
    private static let queueLength: Int32 = 10_000
    private static let numbers = Atomic<UInt64>(0)

    private let socket: Socket
    private let loop: Loop
    private var monitor: SocketMonitor
    package var buffer = MessageBuffer(capacity: WireLimits.frames + 1)
    private var peers: PeerTable
    private var routes = RouteReader()
    private var sources: [LoopSource] = []

    /// A port for connections over TCP with the server's `keys`, whose peers the authentication handler of
    /// the context has to accept; without keys for connections within the machine.
    package init(loop: Loop, keys: CurveKeyPair? = nil) throws(ZeroMQError) {
        Socket.limitMessages(
            bytes: WireLimits.receivedBytes, totalBytes: WireLimits.incompleteBytes)
        let socket = try Self.socket(loop, keys)
        let number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        monitor = try SocketMonitor(of: socket, name: "router-\(number)")
        self.socket = socket
        self.loop = loop
        peers = PeerTable(isRemote: keys != nil)
    }

    private static func socket(
        _ loop: Loop, _ keys: CurveKeyPair?
    ) throws(ZeroMQError) -> Socket {
        let socket = try Socket(
            .router, context: loop.context, maximumFrameBytes: WireLimits.frameBytes,
            queueLength: queueLength)
        if let keys {
            try socket.secure(asServerWith: keys)
        } else {
            try socket.acceptOnlyOwnUser()
        }
        return socket
    }

    package func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
        if endpoint.isIPv6 { try socket.useIPv6() }
        try socket.bind(endpoint.address)
    }

    /// The address of the socket, with the port that the system chose.
    package var boundAddress: String { socket.boundAddress }

    /// True for a peer of a port for connections over TCP.
    package static func isRemote(_ peer: UInt64) -> Bool { PeerTable.isRemote(peer) }

    /// Runs `handler` when there may be messages, with `hasMonitorEvents` true if there may also be
    /// connection events.
    package mutating func listen(handler: @escaping (_ hasMonitorEvents: Bool) -> Bool)
        throws(ZeroMQError)
    {
        sources = [
            try loop.watch(socket.descriptor) { handler(false) },
            try loop.watch(monitor.descriptor) { handler(true) },
        ]
    }

    /// True if a connection was closed since the previous call.
    package mutating func consumeDisconnects() -> Bool {
        var hasDisconnected = false
        while let event = monitor.next() {
            if case .disconnected = event { hasDisconnected = true }
        }
        return hasDisconnected
    }

    /// Begins a message to a peer with its routing id.
    private func beginMessage(to peer: UInt64) -> Socket.SendResult {
        // Sending can consume the edge-triggered notification of a received message.
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
    /// The next message or, on request, the next connection event; nil if there is neither.
    mutating func next(withMonitorEvents shouldReadEvents: Bool) -> RouterLink.Event? {
        if receive() {
            let peer = sender
            do {
                return .message(try Envelope(buffer, from: 1, routes: &routes), peer: peer)
            } catch {
                let call = buffer.count > 2 ? try? CallID(buffer.bytes(2)) : nil
                return .malformed(error, peer: peer, call: call)
            }
        }
        return shouldReadEvents && consumeDisconnects() ? .connectionClosed : nil
    }

    /// Receives the next message into the buffer, without waiting. False without a message.
    package mutating func receive() -> Bool {
        socket.receive(into: &buffer)
    }

    /// The sender of the message in the buffer.
    package var sender: UInt64 {
        mutating get { peers.number(of: buffer.bytes(0)) }
    }

    /// The authentication of the sender of the message in the buffer; nil if the sender is not
    /// authenticated, or has chosen a routing id.
    package var authentication: PeerAuthentication? {
        guard buffer.count > 1, PeerTable.isGenerated(buffer.bytes(0)),
            let publicKey = buffer.userID(1)
        else { return nil }
        return PeerAuthentication(
            publicKey: publicKey, address: buffer.peerAddress(1) ?? "",
            connection: buffer.remoteConnection(1))
    }

    /// Forwards frames under a new preamble and call id. False if the peer has disconnected or its queue is
    /// full.
    package func send(
        _ preamble: Preamble, _ call: CallID, _ content: FrameList, isRetained: Bool,
        to peer: UInt64
    ) -> Bool {
        guard case .sent = beginMessage(to: peer) else { return false }
        socket.send(preamble, call, more: content.count > 0)
        socket.send(content, isRetained: isRetained)
        return true
    }

    /// Sends a message. False if the peer has disconnected or its queue is full.
    package func send(_ envelope: borrowing Envelope, to peer: UInt64) -> Bool {
        guard case .sent = beginMessage(to: peer) else { return false }
        _ = socket.send(envelope)
        return true
    }

    /// Removes a peer that has disconnected.
    package mutating func remove(_ peer: UInt64) {
        peers.remove(peer)
    }
}

/// The key that a message was received with, and its connection.
package struct PeerAuthentication: Hashable, Sendable {
    package let publicKey: String
    /// IP address of the peer.
    package let address: String
    /// Number of the connection for ``RemoteConnections``; 0 if the connection has ended.
    package let connection: UInt64

    package init(publicKey: String, address: String, connection: UInt64) {
        self.publicKey = publicKey
        self.address = address
        self.connection = connection
    }
}
