import CivilTime
import DeviceExports
import JSON
import PluginKit
import WorkoutFiles

extension GoogleFitReader {
    /// Reads a workout with its route, and notes the start that its name states.
    func readRecording(_ part: FilePart, _ batches: inout SampleBatches) throws {
        do {
            guard
                try WorkoutFile.read(part, into: &batches, progress: progress, isJoined: true)
                    != nil
            else {
                return batches.countFiles(["recording": ItemCounts(ignored: 1)])
            }
        } catch let problem as ImportProblem {
            batches.countFiles(["recording": ItemCounts(quarantined: 1)])
            return try batches.report(
                problem.message, at: ItemLocation(offset: 0, line: 0, text: ""))
        }
        // A name such as `2015-06-23T17_04_34.103+03_00_PT1H25M28S_Running.tcx`.
        let name = part.fileName.prefix { $0 != "P" }.dropLast()
        let text = String(name.map { $0 == "_" ? ":" : $0 })
        if let start = InstantParser.instant(text), start.hasZone {
            addRecording(start.milliseconds / Self.minute)
        }
    }

    private static var minute: Int64 { 60_000 }

    /// Reads a session, which is a workout or a night.
    func readSession(_ part: FilePart, _ batches: inout SampleBatches) throws {
        try part.readDocument(
            into: &batches, type: "Workout", progress: progress, isWanted: { $0.isEmpty },
            { batches, _, record, location in try appendSession(record, &batches, location) })
    }

    private func appendSession(
        _ record: JSONRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let start = Self.instant(record.text("startTime")),
            let end = Self.instant(record.text("endTime")), start <= end
        else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its startTime or its endTime is not valid")
        }
        let name = record.text("fitnessActivity") ?? "other"
        guard !name.hasPrefix("sleep") else {
            return try appendNight(start..<end, &batches, location)
        }
        let minute = start / Self.minute
        guard !(minute - 1...minute + 1).contains(where: recordings.contains) else {
            return batches.ignore(of: "sessions with a recorded workout")
        }
        var workout = ImportedWorkout(
            type: ActivityName.workoutType(name), source: Self.source, start: start, end: end,
            metadata: ["name": record.text("name") ?? name])
        if let duration = record.text("duration"), duration.hasSuffix("s"),
            let seconds = Double(duration.dropLast()), seconds > 0,
            seconds < Double(end - start) / 1000
        {
            workout.seconds = seconds
        }
        for aggregate in record.records("aggregate") {
            guard let value = aggregate.number("floatValue") ?? aggregate.number("intValue"),
                value > 0, value.isFinite
            else { continue }
            switch aggregate.text("metricName") {
            case "com.google.step_count.delta":
                workout.statistics["stepCount"] = .init(unit: "count", sum: value)
            case "com.google.distance.delta":
                workout.statistics[ActivityName.distanceStatistic(workout.type)] = .init(
                    unit: "m", sum: value)
            case "com.google.calories.expended":
                workout.statistics["activeEnergyBurned"] = .init(unit: "kcal", sum: value)
            default: break
            }
        }
        try batches.append(workout, from: location)
    }

    /// Appends a night without stages, unless a stream has its stages.
    private func appendNight(
        _ times: Range<Int64>, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard !nights.contains(where: { $0.overlaps(times) }) else {
            return batches.ignore(of: "nights with stages")
        }
        let series = try batches.series(.sleep(source: Self.source))
        try batches.append(
            .asleep, to: series, start: times.lowerBound, end: times.upperBound, from: location)
    }

    private static func instant(_ text: String?) -> Int64? {
        text.flatMap { InstantParser.instant($0)?.milliseconds }
    }
}
