/// Tracks the earliest alarm that was set. Calls with a later deadline need no alarm of their own: one
/// alarm handles all deadlines that have passed by then.
struct DeadlineWatch {
    private var armed: MonotonicInstant?

    /// True if an alarm has to be set for `deadline`.
    mutating func needsAlarm(for deadline: Deadline) -> Bool {
        guard let instant = deadline.instant else { return false }
        if let armed, armed <= instant { return false }
        armed = instant
        return true
    }

    /// Clears the alarm after it has fired or become unnecessary.
    mutating func disarm() {
        armed = nil
    }
}
