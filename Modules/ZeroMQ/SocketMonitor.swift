import CZeroMQ

/// Tells what happens to the connections under a socket.
package struct SocketMonitor: ~Copyable {
    package enum Event: Sendable {
        /// A peer can be talked to.
        case connected
        /// A peer that could be talked to is gone.
        case disconnected
        /// Nobody listens; it will be tried again.
        case refused
    }

    private let socket: Socket
    private var buffer: MessageBuffer

    /// Watches `socket`, as long as the monitor lives. `name` has to be unique in the process.
    package init(of watched: borrowing Socket, name: String) throws(ZeroMQError) {
        let address = "inproc://monitor-\(name)"
        let interesting =
            ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED
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

    /// The next event, without waiting.
    package mutating func next() -> Event? {
        while socket.receive(into: &buffer) {
            let bytes = buffer.bytes(0)
            guard bytes.count >= 2 else { continue }
            switch Int32(bytes.loadUnaligned(as: UInt16.self)) {
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: return .connected
            case ZMQ_EVENT_DISCONNECTED: return .disconnected
            case ZMQ_EVENT_CONNECT_RETRIED: return .refused
            default: continue
            }
        }
        return nil
    }
}
