import FIT
import PluginKit

/// A session of a FIT activity: one workout.
struct FITSession {
    let sport: Sport
    /// Milliseconds since 1970, UTC.
    let start: Int64
    /// Milliseconds since 1970, UTC.
    let end: Int64
    /// Duration without pauses in seconds; nil if unknown.
    let seconds: Double?
    let statistics: [String: ImportedWorkout.Statistic]
    let metadata: [String: String]

    /// A longer session is damage.
    private static let maximumMilliseconds = 1e12

    /// Nil without a start.
    init?(_ message: FITMessage) {
        guard let start = message.instant(2) else { return nil }
        self.start = start
        let elapsed = message.number(7, scale: 1000)
        let span = elapsed.map { Int64(min(max(0, $0 * 1000), Self.maximumMilliseconds)) }
        end = span.map { start + $0 } ?? max(start, message.instant ?? start)
        seconds = message.number(8, scale: 1000)
        let sport = Sport(fit: message.integer(5) ?? 0, sub: message.integer(6) ?? 0)
        self.sport = sport
        statistics = Self.statistics(message, sport)
        metadata = Self.metadata(message)
    }

    private static func statistics(
        _ message: FITMessage, _ sport: Sport
    ) -> [String: ImportedWorkout.Statistic] {
        var statistics: [String: ImportedWorkout.Statistic] = [:]
        func set(
            _ metric: String?, _ unit: String, sum: Double? = nil, average: Double? = nil,
            min: Double? = nil, max: Double? = nil
        ) {
            guard let metric, sum != nil || average != nil || min != nil || max != nil else {
                return
            }
            statistics[metric] = ImportedWorkout.Statistic(
                unit: unit, sum: sum, average: average, min: min, max: max)
        }
        set(sport.distanceStatistic, "m", sum: message.number(9, scale: 100))
        set("activeEnergyBurned", "kcal", sum: message.number(11))
        set(
            "heartRate", "count/min", average: message.number(16), min: message.number(64),
            max: message.number(17))
        set(
            sport.speedMetric, "m/s",
            average: message.number(124, scale: 1000) ?? message.number(14, scale: 1000),
            max: message.number(125, scale: 1000) ?? message.number(15, scale: 1000))
        set(sport.powerMetric, "W", average: message.number(20), max: message.number(21))
        set(
            sport.cadenceMetric, "count/min", average: message.number(18),
            max: message.number(19))
        if sport.countsStrides {
            set("stepCount", "count", sum: message.number(10).map { $0 * 2 })
        }
        return statistics
    }

    private static func metadata(_ message: FITMessage) -> [String: String] {
        var metadata: [String: String] = [:]
        if let ascent = message.integer(22) {
            metadata["HKElevationAscended"] = "\(ascent * 100) cm"
        }
        if let descent = message.integer(23) {
            metadata["HKElevationDescended"] = "\(descent * 100) cm"
        }
        message.forEachDeveloperField { field, value in
            guard let value, !field.name.isEmpty else { return }
            var range = ValueRange()
            range.append(value)
            metadata[field.name] = range.text(unit: field.unit)
        }
        return metadata
    }
}
