package import CivilTime
import Memberwise

/// An open pause of an activity and the container to which the activity returns.
@Memberwise
package struct Pause: Hashable, Codable, Sendable {
    /// The last day on which the activity is due.
    package var since: CivilDate
    /// The container before the pause; nil at the top level.
    package var container: Activity.ID? = nil
    /// True if the activity was paused with its container and is resumed with the container.
    package var withContainer: Bool = false
}

/// A pause that has ended.
package struct PastPause: Hashable, Sendable {
    /// The last day on which the activity was due.
    package let since: CivilDate
    /// The last day at whose end the activity was paused; equal to `since` if the activity was resumed on
    /// the next day.
    package let last: CivilDate

    /// Nil for a pause that ended on its first day.
    package init?(since: CivilDate, last: CivilDate) {
        guard since <= last else { return nil }
        self.since = since
        self.last = last
    }

    /// A pause that makes the activity unavailable on `days`.
    package init(over days: ClosedRange<CivilDate>) {
        since = days.lowerBound.advanced(by: -1)
        last = days.upperBound
    }

    /// True if the pause makes the activity unavailable on `day`.
    package func contains(_ day: CivilDate) -> Bool { since < day && day <= last }
}

/// The coded form is an array of the first and the last missed day.
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

    /// The pause at the end of `day`, open or ended; nil if the activity was not paused. An ended pause
    /// has no container.
    package func pause(on day: CivilDate) -> Pause? {
        if let pause, pause.since <= day { return pause }
        return pastPauses.first { $0.since <= day && day <= $0.last }
            .map { Pause(since: $0.since) }
    }
}
