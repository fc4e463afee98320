import Memberwise

/// The active time of a training session or workout. All times are in one unit on one clock.
@Memberwise
package struct TrainingSessionClock: Hashable, Codable, Sendable {
    package var start: Double
    package var pauses: [ClosedRange<Double>] = []
    /// The start of the open pause; nil while the training session is not paused.
    package var openPauseAt: Double? = nil

    /// The time from `start` to `now`, or to the start of an open pause, without the pauses.
    package func activeTime(at now: Double) -> Double {
        let end = openPauseAt.map { min($0, now) } ?? now
        let paused = pauses.reduce(0) { sum, pause in
            let overlap = min(pause.upperBound, end) - max(pause.lowerBound, start)
            return sum + max(0, overlap)
        }
        return max(0, end - start - paused)
    }
}
