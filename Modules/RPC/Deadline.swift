import Memberwise

/// The time limit of a call, on the monotonic clock of this process.
///
/// Messages carry the remaining time instead of an instant, so that clocks need not agree.
@Memberwise
package struct Deadline: Hashable, Comparable, Sendable {
    /// Nil if there is no limit.
    package var instant: MonotonicInstant?

    package static let never = Self(instant: nil)

    package static func after(_ duration: Duration) -> Self {
        Self(instant: .now.advanced(by: duration))
    }

    package static func afterMilliseconds(
        _ milliseconds: UInt32, from instant: MonotonicInstant = .now
    ) -> Self {
        guard milliseconds > 0 else { return .never }
        return Self(
            instant: MonotonicInstant(
                nanoseconds: instant.nanoseconds + Int64(milliseconds) * 1_000_000))
    }

    /// The time left, at least zero; nil if there is no limit.
    package var remaining: Duration? {
        instant.map { .nanoseconds(max(0, $0.nanoseconds - MonotonicInstant.now.nanoseconds)) }
    }

    /// Milliseconds left, as sent in a message. 0 stands for no limit, so a remainder below one millisecond
    /// is sent as 1. Nil if the deadline has passed.
    package var timeToLive: UInt32? {
        guard let instant else { return 0 }
        let nanoseconds = instant.nanoseconds - MonotonicInstant.now.nanoseconds
        return nanoseconds > 0 ? UInt32(clamping: max(1, nanoseconds / 1_000_000)) : nil
    }

    package static func < (a: Self, b: Self) -> Bool {
        switch (a.instant, b.instant) {
        case (let a?, let b?): a < b
        case (_?, nil): true
        default: false
        }
    }
}
