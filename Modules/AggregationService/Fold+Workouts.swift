import Aggregation
import CivilTime
import Contracts
import Metrics
import RPC
import Synchronization

extension Fold {
    /// The workouts that start on the days from `first` to `last`, by start.
    func workouts(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> [StoredRows.WorkoutPage.Identified] {
        let range = StoredRows.Range(
            from: zones.startOfDay(first), to: zones.startOfDay(last.advanced(by: 1)))
        let found = Mutex<[StoredRows.WorkoutPage.Identified]>([])
        _ = try await reader.client.stream(StoredRows.workouts, range, options) { page in
            found.withLock { $0 += page.workouts }
        }
        return found.withLock { $0 }
    }

    /// The totals of `workoutDuration`, `workoutEnergy` or `workoutCount`, by the day of the start.
    func workoutTotals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> DayTotals {
        var totals = DayTotals()
        for item in try await workouts(from: first, to: last, in: zones, options) {
            let workout = item.workout
            guard let value = workout.value(of: metric) else { continue }
            totals.add(
                DayTotal(
                    day: zones.civilDate(at: workout.start), sum: value, count: 1, min: value,
                    max: value,
                    last: .init(value: value, start: workout.start, end: workout.end, rank: 0)))
        }
        return totals
    }
}

extension Workout {
    /// Seconds without pauses: as the file says, else by the events that pause and resume.
    var activeSeconds: Double {
        if let seconds { return seconds }
        let lasting = Double(end - start) / 1000
        var paused = 0.0
        var pausedSince: Int64?
        for event in events.sorted(by: { $0.start < $1.start }) {
            switch event.type {
            case "Pause", "MotionPaused":
                pausedSince = pausedSince ?? event.start
            case "Resume", "MotionResumed":
                if let since = pausedSince { paused += Double(event.start - since) / 1000 }
                pausedSince = nil
            default: continue
            }
        }
        if let since = pausedSince { paused += Double(max(0, end - since)) / 1000 }
        return max(0, lasting - paused)
    }

    /// Kilocalories burned by being active; nil when the file does not say.
    var energy: Double? { statistics["activeEnergyBurned"]?.sum }

    /// In the metric's unit; nil when the workout has none.
    fileprivate func value(of metric: String) -> Double? {
        switch metric {
        case "workoutDuration": activeSeconds / 60
        case "workoutEnergy": energy
        case "workoutCount": 1
        default: nil
        }
    }
}
