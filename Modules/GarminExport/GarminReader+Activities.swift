import DeviceExports
import JSON
import PluginKit

extension GarminReader {
    /// The longest activity in milliseconds.
    private static let longest = 1e12

    /// Appends the summary of an activity without a recorded file. Times are milliseconds, and lengths
    /// centimetres.
    func appendActivity(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard
            let start = instant("startTimeGmt", record) ?? instant("beginTimestamp", record),
            let duration = record.number("elapsedDuration") ?? record.number("duration"),
            (0...Self.longest).contains(duration), start.magnitude < UInt64(Self.longest) * 100
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its start or its duration is not valid")
        }
        guard !isRecorded(start) else {
            return batches.ignore(of: "activities with a recorded file")
        }
        let name = record.text("activityType") ?? "other"
        let type = ActivityName.workoutType(name)
        var workout = ImportedWorkout(
            type: type, source: Self.source, start: start, end: start + Int64(duration),
            seconds: record.number("duration").flatMap { $0 > 0 ? $0 / 1000 : nil },
            statistics: Self.statistics(record, type), metadata: ["activityType": name])
        if let title = record.text("name") { workout.metadata["name"] = title }
        if let gain = record.number("elevationGain"), gain > 0 {
            workout.metadata["HKElevationAscended"] = "\(gain) cm"
        }
        try batches.append(workout, from: location)
    }

    private static func statistics(
        _ record: JSONRecord, _ type: String
    ) -> [String: ImportedWorkout.Statistic] {
        func positive(_ key: StaticString) -> Double? {
            record.number(key).flatMap { $0 > 0 ? $0 : nil }
        }
        var statistics: [String: ImportedWorkout.Statistic] = [:]
        if let distance = positive("distance") {
            statistics[ActivityName.distanceStatistic(type)] = .init(unit: "cm", sum: distance)
        }
        if let steps = positive("steps") {
            statistics["stepCount"] = .init(unit: "count", sum: steps)
        }
        if let rate = positive("avgHr") {
            statistics["heartRate"] = .init(
                unit: "count/min", average: rate, min: positive("minHr"), max: positive("maxHr"))
        }
        return statistics
    }
}
