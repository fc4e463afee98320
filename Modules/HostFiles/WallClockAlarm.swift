import CLinux
import Glibc
package import RPC
import Synchronization

/// Calls a function at an instant of the real-time clock, also if the system sleeps in between, and when
/// the clock was set. A thread waits in the kernel until then.
package final class WallClockAlarm: Sendable {
    package enum Reason: Sendable {
        /// The instant was reached.
        case due
        /// The clock was set; the alarm is not set any more.
        case clockSet
    }

    private struct State {
        var isClosed = false
        /// The clock was set, and the kernel has reported the change to `set` only.
        var isClockSet = false
    }

    /// An instant that is never reached: a timer has to be set to report that the clock was set.
    private static let never = 1 << 33

    private let timer: Int32
    private let state = Mutex(State())
    private let fire: @Sendable (Reason) -> Void

    /// `fire` is called on the thread of the alarm, once for each instant, at or after the instant, and
    /// whenever the clock was set.
    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread or descriptor left.
    package init(fire: @escaping @Sendable (Reason) -> Void) throws(Status) {
        self.fire = fire
        timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
        guard timer >= 0 else {
            throw Status(
                .resourceExhausted, "No timer is left: \(String(cString: strerror(errno))).",
                hint: "Raise the limit of open files of the user: ulimit -n")
        }
        set(nil)
        try DetachedThread.start { self.run() }
    }

    deinit {
        if timer >= 0 { Glibc.close(timer) }
    }

    /// Replaces the instant, in milliseconds since 1970 UTC; nil: none.
    package func set(_ milliseconds: Int64?) {
        guard start(milliseconds) == ECANCELED else { return }
        state.withLock { $0.isClockSet = true }
        _ = start(0)
    }

    /// Ends the thread.
    package func close() {
        state.withLock { $0.isClosed = true }
        _ = start(0)
    }

    /// Starts the timer. Returns 0 or an errno: ECANCELED if the clock was set since the timer was read.
    private func start(_ milliseconds: Int64?) -> Int32 {
        var value = timespec(tv_sec: Self.never, tv_nsec: 0)
        if let milliseconds = milliseconds.map({ max(0, $0) }) {
            value.tv_sec = Int(milliseconds / 1000)
            // A value of zero would stop the timer.
            value.tv_nsec = max(1, Int(milliseconds % 1000) * 1_000_000)
        }
        var setting = itimerspec(it_interval: timespec(), it_value: value)
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(timer, flags, &setting, nil) == 0 ? 0 : errno
    }

    private func run() {
        while true {
            var count: UInt64 = 0
            let size = read(timer, &count, MemoryLayout<UInt64>.size)
            let code = size < 0 ? errno : 0
            let (isClosed, isMissed) = state.withLock { state in
                defer { state.isClockSet = false }
                return (state.isClosed, state.isClockSet)
            }
            guard !isClosed, size > 0 || code == ECANCELED || code == EINTR else { return }
            if isMissed || code == ECANCELED {
                // The timer reports the next change only when it is set again.
                set(nil)
                fire(.clockSet)
            } else if size > 0 {
                fire(.due)
            }
        }
    }
}
