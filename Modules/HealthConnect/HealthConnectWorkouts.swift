import SQLiteFiles

/// The workouts of an export, with the sums of measurements of their application within their times.
final class HealthConnectWorkouts {
    /// A workout with the number of its row. Its values are numbers, so that a workout has some 110 bytes.
    struct WorkoutRow {
        var row: Int64
        var start: Int64
        var end: Int64
        /// The number of `ExerciseSessionType`.
        var exercise: Int64
        var origin: HealthConnectOrigins.Origin
        var steps = 0.0
        /// Kilocalories.
        var energy = 0.0
        /// Metres.
        var distance = 0.0
        var rates = Rates()

        var type: String { HealthConnectExercise.type(exercise) }
    }

    /// Heart rates during a workout.
    struct Rates {
        var count = 0
        var sum = 0.0
        var least = Double.infinity
        var greatest = 0.0

        mutating func add(_ rate: Double) {
            count += 1
            sum += rate
            least = min(least, rate)
            greatest = max(greatest, rate)
        }
    }

    static let table = "exercise_session_record_table"

    /// Rows that are read: some 14 a day in ten years.
    private static let limit = 50_000

    /// The workouts of each application by start.
    private(set) var sessions: [Int64: [WorkoutRow]] = [:]
    /// Rows without times, which are quarantined.
    private(set) var damaged: [Int64] = []
    /// Number of rows beyond the limit, which are not read.
    private(set) var refused = 0

    init(_ database: HealthConnectDatabase, limit: Int = limit) throws {
        var (sessions, damaged, count) = ([Int64: [WorkoutRow]](), [Int64](), 0)
        try database.read(
            Self.table,
            ["row_id", "start_time", "end_time", "exercise_type"] + HealthConnectOrigins.columns
        ) { row in
            count += 1
            guard count <= limit else { return }
            guard let id = row.integer(0), let start = row.integer(1), let end = row.integer(2),
                start <= end
            else { return damaged.append(row.integer(0) ?? 0) }
            let origin = HealthConnectOrigins.Origin(row, at: 4)
            sessions[origin.application, default: []].append(
                WorkoutRow(
                    row: id, start: start, end: end, exercise: row.integer(3) ?? 0, origin: origin)
            )
        }
        for application in Array(sessions.keys) {
            sessions[application]?.sort { ($0.start, $0.row) < ($1.start, $1.row) }
        }
        (self.sessions, self.damaged, refused) = (sessions, damaged, max(0, count - limit))
    }

    /// The type of the workout of an application that contains a time; nil outside of workouts.
    func type(_ origin: HealthConnectOrigins.Origin, _ start: Int64, _ end: Int64) -> String? {
        index(origin, start, end).flatMap { sessions[origin.application]?[$0].type }
    }

    /// Adds a measurement to the workout that contains its time.
    func add(
        _ value: Double, of metric: String, _ origin: HealthConnectOrigins.Origin,
        _ start: Int64, _ end: Int64
    ) {
        guard value > 0, value.isFinite, let index = index(origin, start, end) else { return }
        switch metric {
        case "heartRate": sessions[origin.application]?[index].rates.add(value)
        case "stepCount": sessions[origin.application]?[index].steps += value
        case "activeEnergyBurned": sessions[origin.application]?[index].energy += value
        case _ where metric.hasPrefix("distance"):
            sessions[origin.application]?[index].distance += value
        default: break
        }
    }

    /// The last workout that starts at or before `start`, if it contains `end`.
    private func index(
        _ origin: HealthConnectOrigins.Origin, _ start: Int64, _ end: Int64
    ) -> Int? {
        guard let list = sessions[origin.application] else { return nil }
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].start <= start { low = middle + 1 } else { high = middle }
        }
        return low > 0 && end <= list[low - 1].end ? low - 1 : nil
    }
}
