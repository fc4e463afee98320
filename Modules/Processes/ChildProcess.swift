import CLinux
import Glibc
import Synchronization

/// A child process of this process. Its `pidfd` becomes readable when the process has ended.
///
/// A child that is released without a successful `reap()` remains a zombie until this process ends.
package final class ChildProcess: Sendable {
    package let pid: Int32
    package let pidfd: Int32
    /// Once reaped, the process ID and the process group ID may be reused.
    private let isReaped = Mutex(false)

    init(pid: Int32, pidfd: Int32) {
        self.pid = pid
        self.pidfd = pidfd
    }

    deinit {
        close(pidfd)
    }

    /// The exit status or the signal with which a process ended.
    package enum Termination: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Sends a signal to this process, never to another one that has the same process ID.
    package func send(_ signal: Int32) {
        // Fails only if the process has ended.
        _ = dayline_pidfd_signal(pidfd, signal)
    }

    /// Kills the process and its process group. Does nothing once the process is reaped.
    package func killGroup() {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            kill(-pid, SIGKILL)
            send(SIGKILL)
        }
    }

    /// True if the process has ended, reaped or not.
    package var hasEnded: Bool {
        var entry = pollfd(fd: pidfd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Reaps the process and returns its termination; nil while it runs.
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

    /// Blocks until the process has ended, or returns nil after `milliseconds`.
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
