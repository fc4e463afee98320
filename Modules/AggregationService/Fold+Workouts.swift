import Aggregation
import CivilTime
import Contracts
import HealthMetrics
import RPC
import Synchronization

extension Fold {
    /// Returns the workouts that start on the days from `first` to `last`, and the workouts that
    /// overlap them directly or through others, ascending by start.
    func workouts(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> [WorkoutOutline] {
        let from = zones.startOfDay(first)
        var to = zones.startOfDay(last.advanced(by: 1))
        while true {
            let found = Mutex<[WorkoutOutline]>([])
            _ = try await reader.client.stream(
                HealthRows.workouts, HealthRows.RangeRequest(to: to, lastingFrom: from), options
            ) { page in
                let workouts = try page.outlines()
                found.withLock { $0 += workouts }
            }
            let workouts = found.withLock { $0 }
            // Workouts that start before the last one ends can overlap it.
            guard let end = workouts.map(\.end).max(), end > to else { return workouts }
            to = end
        }
    }

    /// Returns the merged workouts of the days from `first` to `last`, each with the day of its
    /// start.
    func exercises(
        from first: CivilDate, to last: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> [(day: CivilDate, workout: MergedWorkout)] {
        let recorded = try await workouts(from: first, to: last, in: zones, options)
        return try await merged(recorded, options)
            .map { (day: zones.civilDate(at: $0.start), workout: $0) }
            .filter { first <= $0.day && $0.day <= last }
    }

    /// The totals of `workoutDuration`, `workoutEnergy` or `workoutCount` by the day of the start:
    /// sums over merged workouts, all other fields over the records of the sources.
    func workoutTotals(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> DayTotals {
        let recorded = try await workouts(from: first, to: last, in: zones, options)
        var totals = DayTotals()
        for workout in recorded { totals.add(workout, metric, in: zones) }
        var sums: [CivilDate: Double] = [:]
        for workout in try await merged(recorded, options) {
            guard let value = workout.value(of: metric) else { continue }
            sums[zones.civilDate(at: workout.start), default: 0] += value
        }
        totals.replaceSums(
            with: sums.sorted { $0.key < $1.key }.map { DaySum(day: $0.key, sum: $0.value) })
        return totals.within(first...last)
    }

    /// The totals of a metric derived from workouts, by the shown name of the source.
    func workoutTotalsBySource(
        of metric: String, from first: CivilDate, to last: CivilDate, in zones: ZoneHistory,
        _ options: CallOptions
    ) async throws -> [String: DayTotals] {
        var totals: [String: DayTotals] = [:]
        for workout in try await workouts(from: first, to: last, in: zones, options) {
            totals[workout.source, default: DayTotals()].add(workout, metric, in: zones)
        }
        return totals.mapValues { $0.within(first...last) }
    }

    private func merged(
        _ workouts: [WorkoutOutline], _ options: CallOptions
    ) async throws -> [MergedWorkout] {
        mergedWorkouts(try await bouts(of: workouts, options))
    }

    /// The records with the priorities of their sources, in the same order.
    func bouts(
        of workouts: [WorkoutOutline], _ options: CallOptions
    ) async throws -> [WorkoutBout] {
        guard !workouts.isEmpty else { return [] }
        let timePriority = try await priority(of: "workoutDuration", options)
        let energyPriority = try await priority(of: "workoutEnergy", options)
        return workouts.map { workout in
            let sourceClass = SourceClass(
                isEntered: workout.isEntered, device: workout.device, source: workout.source)
            return WorkoutBout(
                type: workout.type, source: workout.sourceKey, start: workout.start,
                end: workout.end, seconds: workout.activeSeconds,
                kilocalories: workout.energy,
                rank: timePriority.rank(of: workout.sourceKey, sourceClass),
                energyRank: energyPriority.rank(of: workout.sourceKey, sourceClass))
        }
    }

    private func priority(
        of metric: String, _ options: CallOptions
    ) async throws -> SourcePriority {
        let chosen = try await reader.client.call(
            Sources.storedOrder, Sources.MetricRequest(metric: metric), options)
        return SourcePriority(order: chosen.order)
    }
}

extension DayTotals {
    /// Adds a workout's value of a metric, if it has one.
    fileprivate mutating func add(
        _ workout: WorkoutOutline, _ metric: String, in zones: ZoneHistory
    ) {
        guard let value = workout.value(of: metric) else { return }
        add(
            DayTotal(
                day: zones.civilDate(at: workout.start), sum: value, count: 1, min: value,
                max: value,
                last: .init(value: value, start: workout.start, end: workout.end, rank: 0)))
    }
}

extension MergedWorkout {
    /// The value in the metric's unit; nil if no source has one.
    fileprivate func value(of metric: String) -> Double? {
        workoutValue(of: metric, seconds: seconds, kilocalories: kilocalories)
    }
}

extension WorkoutOutline {
    /// The value in the metric's unit; nil if the workout has none.
    fileprivate func value(of metric: String) -> Double? {
        workoutValue(of: metric, seconds: activeSeconds, kilocalories: energy)
    }
}

/// The value of a workout in the unit of a derived metric; nil if the workout has none.
func workoutValue(of metric: String, seconds: Double, kilocalories: Double?) -> Double? {
    switch metric {
    case "workoutDuration": seconds / 60
    case "workoutEnergy": kilocalories
    case "workoutCount": 1
    default: nil
    }
}
