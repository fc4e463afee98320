import Glibc
package import RPC

/// Calls a function at an instant of the real-time clock, also if the clock is set or the system sleeps in
/// between. A thread waits in the kernel until then.
package final class WallClockAlarm: Sendable {
    // The functions of pthread may be called with it from any thread.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // Like `mutex`. It waits by CLOCK_REALTIME, its default clock.
    private nonisolated(unsafe) let condition: UnsafeMutablePointer<pthread_cond_t>
    // Guarded by `mutex`.
    private nonisolated(unsafe) var instant: Int64?
    // Guarded by `mutex`.
    private nonisolated(unsafe) var isClosed = false
    private let fire: @Sendable () -> Void

    /// `fire` is called on the thread of the alarm, once for each instant.
    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread left.
    package init(fire: @escaping @Sendable () -> Void) throws(Status) {
        self.fire = fire
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
        try DetachedThread.start { self.run() }
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Replaces the instant, in milliseconds since 1970 UTC; nil: none.
    package func set(_ milliseconds: Int64?) {
        pthread_mutex_lock(mutex)
        instant = milliseconds
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Ends the thread.
    package func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    private func run() {
        pthread_mutex_lock(mutex)
        while !isClosed {
            guard let end = instant else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var time = timespec(
                tv_sec: Int(end / 1000), tv_nsec: Int(end % 1000) * 1_000_000)
            guard pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT, instant == end
            else { continue }
            instant = nil
            pthread_mutex_unlock(mutex)
            fire()
            pthread_mutex_lock(mutex)
        }
        pthread_mutex_unlock(mutex)
    }
}
