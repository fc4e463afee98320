/// The moment by which a call must have ended, on this process's own monotonic clock.
///
/// It crosses processes as time left, so that no two clocks have to agree.
package struct Deadline: Hashable, Comparable, Sendable {
    /// Nil: never.
    package var instant: MonotonicInstant?

    package init(instant: MonotonicInstant?) {
        self.instant = instant
    }

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

    /// Nil when there is no limit, otherwise what is left, never negative.
    package var remaining: Duration? {
        instant.map { .nanoseconds(max(0, $0.nanoseconds - MonotonicInstant.now.nanoseconds)) }
    }

    /// Time left for the wire, in milliseconds: 0 means none was set, so a deadline that has all but
    /// passed still travels as 1. Nil when it has passed.
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
