import CZeroMQ

/// Frames that are held to be sent on, unread.
package final class FrameList: @unchecked Sendable {
    // Unchecked: the messages are only read and copied from, but for the sending that moves them out,
    // and the list is used by its loop alone.
    private let frames: Storage
    package let count: Int

    /// libzmq's messages, in the memory of the object.
    private typealias Storage = ManagedBuffer<Void, zmq_msg_t>

    private init(count: Int) {
        self.count = count
        frames = Storage.create(minimumCapacity: count) { _ in }
    }

    /// Takes over the messages at `source`.
    convenience init(moving source: UnsafeMutablePointer<zmq_msg_t>, count: Int) {
        self.init(count: count)
        frames.withUnsafeMutablePointerToElements {
            $0.moveInitialize(from: source, count: count)
        }
    }

    /// Frames with copies of `contents`.
    package convenience init(copying contents: [[UInt8]]) {
        self.init(count: contents.count)
        frames.withUnsafeMutablePointerToElements { frames in
            for (index, content) in contents.enumerated() {
                zmq_msg_init_size(frames + index, content.count)
                UnsafeMutableRawBufferPointer(
                    start: zmq_msg_data(frames + index), count: content.count
                ).copyBytes(from: content)
            }
        }
    }

    deinit {
        frames.withUnsafeMutablePointerToElements { frames in
            for index in 0..<count { zmq_msg_close(frames + index) }
        }
    }

    package var byteCount: Int {
        frames.withUnsafeMutablePointerToElements { frames in
            (0..<count).reduce(0) { $0 + zmq_msg_size(frames + $1) }
        }
    }

    /// The bytes of a frame, for as long as the list lives.
    package func bytes(_ index: Int) -> UnsafeRawBufferPointer {
        precondition(index < count)
        return frames.withUnsafeMutablePointerToElements { frames in
            UnsafeRawBufferPointer(
                start: zmq_msg_data(frames + index), count: zmq_msg_size(frames + index))
        }
    }

    /// Sends the frames as the rest of a message; those that are kept share their memory with what
    /// was sent, others are empty afterwards.
    func send(to socket: UnsafeMutableRawPointer, isKept: Bool) {
        frames.withUnsafeMutablePointerToElements { frames in
            for index in 0..<count {
                let flags = ZMQ_DONTWAIT | (index + 1 < count ? ZMQ_SNDMORE : 0)
                guard isKept else {
                    // Sent or not, what is left in its place is closed with the list.
                    zmq_msg_send(frames + index, socket, flags)
                    continue
                }
                var message = zmq_msg_t()
                zmq_msg_init(&message)
                zmq_msg_copy(&message, frames + index)
                if zmq_msg_send(&message, socket, flags) < 0 { zmq_msg_close(&message) }
            }
        }
    }
}
