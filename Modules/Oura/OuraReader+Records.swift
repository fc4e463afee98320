import DeviceExports
import JSON
import PluginKit

extension OuraReader {
    func appendHeartRate(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        if hasNights, record.text("source") == "sleep" {
            return batches.ignore(of: "heart rates of nights")
        }
        guard let time = instant("timestamp", record) else {
            return try batches.quarantine(
                location, type: "heartRate", reason: "its timestamp is not valid")
        }
        guard let rate = record.positive("bpm") else {
            return batches.ignore(of: "heartRate without a value")
        }
        try append(rate, "heartRate", "count/min", from: time, to: time, &batches, location)
    }

    /// Appends the totals of a day.
    func appendActivity(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let values = [
            ("steps", "stepCount", "count"), ("active_calories", "activeEnergyBurned", "kcal"),
        ]
        var isEmpty = true
        for (key, metric, unit) in values {
            guard let value = record.positive(key) else { continue }
            isEmpty = false
            try appendDay(value, metric, unit, record, &batches, location)
        }
        if isEmpty { batches.ignore(of: "days without values") }
    }

    func appendSaturation(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        var average = record.positive("spo2_percentage")
        try record.withObject("spo2_percentage") { average = $0.number("average") }
        guard let average, average > 0 else {
            return batches.ignore(of: "oxygenSaturation without a value")
        }
        try appendDay(average / 100, "oxygenSaturation", "fraction", record, &batches, location)
    }

    func appendFitness(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let value = record.positive("vo2_max") else {
            return batches.ignore(of: "vo2Max without a value")
        }
        try appendDay(value, "vo2Max", "mL/min·kg", record, &batches, location)
    }

    func appendTemperature(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let time = instant("timestamp", record) else {
            return try batches.quarantine(
                location, type: "skinTemperature", reason: "its timestamp is not valid")
        }
        guard let value = record.positive("skin_temp") else {
            return batches.ignore(of: "skinTemperature without a value")
        }
        try append(value, "skinTemperature", "degC", from: time, to: time, &batches, location)
    }

    func appendWorkout(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let start = instant("start_datetime", record),
            let end = instant("end_datetime", record), start <= end
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its start or its end is not valid")
        }
        let name = record.text("activity") ?? "other"
        var workout = ImportedWorkout(
            type: ActivityName.workoutType(name), source: Self.source, start: start, end: end,
            metadata: ["activity": name])
        if let label = record.text("label") { workout.metadata["name"] = label }
        if let energy = record.positive("calories") {
            workout.statistics["activeEnergyBurned"] = .init(unit: "kcal", sum: energy)
        }
        if let distance = record.positive("distance") {
            workout.statistics[ActivityName.distanceStatistic(workout.type)] = .init(
                unit: "m", sum: distance)
        }
        try batches.append(workout, from: location)
    }
}
