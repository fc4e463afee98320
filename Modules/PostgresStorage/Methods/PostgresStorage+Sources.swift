package import Contracts
import HealthMetrics
import PostgresClient
package import StorageCore

extension PostgresStorage: SourceOperations {
    package func sources(
        of metric: String, _ profile: String
    ) async throws -> Sources.ListResponse {
        try await read(profile) {
            Self.sources(of: metric, $0)
        } _: { _, results in
            try Self.sources(results, of: metric)
        }
    }

    package func storedOrder(of metric: String, _ profile: String) async throws -> [String] {
        try await read(profile) {
            [SourceOrderRows.order(of: metric, $0)]
        } _: { _, results in
            try SourceOrderRows.order(results[0])
        }
    }

    package func setOrder(
        _ request: Sources.SetOrderRequest, _ call: ChangeCall
    ) async throws -> Committed<Sources.SetOrderResponse> {
        let metric = request.metric
        return try await change(of: call.profile, call) {
            Self.sources(of: metric, $0)
        } _: { transaction, results in
            let profile = transaction.profile
            let listing = try Self.sources(results, of: metric)
            let order = try listing.keys(of: request.order)
            guard order != listing.order else {
                return Sources.SetOrderResponse(version: profile.dataVersion)
            }
            let version = profile.dataVersion + 1
            let dirty = [listing.dirtyDays(of: profile.id, version: version)].withDerived
            transaction.writes =
                SourceOrderRows.set(order, of: metric, profile.id)
                + DirtyRows.marking(dirty, profile.id) + [.setVersion(version, profile.id)]
            transaction.effects.dirty = dirty
            transaction.effects.logEntries.append(try listing.logEntry(order, of: profile))
            return Sources.SetOrderResponse(version: version)
        }
    }

    /// The series of a metric with the numbers and times of their samples.
    private static func sources(of metric: String, _ profile: Int64) -> [PostgresQuery] {
        let series =
            Derivation(metric: metric) == .workouts
            ? HealthRowRows.workoutSources(profile) : SeriesRows.extents(of: metric, profile)
        return [series, SourceOrderRows.order(of: metric, profile), ProfileRows.zones(of: profile)]
    }

    private static func sources(
        _ results: [PostgresResult], of metric: String
    ) throws -> Sources.ListResponse {
        let items =
            Derivation(metric: metric) == .workouts
            ? try HealthRowRows.workoutSources(results[0], metric: metric)
            : try results[0].rows.map(SeriesRows.source)
        return Sources.ListResponse(
            metric: metric, order: try SourceOrderRows.order(results[1]), series: items,
            zones: try ProfileRows.zones(results[2]))
    }
}
