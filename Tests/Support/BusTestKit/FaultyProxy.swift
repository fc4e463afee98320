import RPC
import Synchronization
import ZeroMQ
package import ZeroMQTransport

/// A proxy between processes and a server. Each process that connects gets a connection of its own to the
/// server, and the fault injector decides about its messages.
package final class FaultyProxy: Sendable {
    private static let queueLength: Int32 = 10_000

    private struct SocketPair {
        var listener: ProxySocket?
        /// Connections by the routing id of the peer.
        var connections: [[UInt8]: ProxySocket] = [:]
    }

    private enum Direction {
        case toServer
        case toClient
    }

    private let server: Endpoint
    private let loop: Loop
    private let faultInjector: FaultInjector
    private let isFaulty = Atomic(false)
    private let sockets: LoopBound<SocketPair>

    /// - Parameters:
    ///   - endpoint: Endpoint for the processes.
    ///   - server: Endpoint of the running server.
    ///   - faultInjector: Injects faults while enabled.
    /// - Throws: If the endpoint cannot be bound.
    package init(
        at endpoint: Endpoint, to server: Endpoint, faultInjector: FaultInjector
    ) async throws {
        self.server = server
        self.faultInjector = faultInjector
        loop = try Loop()
        sockets = LoopBound(SocketPair(), on: loop)
        try await loop.run { [self] in
            let listener = ProxySocket(try socket(.router))
            try listener.socket.bind(endpoint.address)
            sockets.with { $0.listener = listener }
            try listener.listen(on: loop) { [weak self] frames in
                guard let self, let peer = frames.first else { return }
                forward(Array(frames.dropFirst()), of: peer, .toServer)
            }
        }
    }

    /// Enables or disables faults. Initially they are disabled.
    package func setFaultsEnabled(_ isEnabled: Bool) {
        isFaulty.store(isEnabled, ordering: .releasing)
    }

    package func close() {
        loop.post { [self] in
            let all = sockets.with { ends in
                defer { ends = SocketPair() }
                return ends.connections.values + [ends.listener].compactMap(\.self)
            }
            for end in all { end.close(on: loop) }
        }
        loop.stop()
    }

    private func socket(_ kind: Socket.Kind) throws(ZeroMQError) -> Socket {
        try Socket(
            kind, context: loop.context, maximumFrameBytes: WireLimits.frameBytes,
            queueLength: Self.queueLength)
    }

    private func forward(_ frames: [[UInt8]], of peer: [UInt8], _ direction: Direction) {
        guard isFaulty.load(ordering: .acquiring) else {
            return deliver(frames, of: peer, direction)
        }
        let faults = faultInjector.nextFaults()
        if faults.isDropped { return }
        if let delay = faults.delay {
            loop.schedule(at: .now.advanced(by: delay)) { [weak self] in
                self?.deliver(frames, of: peer, direction)
            }
        } else {
            deliver(frames, of: peer, direction)
        }
        if faults.isDuplicated { deliver(frames, of: peer, direction) }
    }

    private func deliver(_ frames: [[UInt8]], of peer: [UInt8], _ direction: Direction) {
        switch direction {
        case .toServer:
            connection(of: peer)?.send(frames, on: loop)
        case .toClient:
            let listener = sockets.with { $0.listener }
            guard listener?.send([peer] + frames, on: loop) == false else { return }
            // The process has disconnected, so its connection to the server is closed too.
            sockets.with { $0.connections.removeValue(forKey: peer) }?.close(on: loop)
        }
    }

    /// The connection of a peer; created with its first message. Nil on failure.
    private func connection(of peer: [UInt8]) -> ProxySocket? {
        if let connection = sockets.with({ $0.connections[peer] }) { return connection }
        guard let socket = try? socket(.dealer) else { return nil }
        let connection = ProxySocket(socket)
        guard (try? connection.socket.connect(server.address)) != nil else { return nil }
        sockets.with { $0.connections[peer] = connection }
        try? connection.listen(on: loop) { [weak self] frames in
            self?.forward(frames, of: peer, .toClient)
        }
        return connection
    }
}

/// A socket of the proxy, used on its loop only.
private final class ProxySocket {
    let socket: Socket
    private var buffer = MessageBuffer(capacity: WireLimits.frames + 1)
    private var source: LoopSource?

    init(_ socket: consuming Socket) {
        self.socket = socket
    }

    func listen(on loop: Loop, _ receive: @escaping ([[UInt8]]) -> Void) throws(ZeroMQError) {
        source = try loop.watch(socket.descriptor) { [weak self] in
            while let frames = self?.next() { receive(frames) }
            return false
        }
    }

    private func next() -> [[UInt8]]? {
        guard socket.receive(into: &buffer) else { return nil }
        return (0..<buffer.count).map { Array(buffer.bytes($0)) }
    }

    /// False if the peer has disconnected.
    @discardableResult
    func send(_ frames: [[UInt8]], on loop: Loop) -> Bool {
        for (index, frame) in frames.enumerated() {
            let result = frame.withUnsafeBytes { socket.send($0, more: index + 1 < frames.count) }
            if index == 0, case .unreachable = result { return false }
        }
        // Sending can consume the edge-triggered notification of a received message.
        if let source { loop.markReady(source) }
        return true
    }

    func close(on loop: Loop) {
        if let source { loop.unwatch(source) }
        source = nil
    }
}
