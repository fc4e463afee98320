import CLinux
import CZeroMQ
import Glibc
import Synchronization

/// The I/O threads of libzmq and their memory. One for a process is enough. Lives as long as its sockets.
package final class Context: Sendable {
    /// Thread-safe, as documented by libzmq.
    nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// - Throws: If the process has no file descriptors left.
    package init() throws(ZeroMQError) {
        dayline_memory_reuse()
        guard let pointer = zmq_ctx_new() else { throw .last("open a context") }
        self.pointer = pointer
        zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    }

    deinit {
        if !isTerminated.load(ordering: .relaxed) { zmq_ctx_term(pointer) }
    }

    private let isTerminated = Atomic(false)

    /// Waits until closed sockets have sent their messages, so that the process can end; at most `limit`,
    /// even if a socket is still open. Sockets cannot be opened afterwards.
    package func terminate(within limit: Duration) {
        guard !isTerminated.exchange(true, ordering: .relaxed) else { return }
        let done = eventfd(0, Int32(EFD_CLOEXEC))
        guard done >= 0 else { return }
        let ending = Unmanaged.passRetained(ContextTermination(context: pointer, done: done))
            .toOpaque()
        var thread = pthread_t()
        guard pthread_create(&thread, nil, endContext, ending) == 0 else {
            Unmanaged<ContextTermination>.fromOpaque(ending).release()
            return
        }
        pthread_detach(thread)
        var entry = pollfd(fd: done, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, Int32(limit / .milliseconds(1)))
    }
}

/// Arguments of the thread that terminates a context. The descriptor stays open because the thread may
/// outlast the waiting one.
private final class ContextTermination {
    let context: UnsafeMutableRawPointer
    let done: Int32

    init(context: UnsafeMutableRawPointer, done: Int32) {
        self.context = context
        self.done = done
    }
}

private nonisolated func endContext(_ ending: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
{
    guard let ending else { return nil }
    let end = Unmanaged<ContextTermination>.fromOpaque(ending).takeRetainedValue()
    while zmq_ctx_term(end.context) != 0, errno == EINTR {}
    dayline_eventfd_signal(end.done)
    return nil
}
