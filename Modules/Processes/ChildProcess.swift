import CLinux
import Glibc
import Synchronization

/// A process that was started here. Its `pidfd` turns readable when the process has ended.
///
/// Whoever lets go of it without a successful `reap()` leaves a zombie until this process ends.
package final class ChildProcess: Sendable {
    package let pid: Int32
    package let pidfd: Int32
    /// From then on its number, and that of its group, may be those of others.
    private let isReaped = Mutex(false)

    init(pid: Int32, pidfd: Int32) {
        self.pid = pid
        self.pidfd = pidfd
    }

    deinit {
        close(pidfd)
    }

    /// How a process ended.
    package enum Termination: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Sends a signal to this very process, never to one that has taken over its number.
    package func send(_ signal: Int32) {
        // A process that has ended needs no signal, which is the only way this can fail.
        _ = dayline_pidfd_signal(pidfd, signal)
    }

    /// Kills the process and everything it started that stayed in its process group.
    ///
    /// Nothing once it is reaped: who is to leave nothing behind does it before.
    package func killGroup() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            kill(-pid, SIGKILL)
            send(SIGKILL)
        }
    }

    /// Whether it has ended; it can still be reaped.
    package var hasEnded: Bool {
        var entry = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// How it ended; nil when it still runs.
    package func reap() -> Termination? {
        var result: Int32 = 0
        let isReaped = isReaped.withLock { isReaped in
            guard dayline_pidfd_reap(pidfd, &result) == 1 else { return false }
            isReaped = true
            return true
        }
        guard isReaped else { return nil }
        return result >= 0 ? .exited(result) : .killed(signal: -result)
    }

    /// Blocks until it has ended, or `milliseconds` have passed.
    package func wait(milliseconds: Int32) -> Termination? {
        var entry = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, milliseconds) < 0, errno == EINTR {}
        return reap()
    }
}

extension ChildProcess.Termination: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exited(let status): "exit status \(status)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}
