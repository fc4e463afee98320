import CivilTime
import Contracts
import RPC
import Tracker

extension InsightsService {
    /// The direction in which the goals of an activity want its values to change.
    ///
    /// - Parameters:
    ///   - metric: The metric or activity of a request.
    ///   - day: The day to answer as of; nil: today.
    ///   - context: The context of the request.
    /// - Returns: Nil for a metric, for an activity without such a goal, and if goals want different
    ///   directions.
    /// - Throws: The error of the call to the tracker worker.
    func goalDirection(
        of metric: MetricLookup.Match, on day: CivilDate?, _ context: CallContext
    ) async throws -> MetricTarget.Direction? {
        guard let activity = metric.activity, !metric.isAnswered else { return nil }
        let goals = try await client.call(
            Goals.list, Goals.ListRequest(on: day), context.forwardedOptions
        ).goals
        let directions = Set(
            goals.flatMap(\.metrics).filter { $0.activity == activity.name }
                .compactMap(\.direction))
        guard directions.count == 1, let direction = directions.first else { return nil }
        return direction == .up ? .increase : .decrease
    }
}
