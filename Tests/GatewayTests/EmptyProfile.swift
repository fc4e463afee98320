import Contracts
import Foundation
import RPC

/// A profile without records.
struct EmptyProfile: Service {
    /// Runs before the metrics are answered.
    var prepare: @Sendable () async throws -> Void = {}

    func register(on router: inout RPC.Router) {
        router.handle(Insights.metrics) { _, _ in
            try await prepare()
            return Insights.MetricsResponse(metrics: [])
        }
        router.handle(Insights.workouts) { _, _ in Insights.WorkoutsResponse(workouts: []) }
        router.handle(Insights.sleep) { _, _ in Insights.SleepResponse(nights: []) }
        router.handle(Activities.list) { _, _ in Activities.ListResponse(activities: []) }
        router.handle(Goals.list) { _, _ in Goals.ListResponse(goals: []) }
        router.handle(Weights.list) { _, _ in
            try JSONDecoder().decode(
                Weights.ListResponse.self, from: Data(#"{"unit":"kg","weights":[]}"#.utf8))
        }
    }
}
