import CZeroMQ

/// One received frame. Its bytes are never copied and never change.
package final class Frame: @unchecked Sendable {
    // Unchecked: the message is not modified after it was received, and libzmq allows any thread to read
    // and free it.
    private var message: zmq_msg_t

    /// Takes ownership of `message`, which the caller must not close.
    init(moving message: zmq_msg_t) {
        self.message = message
    }

    deinit {
        zmq_msg_close(&message)
    }

    /// The bytes, valid during the lifetime of the frame. Small messages have their bytes within the
    /// frame object, which does not move.
    package var bytes: UnsafeRawBufferPointer {
        withUnsafeMutablePointer(to: &message) { message in
            UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
        }
    }
}
