package import CivilTime
import Memberwise

/// The interval a person chose for a trend, if any, and the interval in effect.
///
/// A choice is kept until it is reset. While the data does not span enough days for it, the
/// automatic interval is in effect.
@Memberwise
package struct IntervalChoice: Hashable, Sendable {
    /// Nil for automatic.
    package private(set) var chosen: Interval? = nil

    /// Chooses an interval. Throws without a change if the data does not span enough days for it.
    package mutating func choose(
        _ interval: Interval, spanInDays: Int
    ) throws(IntervalUnavailable) {
        let available = Interval.available(forSpanInDays: spanInDays)
        guard available.contains(interval) else {
            throw IntervalUnavailable(interval: interval, available: available)
        }
        chosen = interval
    }

    package mutating func reset() {
        chosen = nil
    }

    /// The interval in effect for data of this span.
    package func interval(forSpanInDays span: Int) -> Interval {
        availableChoice(span) ?? .automatic(forSpanInDays: span)
    }

    package func isAutomatic(forSpanInDays span: Int) -> Bool {
        availableChoice(span) == nil
    }

    /// The choice while the data does not span enough days for it; otherwise nil.
    package func unavailableChoice(forSpanInDays span: Int) -> Interval? {
        availableChoice(span) == nil ? chosen : nil
    }

    private func availableChoice(_ span: Int) -> Interval? {
        chosen.flatMap { $0.isAvailable(forSpanInDays: span) ? $0 : nil }
    }
}

/// An error: the requested interval needs a longer span of data.
@Memberwise
package struct IntervalUnavailable: Error, Hashable, Sendable {
    package let interval: Interval
    package let available: [Interval]
}
