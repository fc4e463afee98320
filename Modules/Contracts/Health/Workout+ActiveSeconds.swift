extension Workout {
    /// The duration in seconds without pauses: that of the file, otherwise computed from the events
    /// that pause and resume.
    package var activeSeconds: Double {
        seconds ?? Self.activeSeconds(from: start, to: end, events)
    }

    /// The duration in seconds without the intervals between events that pause and resume.
    static func activeSeconds(from start: Int64, to end: Int64, _ events: [Event]) -> Double {
        var paused = 0.0
        var pausedSince: Int64?
        for event in events.sorted(by: { $0.start < $1.start }) {
            switch event.type {
            case "Pause", "MotionPaused":
                pausedSince = pausedSince ?? event.start
            case "Resume", "MotionResumed":
                if let since = pausedSince { paused += Double(event.start - since) / 1000 }
                pausedSince = nil
            default: continue
            }
        }
        if let since = pausedSince { paused += Double(max(0, end - since)) / 1000 }
        return max(0, Double(end - start) / 1000 - paused)
    }
}
