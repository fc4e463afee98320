import CZeroMQ

/// Reports connection events of a socket.
package struct SocketMonitor: ~Copyable {
    package enum Event: Sendable {
        /// A handshake has completed.
        case connected
        /// An established connection has ended.
        case disconnected
        /// The connection was refused, or its handshake failed.
        case refused
        /// The server does not accept the key of this end.
        case keyRefused
    }

    private let socket: Socket
    private var buffer: MessageBuffer

    /// Monitors `watched` during the lifetime of this value. `name` has to be unique in the process.
    package init(of watched: borrowing Socket, name: String) throws(ZeroMQError) {
        let address = "inproc://monitor-\(name)"
        let interesting =
            ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
            | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
            | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
        guard zmq_socket_monitor(watched.pointer, address, interesting) == 0 else {
            throw .last("watch a socket")
        }
        let receiver = try Socket(
            .pair, context: watched.context, maximumFrameBytes: 1024, queueLength: 1000)
        try receiver.connect(address)
        socket = receiver
        buffer = MessageBuffer(capacity: 2)
    }

    package var descriptor: Int32 { socket.descriptor }

    /// The next event, without waiting; nil without one.
    package mutating func next() -> Event? {
        while socket.receive(into: &buffer) {
            let bytes = buffer.bytes(0)
            guard bytes.count >= 2 else { continue }
            switch Int32(bytes.loadUnaligned(as: UInt16.self)) {
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
            case ZMQ_EVENT_DISCONNECTED: return .disconnected
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: return .keyRefused
            case ZMQ_EVENT_CONNECT_RETRIED, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL,
                ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
                return .refused
            default: continue
            }
        }
        return nil
    }
}
