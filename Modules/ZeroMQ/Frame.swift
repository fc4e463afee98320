import CZeroMQ

/// One frame of a message, as it was received: its bytes are never copied and never change.
package final class Frame: @unchecked Sendable {
    // Unchecked: nobody writes to the message after it was taken in, and libzmq lets any thread
    // read and free it.
    private var message: zmq_msg_t

    /// Takes over `message`, which the caller must not close.
    init(moving message: zmq_msg_t) {
        self.message = message
    }

    deinit {
        zmq_msg_close(&message)
    }

    /// The bytes, for as long as the frame lives. Those of a small message lie in the frame itself,
    /// which does not move.
    package var bytes: UnsafeRawBufferPointer {
        withUnsafeMutablePointer(to: &message) { message in
            UnsafeRawBufferPointer(start: zmq_msg_data(message), count: zmq_msg_size(message))
        }
    }
}
