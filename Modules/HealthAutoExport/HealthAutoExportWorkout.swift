import JSON
import PluginKit

/// A workout of a file, of version 1 or 2, from its ``WorkoutMembers``, heart rates and route.
struct HealthAutoExportWorkout {
    private(set) var workout: ImportedWorkout

    /// Nil without a valid start and end.
    init?(_ record: JSONRecord, _ heartRates: HeartRateStatistic, _ route: RouteSummary) {
        guard let start = record.date("start"), let end = record.date("end") else { return nil }
        let name = record.text("name") ?? "Other"
        let type = Self.type(name)
        workout = ImportedWorkout(
            type: type, source: record.text("source") ?? HealthAutoExportSamples.defaultSource,
            start: start.instant, end: end.instant,
            seconds: record.number("duration").flatMap { $0 > 0 ? $0 : nil })
        for (key, metric) in WorkoutMembers.sums { set(metric, from: record, key) }
        set(Self.distance(type), from: record, "distance")
        workout.statistics["heartRate"] = heartRates.statistic
        workout.routes = [route.route(named: record.text("id") ?? "route")].compactMap(\.self)
        workout.metadata["name"] = name
        if let location = record.text("location") { workout.metadata["location"] = location }
        if let id = record.text("id") { workout.metadata["id"] = id }
    }

    /// Sets the sum of a metric from the quantity of a key.
    private mutating func set(_ metric: String, from record: JSONRecord, _ key: String) {
        guard let value = record.number(named: "\(key).qty") else { return }
        let (unit, factor) = HealthAutoExportNames.unit(
            record.text(named: "\(key).units") ?? "", of: metric)
        workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: value * factor)
    }

    /// HealthKit's type of a name such as `Outdoor Run`.
    private static func type(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        for word in words { if let type = types[word] { return type } }
        let joined = name.split { !$0.isLetter }.joined()
        return joined.isEmpty ? "Other" : joined
    }

    private static let types = [
        "run": "Running", "running": "Running", "walk": "Walking", "walking": "Walking",
        "hike": "Hiking", "hiking": "Hiking", "cycle": "Cycling", "cycling": "Cycling",
        "swim": "Swimming", "swimming": "Swimming", "rowing": "Rowing", "rower": "Rowing",
        "yoga": "Yoga", "elliptical": "Elliptical",
    ]

    private static func distance(_ type: String) -> String {
        switch type {
        case "Cycling": "distanceCycling"
        case "Swimming": "distanceSwimming"
        case "Rowing": "distanceRowing"
        case "Running", "Walking", "Hiking": "distanceWalkingRunning"
        default: "distanceOther"
        }
    }
}
