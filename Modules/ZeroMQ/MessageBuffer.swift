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
