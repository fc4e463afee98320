import SQLiteFiles

/// The workouts of an export, with the sums of measurements of their application within their times.
final class HealthConnectWorkouts {
    /// A workout with the number of its row.
    struct WorkoutRow {
        var row: Int64
        var start: Int64
        var end: Int64
        var type: String
        var isIndoor: Bool
        var origin: HealthConnectOrigins.Origin
        var sums: [String: Double] = [:]
        var rates = Rates()
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

    private static let limit = 200_000

    /// The workouts of each application by start.
    private(set) var sessions: [Int64: [WorkoutRow]] = [:]
    /// Rows without times, which are quarantined.
    private(set) var damaged: [Int64] = []

    init(_ database: HealthConnectDatabase) throws {
        var (sessions, damaged, count) = ([Int64: [WorkoutRow]](), [Int64](), 0)
        try database.read(
            Self.table,
            ["row_id", "start_time", "end_time", "exercise_type"] + HealthConnectOrigins.columns
        ) { row in
            guard count < Self.limit else { return }
            count += 1
            guard let id = row.integer(0), let start = row.integer(1), let end = row.integer(2),
                start <= end
            else { return damaged.append(row.integer(0) ?? 0) }
            let number = row.integer(3) ?? 0
            let origin = HealthConnectOrigins.Origin(row, at: 4)
            sessions[origin.application, default: []].append(
                WorkoutRow(
                    row: id, start: start, end: end, type: HealthConnectExercise.type(number),
                    isIndoor: HealthConnectExercise.isIndoor(number), origin: origin))
        }
        self.sessions = sessions.mapValues { $0.sorted { ($0.start, $0.row) < ($1.start, $1.row) } }
        self.damaged = damaged
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
        if metric == "heartRate" {
            sessions[origin.application]?[index].rates.add(value)
        } else if metric == "stepCount" || metric == "activeEnergyBurned"
            || metric.hasPrefix("distance")
        {
            sessions[origin.application]?[index].sums[metric, default: 0] += value
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
