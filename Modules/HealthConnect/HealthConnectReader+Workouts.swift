import DeviceExports
import PluginKit
import SQLiteFiles
import WorkoutFiles

extension HealthConnectReader {
    /// Appends the workouts, after their measurements were read.
    func readWorkouts() throws {
        let table = HealthConnectWorkouts.table
        for row in workouts.damaged {
            try quarantine(
                ItemLocation(offset: 0, line: 0, text: "\(table), row \(row)"), "Workout")
        }
        batches.ignore(workouts.refused, of: "workouts beyond the limit of a file")
        for (_, sessions) in workouts.sessions.sorted(by: { $0.key < $1.key }) {
            for session in sessions { try append(session) }
        }
    }

    private func append(_ session: HealthConnectWorkouts.WorkoutRow) throws {
        var workout = ImportedWorkout(
            type: session.type, source: origins.source(session.origin),
            device: origins.device(session.origin), start: session.start, end: session.end)
        if HealthConnectExercise.isIndoor(session.exercise) {
            workout.metadata["HKIndoorWorkout"] = "1"
        }
        if session.origin.isManual { workout.metadata["HKWasUserEntered"] = "1" }
        var name = "\(session.row)"
        try database.read(
            HealthConnectWorkouts.table, ["title", "notes", "uuid", "start_zone_offset"],
            row: session.row
        ) { row in
            workout.metadata["name"] = row.text(0)
            workout.metadata["notes"] = row.text(1)
            name = row.hexadecimal(2) ?? name
            note(offset: row.integer(3), at: session.start)
        }
        addStatistics(of: session, to: &workout)
        let laps = try addEvents(
            "exercise_laps_table", ["lap_start_time", "lap_end_time"], "Lap", session, &workout)
        let segments = try addEvents(
            "exercise_segments_table", ["segment_start_time", "segment_end_time"], "Segment",
            session, &workout)
        var route = RecordedRoute()
        try database.read(
            "exercise_route_table", ["timestamp_millis", "latitude", "longitude"],
            of: session.row, sortedBy: "timestamp_millis"
        ) { row in
            guard let latitude = row.number(1), let longitude = row.number(2) else { return }
            route.append(time: row.integer(0), latitude: latitude, longitude: longitude)
        }
        workout.routes = route.route(file: "Health Connect \(name)").map { [$0] } ?? []
        let elements = ["lap": laps, "segment": segments, "position": route.points]
        try batches.append(
            workout, elements: elements.filter { $0.value > 0 },
            from: ItemLocation(
                offset: 0, line: 0, text: "\(HealthConnectWorkouts.table), row \(session.row)"))
    }

    private func addStatistics(
        of session: HealthConnectWorkouts.WorkoutRow, to workout: inout ImportedWorkout
    ) {
        let sums = [
            ("stepCount", "count", session.steps), ("activeEnergyBurned", "kcal", session.energy),
            (Self.distance(session.type), "m", session.distance),
        ]
        for (metric, unit, sum) in sums where sum > 0 {
            workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: sum)
        }
        let rates = session.rates
        guard rates.count > 0 else { return }
        workout.statistics["heartRate"] = ImportedWorkout.Statistic(
            unit: "count/min", average: rates.sum / Double(rates.count), min: rates.least,
            max: rates.greatest)
    }

    /// Appends the rows of `table` as events; `columns` are those of the start and the end.
    /// - Returns: The number of events.
    private func addEvents(
        _ table: String, _ columns: [String], _ type: String,
        _ session: HealthConnectWorkouts.WorkoutRow, _ workout: inout ImportedWorkout
    ) throws -> Int {
        var events: [ImportedWorkout.Event] = []
        try database.read(table, columns, of: session.row) { row in
            guard let start = row.integer(0), let end = row.integer(1), start <= end,
                session.start...session.end ~= start, events.count < Self.eventLimit
            else { return }
            events.append(
                ImportedWorkout.Event(
                    type: type, start: start, seconds: Double(end) / 1000 - Double(start) / 1000))
        }
        workout.events += events
        return events.count
    }

    /// Laps or segments of a workout.
    private static var eventLimit: Int { 10_000 }
}
