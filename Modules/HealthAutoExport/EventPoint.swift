import JSON
import PluginKit

/// A point of a category: an occurrence and not a value.
enum EventPoint {
    /// The keys of the metrics of categories.
    static let keys: Set<String> = [
        "mindfulSession", "handwashingEvent", "toothbrushingEvent", "appleStandHour",
        sexualActivity,
    ]

    /// The metric whose points have three counters and no quantity.
    static let sexualActivity = "sexualActivity"
    private static let counters = ["Unspecified", "Protection Used", "Protection Not Used"]

    /// Milliseconds of the units of durations.
    private static let milliseconds: [String: Double] = [
        "s": 1000, "sec": 1000, "min": 60_000, "hr": 3_600_000, "h": 3_600_000,
    ]

    /// Appends an occurrence at the time of a point with a counter above 0. Several at one time are one.
    static func readCounters(
        _ record: JSONRecord, _ origin: PointReader.Origin, _ date: HealthAutoExportDate.Parsed,
        into samples: HealthAutoExportSamples, _ location: ItemLocation
    ) throws {
        let metric = origin.metric
        guard counters.contains(where: { (record.number(named: $0) ?? 0) > 0 }) else {
            return samples.batches.ignore(of: "\(metric.name) without an event")
        }
        try samples.append(
            0, origin.key, "category", record.text("source"),
            samples.instants(of: date, metric.span), metric.span.resolution(isTotal: false),
            location)
    }

    /// Appends an occurrence: a session of some minutes or seconds, or an hour with standing.
    static func read(
        _ record: JSONRecord, _ origin: PointReader.Origin, _ value: Double,
        _ date: HealthAutoExportDate.Parsed, into samples: HealthAutoExportSamples,
        _ location: ItemLocation
    ) throws {
        let metric = origin.metric
        var end = date.instant
        var code = 0.0
        if origin.key == "appleStandHour" {
            // The hours of a total of a day are not known.
            guard !metric.span.isDays else {
                return samples.batches.ignore(of: "\(metric.name) of a day")
            }
            end += 3_600_000
            code = value > 0 ? 0 : 1
        } else {
            guard let unit = milliseconds[metric.units], value > 0, value * unit <= 86_400_000
            else {
                return try samples.batches.quarantine(
                    location, type: metric.type,
                    reason: "its quantity is not a duration of at most a day")
            }
            end += Int64((value * unit).rounded())
        }
        try samples.append(
            code, origin.key, "category", record.text("source"), date.instant..<end,
            metric.span.resolution(isTotal: false), location)
    }
}
