import CLinux
import CZeroMQ

/// A socket of libzmq. Used on the thread of its loop only.
package struct Socket: ~Copyable {
    package enum Kind: Sendable {
        case dealer
        /// Reports unknown peers when sending, instead of dropping the message.
        case router
        /// One end of a pair within the process.
        case pair

        fileprivate var type: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .pair: ZMQ_PAIR
            }
        }
    }

    package enum SendResult: Sendable {
        case sent
        /// The queue of the peer is full.
        case full
        /// The router has no connection to the peer.
        case unreachable
    }

    let pointer: UnsafeMutableRawPointer
    let context: Context

    /// Opens a socket that drops unsent messages when closed, and limits the size of received frames.
    package init(
        _ kind: Kind, context: Context, maximumFrameBytes: Int, queueLength: Int32
    ) throws(ZeroMQError) {
        guard let pointer = zmq_socket(context.pointer, kind.type) else {
            throw .last("open a socket")
        }
        self.pointer = pointer
        self.context = context
        set(ZMQ_LINGER, 0)
        set(ZMQ_SNDHWM, queueLength)
        set(ZMQ_RCVHWM, queueLength)
        var limit = Int64(maximumFrameBytes)
        zmq_setsockopt(pointer, ZMQ_MAXMSGSIZE, &limit, MemoryLayout<Int64>.size)
        switch kind {
        case .router:
            set(ZMQ_ROUTER_MANDATORY, 1)
            set(ZMQ_HANDSHAKE_IVL, Self.handshakeMilliseconds)
        case .dealer:
            // The owner opens a new socket for each connection, long before this interval.
            set(ZMQ_RECONNECT_IVL, 3_600_000)
        case .pair: break
        }
    }

    deinit {
        stopMonitoring()
        zmq_close(pointer)
    }

    /// Time in which a connection to a bound socket has to complete its handshake.
    private static let handshakeMilliseconds: Int32 = 2000

    /// Limits the incomplete messages that the bound sockets of this process receive: `bytes` for one, and
    /// `totalBytes` for all. libzmq itself limits frames, not messages.
    package static func limitMessages(bytes: Int, totalBytes: Int) {
        dayline_messages_limit(bytes, totalBytes)
    }

    /// Stops monitor events. Has to be called before the monitor is closed: libzmq's I/O thread, with all
    /// its connections, blocks on an event that nothing receives.
    package func stopMonitoring() {
        zmq_socket_monitor(pointer, nil, 0)
    }

    package func bind(_ address: String) throws(ZeroMQError) {
        guard zmq_bind(pointer, address) == 0 else { throw .last("bind \(address)") }
    }

    package func connect(_ address: String) throws(ZeroMQError) {
        guard zmq_connect(pointer, address) == 0 else { throw .last("connect \(address)") }
    }

    /// Sets the time for which a closed socket sends its remaining messages in the background.
    package func setLinger(milliseconds: Int32) {
        set(ZMQ_LINGER, milliseconds)
    }

    /// Readable on events. Edge-triggered, so drain the socket before sleeping.
    package var descriptor: Int32 {
        var descriptor: Int32 = -1
        var size = MemoryLayout<Int32>.size
        zmq_getsockopt(pointer, ZMQ_FD, &descriptor, &size)
        return descriptor
    }

    package var isReadable: Bool { events & ZMQ_POLLIN != 0 }
    package var isWritable: Bool { events & ZMQ_POLLOUT != 0 }

    private var events: Int32 {
        var events: Int32 = 0
        var size = MemoryLayout<Int32>.size
        zmq_getsockopt(pointer, ZMQ_EVENTS, &events, &size)
        return events
    }

    private func set(_ option: Int32, _ value: Int32) {
        var value = value
        zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
    }

    package func receive(into buffer: inout MessageBuffer) -> Bool {
        buffer.receive(from: pointer)
    }
}

extension Socket {
    /// Sends a copy of `bytes` as a frame. Only the first frame of a message can fail; later ones are
    /// dropped if the connection has just ended.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> SendResult {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        guard zmq_send(pointer, bytes.baseAddress, bytes.count, flags) < 0 else { return .sent }
        return zmq_errno() == EHOSTUNREACH ? .unreachable : .full
    }

    /// Sends `bytes` without copying; `owner` is retained until libzmq has sent them.
    package func send(
        _ bytes: UnsafeRawBufferPointer, owner: AnyObject, more: Bool
    ) {
        let owner = Unmanaged.passRetained(owner)
        var message = zmq_msg_t()
        let release: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
            _, hint in
            if let hint { Unmanaged<AnyObject>.fromOpaque(hint).release() }
        }
        guard
            zmq_msg_init_data(
                &message, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count,
                release, owner.toOpaque()) == 0
        else {
            owner.release()
            send(bytes, more: more)
            return
        }
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        if zmq_msg_send(&message, pointer, flags) < 0 { zmq_msg_close(&message) }
    }

    /// Sends buffered frames as the rest of a message. Only retained ones can be sent again.
    package func send(_ frames: FrameList, isRetained: Bool) {
        frames.send(to: pointer, isRetained: isRetained)
    }
}
