package import CivilTime

/// That an activity is paused, and where it goes when it is resumed.
package struct Pause: Hashable, Codable, Sendable {
    /// The last day on which it is due.
    package var since: CivilDate
    /// The container it left.
    package var container: Activity.ID?
    /// It was paused because its container was, and is resumed with it.
    package var withContainer: Bool

    package init(since: CivilDate, container: Activity.ID? = nil, withContainer: Bool = false) {
        self.since = since
        self.container = container
        self.withContainer = withContainer
    }
}

/// A pause that is over.
package struct PastPause: Hashable, Sendable {
    /// The last day on which it was due.
    package let since: CivilDate
    /// The last day that it was paused at the end of, which is `since` when it was resumed on the day
    /// after.
    package let last: CivilDate

    /// Nil for one that was over at the end of its first day.
    package init?(since: CivilDate, last: CivilDate) {
        guard since <= last else { return nil }
        self.since = since
        self.last = last
    }

    /// A pause over days on which it was not available.
    package init(over days: ClosedRange<CivilDate>) {
        since = days.lowerBound.advanced(by: -1)
        last = days.upperBound
    }

    /// Whether `day` is one of those on which it was not available.
    package func contains(_ day: CivilDate) -> Bool { since < day && day <= last }
}

/// Written as the first and the last day that were missed.
extension PastPause: Codable {
    package init(from decoder: any Decoder) throws {
        var days = try decoder.unkeyedContainer()
        let first = try days.decode(CivilDate.self)
        let last = try days.decode(CivilDate.self)
        guard let pause = PastPause(since: first.advanced(by: -1), last: last) else {
            throw DecodingError.dataCorruptedError(
                in: days, debugDescription: "A pause from \(first) to \(last) has no days.")
        }
        self = pause
    }

    package func encode(to encoder: any Encoder) throws {
        var days = encoder.unkeyedContainer()
        try days.encode(since.advanced(by: 1))
        try days.encode(last)
    }
}

extension Activity {
    package var isPaused: Bool { pause != nil }

    /// The pause that it was in at the end of `day`, whether that is over or not. One that is over does
    /// not say which container it left.
    package func pause(on day: CivilDate) -> Pause? {
        if let pause, pause.since <= day { return pause }
        return pastPauses.first { $0.since <= day && day <= $0.last }
            .map { Pause(since: $0.since) }
    }
}
