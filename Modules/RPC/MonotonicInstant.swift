import Glibc
import Memberwise

/// An instant of the monotonic clock that also advances while the machine is suspended.
///
/// The clock is that of `ContinuousClock`. The instants of that type, and all types with such a stored
/// property, have a size that is known only at run time.
@Memberwise
package struct MonotonicInstant: InstantProtocol {
    /// Nanoseconds since the machine was started.
    package var nanoseconds: Int64

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
    /// Whole nanoseconds, clamped to the range of `Int64`.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
