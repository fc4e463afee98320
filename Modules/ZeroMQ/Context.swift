import CZeroMQ

/// libzmq's I/O threads and what they hold. One a process is enough; it lives as long as its sockets.
package final class Context: Sendable {
    /// Unsafe only in name: libzmq's contexts may be used by any thread.
    nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// - Throws: When the process has no descriptors left.
    package init() throws(ZeroMQError) {
        guard let pointer = zmq_ctx_new() else { throw .last("open a context") }
        self.pointer = pointer
        zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    }

    deinit {
        zmq_ctx_term(pointer)
    }
}
