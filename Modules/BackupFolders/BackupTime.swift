package import CivilTime

/// The local time of daily backups.
package struct BackupTime: Hashable, Sendable {
    /// The time between attempts after a failure, in milliseconds.
    package static let retryInterval: Int64 = 3_600_000

    /// Minutes since midnight, 0..<1440.
    private let minute: Int

    /// Parses `HH:MM`; nil for other text.
    package init?(_ text: String) {
        guard text.utf8.count == 5, let time = LocalTime("2000-01-01T\(text)") else { return nil }
        minute = time.secondOfDay / 60
    }

    /// The first instant of the time after `instant`, in milliseconds since 1970.
    package func next(after instant: Int64, in timeline: some LocalTimeline) -> Int64 {
        var day = timeline.civilDate(at: instant)
        while true {
            let next = timeline.instant(of: LocalTime(date: day, secondOfDay: minute * 60))
            if next > instant { return next }
            day = day.advanced(by: 1)
        }
    }

    /// The instant of the next attempt; past if an attempt was missed.
    /// - Parameters:
    ///   - last: The last success, or the setting of the folder.
    ///   - failure: The last failed attempt; nil: none.
    ///   - now: The present, which bounds `last`: the clock may have been set back.
    ///   - timeline: The zone of the time.
    /// - Returns: Milliseconds since 1970.
    package func attempt(
        last: Int64, failure: Int64?, now: Int64, in timeline: some LocalTimeline
    ) -> Int64 {
        let due = next(after: min(last, now), in: timeline)
        guard let failure, failure >= due, failure <= now else { return due }
        return failure + Self.retryInterval
    }
}
