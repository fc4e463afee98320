package import Glibc

/// The system's real-time clock, which may be set.
package enum WallClock {
    /// Milliseconds since 1970.
    package static let milliseconds: @Sendable () -> Int64 = {
        let time = now
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    package static var now: timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time
    }
}
