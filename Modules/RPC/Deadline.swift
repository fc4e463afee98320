/// The moment by which a call must have ended, on this process's own monotonic clock.
///
/// It crosses processes as time left, so that no two clocks have to agree.
package struct Deadline: Hashable, Comparable, Sendable {
    /// Nil: never.
    package var instant: ContinuousClock.Instant?

    package init(instant: ContinuousClock.Instant?) {
        self.instant = instant
    }

    package static let never = Self(instant: nil)

    package static func after(_ duration: Duration) -> Self {
        Self(instant: .now.advanced(by: duration))
    }

    package static func afterMilliseconds(
        _ milliseconds: UInt32, from instant: ContinuousClock.Instant = .now
    ) -> Self {
        guard milliseconds > 0 else { return .never }
        return Self(instant: instant.advanced(by: .milliseconds(Int64(milliseconds))))
    }

    /// Nil when there is no limit, otherwise what is left, never negative.
    package var remaining: Duration? {
        instant.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    }

    /// Time left for the wire, in milliseconds: 0 means none was set, so a deadline that has all but
    /// passed still travels as 1. Nil when it has passed.
    package var timeToLive: UInt32? {
        guard let remaining else { return 0 }
        guard remaining > .zero else { return nil }
        let (seconds, attoseconds) = remaining.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return UInt32(clamping: max(1, milliseconds))
    }

    package static func < (a: Self, b: Self) -> Bool {
        switch (a.instant, b.instant) {
        case (let a?, let b?): a < b
        case (_?, nil): true
        default: false
        }
    }
}
