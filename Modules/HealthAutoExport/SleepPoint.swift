import JSON
import PluginKit

/// A point of the metric `sleep_analysis`, in one of three forms, distinguished by its keys.
struct SleepPoint {
    /// A stage with its time in milliseconds since 1970, UTC.
    struct Part: Hashable {
        var stage: SleepStage
        var start: Int64
        var end: Int64
    }

    var source: String
    /// True for the totals of a night, false for a single stage.
    var isAggregate: Bool
    var parts: [Part]

    private static let stages: [String: SleepStage] = [
        "inbed": .inBed, "core": .core, "deep": .deep, "rem": .rem, "awake": .awake,
        "asleep": .asleep, "unspecified": .asleep, "asleepunspecified": .asleep,
        "asleepcore": .core, "asleepdeep": .deep, "asleeprem": .rem,
    ]

    /// Nil if the point has none of the shapes, or an invalid date.
    init?(_ record: JSONRecord) {
        if let value = record.text("value") {
            let name = value.lowercased().filter { $0 != " " }
            guard let stage = Self.stages[name], let start = record.date("startDate"),
                let end = record.date("endDate")
            else { return nil }
            source = record.text("source") ?? HealthAutoExportSamples.defaultSource
            isAggregate = false
            parts = [Part(stage: stage, start: start.instant, end: end.instant)]
            return
        }
        // A phone without a watch sends the time in bed only.
        guard let start = record.date("sleepStart") ?? record.date("inBedStart"),
            let end = record.date("sleepEnd") ?? record.date("inBedEnd")
        else { return nil }
        source =
            record.text("source") ?? record.text("sleepSource") ?? record.text("inBedSource")
            ?? HealthAutoExportSamples.defaultSource
        isAggregate = true
        parts = Self.parts(record, from: start.instant, to: end.instant)
    }

    /// The totals of a night as parts one after another: the time of each stage within the night is not
    /// in the file. A total that exceeds the night ends with it.
    private static func parts(_ record: JSONRecord, from start: Int64, to end: Int64) -> [Part] {
        var parts: [Part] = []
        var time = start
        let totals: [(StaticString, SleepStage)] = [
            ("deep", .deep), ("core", .core), ("rem", .rem), ("asleep", .asleep),
            ("awake", .awake),
        ]
        for (key, stage) in totals {
            guard let hours = record.number(key), hours > 0, hours <= 48 else { continue }
            let next = min(end, time + milliseconds(hours))
            if next > time { parts.append(Part(stage: stage, start: time, end: next)) }
            time = max(time, next)
        }
        // Some versions send the total of the sleep without its stages.
        let isAsleep = parts.contains { $0.stage != .awake }
        if !isAsleep, let hours = record.number("totalSleep"), hours > 0, hours <= 48 {
            let next = min(end, time + milliseconds(hours))
            if next > time { parts.append(Part(stage: .asleep, start: time, end: next)) }
        }
        if let bedStart = record.date("inBedStart"), let bedEnd = record.date("inBedEnd"),
            bedStart.instant < bedEnd.instant
        {
            parts.append(Part(stage: .inBed, start: bedStart.instant, end: bedEnd.instant))
        } else if let hours = record.number("inBed"), hours > 0, hours <= 24 {
            // The time in bed that exceeds the night is before it: its time is not in the file.
            let bedStart = end - milliseconds(hours)
            if bedStart < start || parts.isEmpty {
                parts.append(Part(stage: .inBed, start: bedStart, end: end))
            }
        }
        return parts
    }

    private static func milliseconds(_ hours: Double) -> Int64 {
        Int64((hours * 3_600_000).rounded())
    }
}
