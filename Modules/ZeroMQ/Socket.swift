import CLinux
import CZeroMQ

/// A socket of libzmq. It has one owner and is used on one thread, that of its loop.
package struct Socket: ~Copyable {
    package enum Kind: Sendable {
        case dealer
        /// Refuses to send to a peer that is not there, instead of dropping the message.
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
        /// The peer has too many unread messages.
        case full
        /// A router knows no such peer, or not any more.
        case unreachable
    }

    let pointer: UnsafeMutableRawPointer
    let context: Context

    /// Opens a socket that loses what is unsent when it is closed, and bounds what it takes in.
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
            // Its owner opens another socket instead, long before this is over.
            set(ZMQ_RECONNECT_IVL, 3_600_000)
        case .pair: break
        }
    }

    deinit {
        stopMonitoring()
        zmq_close(pointer)
    }

    /// The time in which a connection to a bound socket has to introduce itself.
    private static let handshakeMilliseconds: Int32 = 2000

    /// Bounds what every bound socket of this process receives of incomplete messages: `bytes` of one,
    /// and `totalBytes` of all together. libzmq by itself bounds a frame and not a message.
    package static func limitMessages(bytes: Int, totalBytes: Int) {
        dayline_messages_limit(bytes, totalBytes)
    }

    /// Ends the telling of events. It has to end before the monitor does: libzmq's I/O thread waits,
    /// with all its connections, for somebody to take an event that nobody is there to take.
    package func stopMonitoring() {
        zmq_socket_monitor(pointer, nil, 0)
    }

    package func bind(_ address: String) throws(ZeroMQError) {
        guard zmq_bind(pointer, address) == 0 else { throw .last("bind \(address)") }
    }

    package func connect(_ address: String) throws(ZeroMQError) {
        guard zmq_connect(pointer, address) == 0 else { throw .last("connect \(address)") }
    }

    /// How long closing waits for what is unsent, in the background.
    package func setLinger(milliseconds: Int32) {
        set(ZMQ_LINGER, milliseconds)
    }

    /// Readable when something happened; edge-triggered, so drain before sleeping.
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
    /// Sends a copy of `bytes` as a frame. Only the first frame of a message can be refused: what
    /// follows goes the same way, or nowhere if that way has just ended.
    @discardableResult
    package func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> SendResult {
        let flags = ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)
        guard zmq_send(pointer, bytes.baseAddress, bytes.count, flags) < 0 else { return .sent }
        return zmq_errno() == EHOSTUNREACH ? .unreachable : .full
    }

    /// Sends `bytes` where they lie, keeping `owner` until the network is done with them.
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

    /// Sends held frames as the rest of a message. Only those that are `kept` can be sent again.
    package func send(_ frames: FrameList, isRetained: Bool) {
        frames.send(to: pointer, isRetained: isRetained)
    }
}
