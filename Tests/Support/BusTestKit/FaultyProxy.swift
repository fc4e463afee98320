import RPC
import Synchronization
import ZeroMQ
package import ZeroMQTransport

/// A stretch of line between processes: they connect to its endpoint instead of the server's, each
/// gets a connection of its own behind it, and what becomes of their messages is mischief's.
package final class FaultyProxy: Sendable {
    private static let queueLength: Int32 = 10_000

    private struct SocketPair {
        var listener: ProxySocket?
        /// By the name that the front's socket has for the peer.
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
    ///   - endpoint: Where processes connect to.
    ///   - server: Where their messages go; it is there already.
    ///   - faultInjector: What becomes of messages while there are faults.
    /// - Throws: When the endpoint cannot be bound.
    package init(
        at endpoint: Endpoint, to server: Endpoint, faultInjector: FaultInjector
    ) async throws {
        self.server = server
        self.faultInjector = faultInjector
        loop = try Loop()
        sockets = LoopBound(SocketPair(), on: loop)
        try await loop.run { [self] in
            let front = ProxySocket(try socket(.router))
            try front.socket.bind(endpoint.address)
            sockets.with { $0.listener = front }
            try front.listen(on: loop) { [weak self] frames in
                guard let self, let peer = frames.first else { return }
                forward(Array(frames.dropFirst()), of: peer, .toServer)
            }
        }
    }

    /// Messages pass as they are until the first faults begin.
    package func setFaultsEnabled(_ areThere: Bool) {
        isFaulty.store(areThere, ordering: .releasing)
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
        let fate = faultInjector.nextFaults()
        if fate.isDropped { return }
        if let delay = fate.delay {
            loop.schedule(at: .now.advanced(by: delay)) { [weak self] in
                self?.deliver(frames, of: peer, direction)
            }
        } else {
            deliver(frames, of: peer, direction)
        }
        if fate.isDuplicated { deliver(frames, of: peer, direction) }
    }

    private func deliver(_ frames: [[UInt8]], of peer: [UInt8], _ direction: Direction) {
        switch direction {
        case .toServer:
            connection(of: peer)?.send(frames, on: loop)
        case .toClient:
            let front = sockets.with { $0.listener }
            guard front?.send([peer] + frames, on: loop) == false else { return }
            // The process is gone; so is, for the server, whoever stands for it.
            sockets.with { $0.connections.removeValue(forKey: peer) }?.close(on: loop)
        }
    }

    /// The connection that stands for a peer; made with its first message.
    private func connection(of peer: [UInt8]) -> ProxySocket? {
        if let back = sockets.with({ $0.connections[peer] }) { return back }
        guard let socket = try? socket(.dealer) else { return nil }
        let back = ProxySocket(socket)
        guard (try? back.socket.connect(server.address)) != nil else { return nil }
        sockets.with { $0.connections[peer] = back }
        try? back.listen(on: loop) { [weak self] frames in
            self?.forward(frames, of: peer, .toClient)
        }
        return back
    }
}

/// A socket of the line, used on its loop alone.
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

    /// False when there is nobody at the other end.
    @discardableResult
    func send(_ frames: [[UInt8]], on loop: Loop) -> Bool {
        for (index, frame) in frames.enumerated() {
            let sending = frame.withUnsafeBytes { socket.send($0, more: index + 1 < frames.count) }
            if index == 0, case .unreachable = sending { return false }
        }
        // Sending may take the note that there is something to receive.
        if let source { loop.markReady(source) }
        return true
    }

    func close(on loop: Loop) {
        if let source { loop.unwatch(source) }
        source = nil
    }
}
