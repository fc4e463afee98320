import CivilTime
import JSON
import PluginKit

/// A record of `sleep-*.json`: a night or a nap with its stages on the wall clock.
struct FitbitNight {
    /// Milliseconds since 1970-01-01T00:00 on the wall clock, like the times of ``stages``.
    let start: Int64
    let end: Int64
    /// The stages with their times; a short awakening splits the stage around the awakening. A nil
    /// stage is unknown.
    private(set) var stages: [(times: Range<Int64>, stage: SleepStage?)] = []

    /// The number of stages, and of short awakenings, that are invalid or beyond the maximum.
    private(set) var invalid = 0

    /// The maximum number of stages, and of short awakenings, that are read of a night.
    private static let limit = 10_000

    /// Nil without a valid start and end.
    init?(_ record: JSONRecord) {
        guard let start = Self.wallClock(record.text("startTime")),
            let end = Self.wallClock(record.text("endTime")), start < end
        else { return nil }
        self.start = start
        self.end = end
        guard let levels = record.record("levels") else { return }
        let (short, long) = (levels.records("shortData"), levels.records("data"))
        let awakenings = Self.parts(short).map(\.times).sorted { $0.lowerBound < $1.lowerBound }
        let parts = Self.parts(long)
        invalid = short.count - awakenings.count + long.count - parts.count
        for part in parts {
            stages += Self.split(part.times, part.stage, by: awakenings)
        }
    }

    /// The valid stages of a list. Stages of 200,000 seconds (2.3 days) or more are invalid.
    private static func parts(
        _ records: [JSONRecord]
    ) -> [(times: Range<Int64>, stage: SleepStage?)] {
        records.prefix(limit).compactMap { record in
            guard let start = wallClock(record.text("dateTime")),
                let seconds = record.number("seconds"), seconds > 0, seconds < 200_000
            else { return nil }
            return (start..<(start + Int64(seconds * 1000)), stage(record.text("level") ?? ""))
        }
    }

    /// The parts of a stage outside of short awakenings, and the awakenings within it.
    private static func split(
        _ times: Range<Int64>, _ stage: SleepStage?, by awakenings: [Range<Int64>]
    ) -> [(times: Range<Int64>, stage: SleepStage?)] {
        var parts: [(times: Range<Int64>, stage: SleepStage?)] = []
        var next = times.lowerBound
        for awakening in awakenings where awakening.overlaps(times) {
            let awake = awakening.clamped(to: next..<times.upperBound)
            guard !awake.isEmpty else { continue }
            if next < awake.lowerBound { parts.append((next..<awake.lowerBound, stage)) }
            parts.append((awake, .awake))
            next = awake.upperBound
        }
        if next < times.upperBound { parts.append((next..<times.upperBound, stage)) }
        return parts
    }

    private static func stage(_ level: String) -> SleepStage? {
        switch level {
        case "deep": .deep
        case "light": .core
        case "rem": .rem
        case "wake", "awake", "restless": .awake
        case "asleep": .asleep
        default: nil
        }
    }

    /// Milliseconds since 1970-01-01T00:00 on the wall clock of a text such as `2024-01-31T23:59:30.000`.
    private static func wallClock(_ text: String?) -> Int64? {
        text.flatMap { InstantParser.instant($0)?.milliseconds }
    }
}
