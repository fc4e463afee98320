package import CivilTime

/// The interval a person chose for a trend, if any, and the one in effect.
///
/// A choice stays until it is reset, also while the data does not allow it: then automatic is in
/// effect, and the choice returns when it fits again.
package struct IntervalChoice: Hashable, Sendable {
    /// Nil: automatic.
    package private(set) var chosen: Interval?

    package init(chosen: Interval? = nil) {
        self.chosen = chosen
    }

    /// Chooses an interval; one that the data does not allow is refused and changes nothing.
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

    /// The interval to show data of this span in.
    package func interval(forSpanInDays span: Int) -> Interval {
        availableChoice(span) ?? .automatic(forSpanInDays: span)
    }

    package func isAutomatic(forSpanInDays span: Int) -> Bool {
        availableChoice(span) == nil
    }

    /// The choice that waits until the data allows it.
    package func unavailableChoice(forSpanInDays span: Int) -> Interval? {
        availableChoice(span) == nil ? chosen : nil
    }

    private func availableChoice(_ span: Int) -> Interval? {
        chosen.flatMap { $0.isAvailable(forSpanInDays: span) ? $0 : nil }
    }
}

/// An interval was asked for that the data does not span.
package struct IntervalUnavailable: Error, Hashable, Sendable {
    package let interval: Interval
    package let available: [Interval]

    package init(interval: Interval, available: [Interval]) {
        self.interval = interval
        self.available = available
    }
}
