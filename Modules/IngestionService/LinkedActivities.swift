import Contracts
import RPC

/// Updates the activities and weights that follow health data, by the tracker worker.
struct LinkedActivities: Sendable {
    /// A client of the bus; nil if there is no tracker.
    let bus: Client?

    /// Updates them after a change of health data that is folded. The change is stored whether or not
    /// this succeeds, so a failure is part of the response.
    /// - Returns: The updates; nil if there is no tracker.
    func update(_ options: CallOptions) async -> HealthLinks.SyncResponse? {
        guard let bus else { return nil }
        do {
            return try await bus.call(HealthLinks.sync, HealthLinks.SyncRequest(), options)
        } catch {
            return HealthLinks.SyncResponse(activities: [], weight: nil, problem: error.message)
        }
    }
}
