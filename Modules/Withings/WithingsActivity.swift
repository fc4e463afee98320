import DelimitedText
import DeviceExports
import JSON
import PluginKit

/// The rows of `activities.csv`: workouts with their measures as JSON.
struct WithingsActivity: WithingsTable {
    private let from: Int
    private let to: Int
    private let type: Int
    private let data: Int?

    /// Nil without the columns of the start, the end and the type.
    init?(_ header: DelimitedHeader) {
        guard let from = header.column("from"), let to = header.column("to"),
            let type = header.column("Activity type")
        else { return nil }
        self.from = from
        self.to = to
        self.type = type
        data = header.column("Data")
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        let location = ItemLocation(row)
        guard let start = time.instant(row[from]), let end = time.instant(row[to]), start <= end
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its start or its end is not valid")
        }
        let name = row[type]
        var workout = ImportedWorkout(
            type: ActivityName.workoutType(name), source: WithingsReader.source, start: start,
            end: end, metadata: ["name": name])
        if let data, !row.isEmpty(data) {
            row.withBytes(data) { bytes in
                guard let record = JSONRecord(bytes) else { return }
                Self.read(record, into: &workout)
            }
        }
        try batches.append(workout, from: location)
    }

    private static func read(_ record: JSONRecord, into workout: inout ImportedWorkout) {
        func sum(_ key: StaticString, _ metric: String, _ unit: String) {
            guard let value = record.number(key), value > 0 else { return }
            workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: value)
        }
        sum("calories", "activeEnergyBurned", "kcal")
        sum("steps", "stepCount", "count")
        sum("distance", ActivityName.distanceStatistic(workout.type), "m")
        if let average = record.number("hr_average"), average > 0 {
            func positive(_ key: StaticString) -> Double? {
                record.number(key).flatMap { $0 > 0 ? $0 : nil }
            }
            workout.statistics["heartRate"] = ImportedWorkout.Statistic(
                unit: "count/min", average: average, min: positive("hr_min"),
                max: positive("hr_max"))
        }
        if let pause = record.number("pause_duration"), pause > 0 {
            let seconds = Double(workout.end - workout.start) / 1000
            if pause < seconds { workout.seconds = seconds - pause }
        }
    }
}
