/// Delays calls and runs only the last of a burst. The caller passes the time.
struct Debouncer<Call: Sendable>: Sendable {
    /// A call and its due time.
    struct Run: Sendable {
        let call: Call
        let atMilliseconds: Int64
    }

    let delayMilliseconds: Int64
    /// The waiting call, which the next call replaces; nil without one.
    private(set) var pending: Run?

    init(delayMilliseconds: Int64) {
        self.delayMilliseconds = delayMilliseconds
    }

    /// Removes and returns the waiting call if its time is at or before `now`; nil otherwise.
    mutating func due(atMilliseconds now: Int64) -> Run? {
        guard let run = pending, run.atMilliseconds <= now else { return nil }
        pending = nil
        return run
    }

    /// Replaces the waiting call and restarts the delay.
    ///
    /// - Returns: The previous call if it was already due; it runs first. Nil otherwise.
    mutating func call(_ call: Call, atMilliseconds now: Int64) -> Run? {
        let earlier = due(atMilliseconds: now)
        pending = Run(call: call, atMilliseconds: now + delayMilliseconds)
        return earlier
    }

    /// Removes the waiting call.
    ///
    /// - Returns: The waiting call if it was already due and must run; nil otherwise.
    mutating func cancel(atMilliseconds now: Int64) -> Run? {
        let earlier = due(atMilliseconds: now)
        pending = nil
        return earlier
    }
}
