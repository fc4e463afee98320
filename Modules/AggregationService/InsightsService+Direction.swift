import CivilTime
import Contracts
import RPC
import Tracker

extension InsightsService {
    /// The direction in which the values of a metric or an activity should change, by its goals.
    ///
    /// - Parameters:
    ///   - metric: The metric or activity of a request.
    ///   - day: The day to answer as of; nil: today.
    ///   - context: The context of the request.
    /// - Returns: Nil without such a goal, and if goals want different directions.
    /// - Throws: The error of the call to the tracker worker.
    func goalDirection(
        of metric: MetricLookup.Match, on day: CivilDate?, _ context: CallContext
    ) async throws -> MetricTarget.Direction? {
        if let activity = metric.activity {
            return metric.isAnswered
                ? nil : try await goalDirection(of: activity, on: day, context)
        }
        return metric.key == HealthLinks.weightMetric
            ? try await weightDirection(on: day, context) : nil
    }

    private func goalDirection(
        of activity: Days.ActivityName, on day: CivilDate?, _ context: CallContext
    ) async throws -> MetricTarget.Direction? {
        let goals = try await client.call(
            Goals.list, Goals.ListRequest(on: day), context.forwardedOptions
        ).goals
        let directions = Set(
            goals.flatMap(\.metrics).filter { $0.activity == activity.name }
                .compactMap(\.direction))
        guard directions.count == 1, let direction = directions.first else { return nil }
        return direction == .up ? .increase : .decrease
    }

    /// The direction from the start weight to the goal weight; nil without a goal weight.
    private func weightDirection(
        on day: CivilDate?, _ context: CallContext
    ) async throws -> MetricTarget.Direction? {
        do {
            let plan = try await client.call(
                Weights.milestones, Weights.MilestonesRequest(on: day), context.forwardedOptions)
            guard let start = plan.start, start != plan.goal else { return nil }
            return plan.goal < start ? .decrease : .increase
        } catch {
            guard error.code == .failedPrecondition else { throw error }
            return nil
        }
    }
}
