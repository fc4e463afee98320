import DeviceExports
import JSON
import PluginKit
import WorkoutFiles

/// A workout of a file, of version 1 or 2, from its ``WorkoutMembers``, heart rates and route.
struct HealthAutoExportWorkout {
    private(set) var workout: ImportedWorkout

    /// `sums` are those of lists by metric, and count for metrics without a quantity. Nil without a valid
    /// start and end.
    init?(
        _ record: JSONRecord, _ heartRates: HeartRateStatistic, _ route: RecordedRoute,
        _ sums: [String: Double]
    ) {
        guard let start = record.date("start"), let end = record.date("end") else { return nil }
        let name = record.text("name") ?? "Other"
        let type = ActivityName.workoutType(name)
        workout = ImportedWorkout(
            type: type, source: record.text("source") ?? HealthAutoExportSamples.defaultSource,
            start: start.instant, end: end.instant,
            seconds: record.number("duration").flatMap { $0 > 0 ? $0 : nil })
        for (metric, sum) in sums {
            workout.statistics[metric] = ImportedWorkout.Statistic(unit: "count", sum: sum)
        }
        for (key, metric) in WorkoutMembers.sums { set(metric, from: record, key) }
        set(ActivityName.distanceStatistic(type), from: record, "distance")
        workout.statistics["heartRate"] = heartRates.statistic ?? Self.heartRate(record)
        workout.routes = [route.route(file: record.text("id") ?? "route")].compactMap(\.self)
        workout.metadata["name"] = name
        if let location = record.text("location") { workout.metadata["location"] = location }
        if let id = record.text("id") { workout.metadata["id"] = id }
        if record.text("location") == "Indoor" { workout.metadata["HKIndoorWorkout"] = "1" }
        setHeight("HKElevationAscended", from: record, "elevationUp.qty", "elevation.ascent")
        setHeight("HKElevationDescended", from: record, "elevationDown.qty", "elevation.descent")
    }

    /// The average and the maximum of a workout without the list of its heart rates.
    private static func heartRate(_ record: JSONRecord) -> ImportedWorkout.Statistic? {
        let average = record.number(named: "avgHeartRate.qty").flatMap { $0 > 0 ? $0 : nil }
        let greatest = record.number(named: "maxHeartRate.qty").flatMap { $0 > 0 ? $0 : nil }
        guard average != nil || greatest != nil else { return nil }
        return ImportedWorkout.Statistic(unit: "count/min", average: average, max: greatest)
    }

    /// Sets a climbed height as HealthKit writes it, from the key of version 2 or 1.
    private mutating func setHeight(
        _ name: String, from record: JSONRecord, _ second: String, _ first: String
    ) {
        let units: String
        let number: Double?
        if let value = record.number(named: second) {
            (number, units) = (value, second.replacing(".qty", with: ".units"))
        } else {
            (number, units) = (record.number(named: first), "elevation.units")
        }
        guard let number, number > 0 else { return }
        let centimeters = record.text(named: units) == "ft" ? 30.48 : 100
        workout.metadata[name] = "\(number * centimeters) cm"
    }

    /// Sets the sum of a metric from the quantity of a key.
    private mutating func set(_ metric: String, from record: JSONRecord, _ key: String) {
        guard let value = record.number(named: "\(key).qty") else { return }
        let (unit, factor) = HealthAutoExportNames.unit(
            record.text(named: "\(key).units") ?? "", of: metric)
        workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: value * factor)
    }
}
