import Glibc

/// A moment on this process's clock that only goes forward, also while the machine sleeps.
///
/// It is the same clock as `ContinuousClock`, whose instants have a size that is known at run time
/// only, and with them everything that holds one.
package struct MonotonicInstant: InstantProtocol {
    /// Since the machine started.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Self(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package func advanced(by duration: Duration) -> Self {
        let nanoseconds = duration.nanoseconds
        let (sum, isTooFar) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return Self(nanoseconds: isTooFar ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    package func duration(to other: Self) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    @inlinable
    package static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Duration {
    /// Whole nanoseconds.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
