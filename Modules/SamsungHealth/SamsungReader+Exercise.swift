import DelimitedText
import DeviceExports
import JSON
import PluginKit
import WorkoutFiles

extension SamsungReader {
    /// Appends a workout, with the heart rates and the route of its JSON files.
    func appendExercise(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let start = columns.instant("start_time", row),
            let end = columns.instant("end_time", row), start <= end
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its start or its end is not valid")
        }
        let exercise = columns.integer("exercise_type", row)
        let type = SamsungExercise.workoutType(exercise)
        var workout = ImportedWorkout(
            type: type, source: source(row, columns), device: device(row, columns), start: start,
            end: end, seconds: columns.positive("duration", row).map { $0 / 1000 },
            statistics: Self.statistics(row, columns, type),
            metadata: ["exercise_type": columns.text("exercise_type", row)])
        if SamsungExercise.isIndoor(exercise) { workout.metadata["HKIndoorWorkout"] = "1" }
        let title = columns.text("title", row)
        if !title.isEmpty { workout.metadata["name"] = title }
        if let gain = columns.positive("altitude_gain", row) {
            workout.metadata["HKElevationAscended"] = "\(gain * 100) cm"
        }
        if let document = document("location_data", row, columns) {
            workout.routes = try route(document, &batches)
        }
        try batches.append(
            workout, files: workout.routes.isEmpty ? [:] : ["route": 1], from: location)
        if let document = document("live_data", row, columns) {
            try appendLive(document, row, columns, &batches)
        }
    }

    private static func statistics(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ type: String
    ) -> [String: ImportedWorkout.Statistic] {
        var statistics: [String: ImportedWorkout.Statistic] = [:]
        if let energy = columns.positive("calorie", row) {
            statistics["activeEnergyBurned"] = .init(unit: "kcal", sum: energy)
        }
        if let distance = columns.positive("distance", row) {
            statistics[ActivityName.distanceStatistic(type)] = .init(unit: "m", sum: distance)
        }
        if let rate = columns.positive("mean_heart_rate", row) {
            statistics["heartRate"] = .init(
                unit: "count/min", average: rate, min: columns.positive("min_heart_rate", row),
                max: columns.positive("max_heart_rate", row))
        }
        return statistics
    }

    /// The heart rates of a workout. Its other live values are counted as ignored.
    private func appendLive(
        _ document: FilePart, _ row: DelimitedRow, _ columns: SamsungColumns,
        _ batches: inout SampleBatches
    ) throws {
        let series = try series("heartRate", "count/min", row, columns, in: &batches)
        try document.readDocument(
            into: &batches, type: "heartRate", progress: documentProgress,
            isWanted: { $0.count == 1 }
        ) { batches, _, record, location in
            guard let time = record.instant("start_time") else {
                return try batches.quarantine(
                    location, type: "heartRate", reason: "its start_time is not valid")
            }
            guard let rate = record.number("heart_rate"), rate > 0 else {
                return batches.ignore(of: "other live values")
            }
            try batches.append(series, start: time, end: time, value: rate, from: location)
        }
    }

    private func route(
        _ document: FilePart, _ batches: inout SampleBatches
    ) throws -> [ImportedWorkout.Route] {
        var route = RecordedRoute()
        try document.readDocument(
            into: &batches, type: "route", progress: documentProgress, isWanted: { $0.count == 1 }
        ) { _, _, record, _ in
            guard let latitude = record.number("latitude"),
                let longitude = record.number("longitude")
            else { return }
            route.append(
                time: record.instant("start_time"), latitude: latitude, longitude: longitude)
        }
        return route.route(file: String(document.fileName)).map { [$0] } ?? []
    }
}
