import CZeroMQ

/// Room for the frames of one message at a time, used again and again by one receiver.
package struct MessageBuffer: ~Copyable {
    private let frames: UnsafeMutablePointer<zmq_msg_t>
    private let capacity: Int
    /// Frames that are held; those that were taken out are empty.
    package private(set) var count = 0
    /// Frames that the message had, more than `count` when it had too many.
    package private(set) var receivedCount = 0

    package init(capacity: Int) {
        self.capacity = capacity
        frames = .allocate(capacity: capacity + 1)
    }

    deinit {
        for index in 0..<count { zmq_msg_close(frames + index) }
        frames.deallocate()
    }

    /// The bytes of a frame, until it is taken or the next message is received.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        precondition(index < count)
        return UnsafeRawBufferPointer(
            start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
    }

    /// Moves a frame out.
    package func moveFrame(_ index: Int) -> Frame {
        precondition(index < count)
        let frame = Frame(moving: frames[index])
        zmq_msg_init(frames + index)
        return frame
    }

    /// Moves the frames from `first` on out.
    package func moveFrames(from first: Int) -> FrameList {
        let list = FrameList(
            moving: frames + min(first, count), count: max(0, count - first))
        for index in min(first, count)..<count { zmq_msg_init(frames + index) }
        return list
    }

    /// Receives a message from `socket`, without waiting: false when there is none.
    mutating func receive(from socket: UnsafeMutableRawPointer) -> Bool {
        clear()
        while true {
            // The last place is for what is too much, one frame after another.
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
