/// Remembers the earliest moment for which an alarm was asked, so that calls whose deadlines come
/// later cost nothing: one alarm finds all that have passed by then.
struct DeadlineWatch {
    private var armed: MonotonicInstant?

    /// Whether an alarm has to be set for `deadline`.
    mutating func needsAlarm(for deadline: Deadline) -> Bool {
        guard let instant = deadline.instant else { return false }
        if let armed, armed <= instant { return false }
        armed = instant
        return true
    }

    /// The alarm has rung, or the moment is of no interest any more.
    mutating func disarm() {
        armed = nil
    }
}
