/// Runs the last of several quick calls, some time after it. The clock is passed in.
package struct Debouncer<Call: Sendable>: Sendable {
    /// A call with the time it runs at.
    package struct Run: Sendable {
        package let call: Call
        package let atMilliseconds: Int64
    }

    package let delayMilliseconds: Int64
    /// The call that waits, which the next one replaces.
    package private(set) var pending: Run?

    package init(delayMilliseconds: Int64) {
        self.delayMilliseconds = delayMilliseconds
    }

    /// Takes the call that is due by now, one due exactly now included.
    package mutating func due(atMilliseconds now: Int64) -> Run? {
        guard let run = pending, run.atMilliseconds <= now else { return nil }
        pending = nil
        return run
    }

    /// Starts the wait anew with this call.
    ///
    /// - Returns: The call before it, when that was due already: it runs first.
    package mutating func call(_ call: Call, atMilliseconds now: Int64) -> Run? {
        let earlier = due(atMilliseconds: now)
        pending = Run(call: call, atMilliseconds: now + delayMilliseconds)
        return earlier
    }

    /// Drops the call that waits.
    ///
    /// - Returns: The call that was due already, which cannot be dropped any more.
    package mutating func cancel(atMilliseconds now: Int64) -> Run? {
        let earlier = due(atMilliseconds: now)
        pending = nil
        return earlier
    }
}
