import Aggregation
import CivilTime
import Contracts
import RPC
import Windows

extension InsightsService {
    func recovery(
        _ request: Insights.RecoveryRequest, _ context: CallContext
    ) async throws -> Insights.RecoveryResponse {
        let history = try await history(in: request.zone, context)
        // The page of each metric has the profile's setting of the day's end.
        let page = try await cache.days("restingHeartRate", context).page
        let to = request.to ?? request.on ?? page.today(at: now(), in: history)
        let from = request.from ?? to.advanced(by: 1 - Self.defaultDays)
        guard from <= to, from.distance(to: to) < Self.dayLimit else {
            throw Status(
                .invalidArgument,
                "The range \(from)..\(to) is empty or longer than \(Self.dayLimit) days.",
                hint: "Ask for 1 to \(Self.dayLimit) days.")
        }
        let options = context.forwardedOptions
        let exercises = try await fold.exercises(from: from, to: to, in: history, options)
        let workouts = dailyWorkouts(
            exercises.map {
                WorkoutSummary(
                    day: $0.day, seconds: $0.workout.seconds,
                    kilocalories: $0.workout.kilocalories)
            }, in: from...to)
        let recovery = dailyRecovery(
            nights: try await fold.nights(from: from, to: to, in: history, options),
            hrv: try await totals(of: "heartRateVariabilitySDNN", in: request.zone, context),
            rhr: try await totals(of: "restingHeartRate", in: request.zone, context),
            respiratoryRate: try await totals(of: "respiratoryRate", in: request.zone, context),
            in: from...to)
        return Insights.RecoveryResponse(
            days: zip(workouts, recovery).map { workouts, recovery in
                Insights.RecoveryDay(
                    date: workouts.day, workoutCount: workouts.workoutCount,
                    averageDuration: workouts.averageSeconds,
                    averageCalories: workouts.averageKilocalories,
                    averageSleepHours: recovery.sleepHours, averageHRV: recovery.averageHRV,
                    averageRHR: recovery.averageRHR,
                    averageRespiratoryRate: recovery.averageRespiratoryRate)
            }, headers: Self.headers(workouts, recovery))
    }

    private func totals(
        of metric: String, in zone: String?, _ context: CallContext
    ) async throws -> DayTotals {
        zone == nil
            ? try await cache.days(metric, context).totals
            : try await subject("metric:\(metric)", zone: zone, context).days.totals
    }

    private static let defaultDays = 90
    private static let dayLimit = 3_660

    /// The mean of each value as text, by the key of the value.
    private static func headers(
        _ workouts: [DailyWorkouts], _ recovery: [DailyRecovery]
    ) -> [String: String] {
        func average(_ values: [Double?]) -> Double? { ChartPoints(values).average }
        return [
            "averageDuration": HealthChartText.duration(
                seconds: average(workouts.map(\.averageSeconds))),
            "averageCalories": HealthChartText.energy(average(workouts.map(\.averageKilocalories))),
            "averageSleepHours": HealthChartText.sleep(
                hours: average(recovery.map(\.sleepHours))),
            "averageHRV": HealthChartText.heartRateVariability(average(recovery.map(\.averageHRV))),
            "averageRHR": HealthChartText.heartRate(average(recovery.map(\.averageRHR))),
            "averageRespiratoryRate": HealthChartText.respiratoryRate(
                average(recovery.map(\.averageRespiratoryRate))),
        ]
    }
}
