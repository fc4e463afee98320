import CZeroMQ

/// Room for the frames of one message at a time, used again and again by one receiver.
package struct MessageBuffer: ~Copyable {
    private let frames: UnsafeMutablePointer<zmq_msg_t>
    private let capacity: Int
    /// Frames that are held; those that were taken out are empty.
    package private(set) var count = 0
    /// Frames that the message had, more than `count` when it had too many.
    package private(set) var arrived = 0

    package init(capacity: Int) {
        self.capacity = capacity
        frames = .allocate(capacity: capacity)
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
    package func take(_ index: Int) -> Frame {
        precondition(index < count)
        let frame = Frame(taking: frames[index])
        zmq_msg_init(frames + index)
        return frame
    }

    /// Moves the frames from `first` on out.
    package func takeTail(from first: Int) -> FrameList {
        let list = FrameList(moving: frames + min(first, count), count: max(0, count - first))
        for index in min(first, count)..<count { zmq_msg_init(frames + index) }
        return list
    }

    /// Receives a message from `socket`, without waiting: false when there is none.
    mutating func receive(from socket: UnsafeMutableRawPointer) -> Bool {
        clear()
        while true {
            var message = zmq_msg_t()
            zmq_msg_init(&message)
            guard zmq_msg_recv(&message, socket, ZMQ_DONTWAIT) >= 0 else {
                zmq_msg_close(&message)
                return false
            }
            let hasMore = zmq_msg_more(&message) != 0
            arrived += 1
            if count < capacity {
                (frames + count).initialize(to: message)
                count += 1
            } else {
                zmq_msg_close(&message)
            }
            if !hasMore { return true }
        }
    }

    private mutating func clear() {
        for index in 0..<count { zmq_msg_close(frames + index) }
        count = 0
        arrived = 0
    }
}

/// Frames that are held to be sent on, unread.
package final class FrameList: @unchecked Sendable {
    // Unchecked: after `init` the messages are only copied from, which libzmq allows one thread at a
    // time, and the list is used by its loop alone.
    private let frames: UnsafeMutablePointer<zmq_msg_t>
    package let count: Int

    init(moving source: UnsafeMutablePointer<zmq_msg_t>, count: Int) {
        self.count = count
        frames = .allocate(capacity: max(1, count))
        frames.moveInitialize(from: source, count: count)
    }

    deinit {
        for index in 0..<count { zmq_msg_close(frames + index) }
        frames.deallocate()
    }

    package var byteCount: Int {
        (0..<count).reduce(0) { $0 + zmq_msg_size(frames + $1) }
    }

    /// The bytes of a frame, for as long as the list lives.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        precondition(index < count)
        return UnsafeRawBufferPointer(
            start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
    }

    /// Sends the frames as the rest of a message, sharing their memory; they can be sent again.
    func send(to socket: UnsafeMutableRawPointer) {
        for index in 0..<count {
            var message = zmq_msg_t()
            zmq_msg_init(&message)
            zmq_msg_copy(&message, frames + index)
            let flags = ZMQ_DONTWAIT | (index + 1 < count ? ZMQ_SNDMORE : 0)
            if zmq_msg_send(&message, socket, flags) < 0 { zmq_msg_close(&message) }
        }
    }
}
