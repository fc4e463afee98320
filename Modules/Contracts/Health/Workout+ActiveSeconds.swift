import Workouts

extension Workout {
    /// The duration in seconds without pauses: that of the file, otherwise computed from the events
    /// that pause and resume.
    package var activeSeconds: Double {
        seconds ?? Self.activeSeconds(from: start, to: end, events)
    }

    /// The duration in seconds from `start` to `end`, in milliseconds since 1970, without the intervals
    /// between events that pause and resume.
    static func activeSeconds(from start: Int64, to end: Int64, _ events: [Event]) -> Double {
        var clock = TrainingSessionClock(start: Double(start))
        for event in events.sorted(by: { $0.start < $1.start }) {
            switch event.type {
            case "Pause", "MotionPaused":
                clock.openPauseAt = clock.openPauseAt ?? Double(event.start)
            case "Resume", "MotionResumed":
                guard let pause = clock.openPauseAt else { continue }
                clock.pauses.append(pause...Double(event.start))
                clock.openPauseAt = nil
            default: continue
            }
        }
        return clock.activeTime(at: Double(end)) / 1000
    }
}
