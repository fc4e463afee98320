import CLinux
import CZeroMQ

/// A reusable buffer for the frames of one received message.
package struct MessageBuffer: ~Copyable {
    private let frames: UnsafeMutablePointer<zmq_msg_t>
    private let capacity: Int
    /// Number of buffered frames; moved ones are empty.
    package private(set) var count = 0
    /// Number of frames of the message; larger than `count` if it had too many.
    package private(set) var receivedCount = 0

    package init(capacity: Int) {
        self.capacity = capacity
        frames = .allocate(capacity: capacity + 1)
    }

    deinit {
        for index in 0..<count { zmq_msg_close(frames + index) }
        frames.deallocate()
    }

    /// The bytes of a frame, valid until the frame is moved or the next message is received.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        precondition(index < count)
        return UnsafeRawBufferPointer(
            start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
    }

    /// Moves a frame out of the buffer.
    package func moveFrame(_ index: Int) -> Frame {
        precondition(index < count)
        let frame = Frame(moving: frames[index])
        zmq_msg_init(frames + index)
        return frame
    }

    /// Moves the frames from `first` on out of the buffer.
    package func moveFrames(from first: Int) -> FrameList {
        let list = FrameList(
            moving: frames + min(first, count), count: max(0, count - first))
        for index in min(first, count)..<count { zmq_msg_init(frames + index) }
        return list
    }

    /// Replaces a frame, or appends it after empty ones. Without an effect on a message of too many frames.
    package mutating func setFrame(_ index: Int, to bytes: UnsafeRawBufferPointer) {
        guard index < capacity, receivedCount == count else { return }
        while count <= index {
            zmq_msg_init(frames + count)
            count += 1
        }
        receivedCount = count
        zmq_msg_close(frames + index)
        guard zmq_msg_init_size(frames + index, bytes.count) == 0 else {
            zmq_msg_init(frames + index)
            return
        }
        UnsafeMutableRawBufferPointer(start: zmq_msg_data(frames + index), count: bytes.count)
            .copyMemory(from: bytes)
    }

    /// The name that the authentication handler gave to the sender of a frame; nil if the connection was
    /// not authenticated.
    package func userID(_ index: Int) -> String? {
        precondition(index < count)
        return zmq_msg_gets(frames + index, "User-Id").map { String(cString: $0) }
    }

    /// The number of the TCP connection that a frame was received from; 0 if the connection has ended or
    /// is another kind of connection.
    package func remoteConnection(_ index: Int) -> UInt64 {
        precondition(index < count)
        return dayline_remote_connection_number(zmq_msg_get(frames + index, ZMQ_SRCFD))
    }

    /// The IP address of the sender of a frame; nil if unknown.
    package func peerAddress(_ index: Int) -> String? {
        precondition(index < count)
        return zmq_msg_gets(frames + index, "Peer-Address").map { String(cString: $0) }
    }

    /// Receives a message without waiting. False without a message.
    mutating func receive(from socket: UnsafeMutableRawPointer) -> Bool {
        clear()
        while true {
            // The last element receives surplus frames, one after another.
            let frame = frames + count
            zmq_msg_init(frame)
            guard zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) >= 0 else {
                zmq_msg_close(frame)
                return false
            }
            let hasMore = zmq_msg_more(frame) != 0
            receivedCount += 1
            if count < capacity {
                count += 1
            } else {
                zmq_msg_close(frame)
            }
            if !hasMore { return true }
        }
    }

    private mutating func clear() {
        for index in 0..<count { zmq_msg_close(frames + index) }
        count = 0
        receivedCount = 0
    }
}
