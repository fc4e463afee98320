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
        let to = request.to ?? request.on ?? history.civilDate(at: now())
        let from = request.from ?? to.advanced(by: 1 - Self.usualDays)
        guard from <= to, from.distance(to: to) < Self.mostDays else {
            throw Status(
                .invalidArgument,
                "The range \(from)..\(to) is empty or longer than \(Self.mostDays) days.",
                hint: "Ask for 1 to \(Self.mostDays) days.")
        }
        let options = context.forwardedOptions
        let exercises = try await fold.exercises(from: from, to: to, in: history, options)
        let activity = dailyWorkouts(
            exercises.map {
                WorkoutSummary(
                    day: $0.day, seconds: $0.workout.seconds,
                    kilocalories: $0.workout.kilocalories)
            }, in: from...to)
        let rest = dailyRecovery(
            nights: try await fold.nights(from: from, to: to, in: history, options),
            hrv: try await totals(of: "heartRateVariabilitySDNN", in: request.zone, context),
            rhr: try await totals(of: "restingHeartRate", in: request.zone, context),
            respiratoryRate: try await totals(of: "respiratoryRate", in: request.zone, context),
            in: from...to)
        return Insights.RecoveryResponse(
            days: zip(activity, rest).map { activity, rest in
                Insights.RecoveryDay(
                    date: activity.day, workoutCount: activity.workoutCount,
                    averageDuration: activity.averageDuration,
                    averageCalories: activity.averageCalories,
                    averageSleepHours: rest.averageSleepHours, averageHRV: rest.averageHRV,
                    averageRHR: rest.averageRHR,
                    averageRespiratoryRate: rest.averageRespiratoryRate)
            }, headers: Self.headers(activity, rest))
    }

    private func totals(
        of metric: String, in zone: String?, _ context: CallContext
    ) async throws -> DayTotals {
        zone == nil
            ? try await cache.days(metric, context).totals
            : try await subject("metric:\(metric)", zone: zone, context).days.totals
    }

    private static let usualDays = 90
    private static let mostDays = 3_660

    private static func headers(
        _ activity: [DailyWorkouts], _ rest: [DailyRecovery]
    ) -> [String: String] {
        func average(_ values: [Double?]) -> Double? { ChartPoints(values).average }
        return [
            "averageDuration": HealthChartText.duration(
                seconds: average(activity.map(\.averageDuration))),
            "averageCalories": HealthChartText.energy(average(activity.map(\.averageCalories))),
            "averageSleepHours": HealthChartText.sleep(
                hours: average(rest.map(\.averageSleepHours))),
            "averageHRV": HealthChartText.heartRateVariability(average(rest.map(\.averageHRV))),
            "averageRHR": HealthChartText.heartRate(average(rest.map(\.averageRHR))),
            "averageRespiratoryRate": HealthChartText.respiratoryRate(
                average(rest.map(\.averageRespiratoryRate))),
        ]
    }
}
