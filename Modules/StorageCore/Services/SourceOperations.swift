package import Contracts
import HealthMetrics
import RPC

/// The operations of the sources of metrics.
package protocol SourceOperations: StorageOperations {
    func sources(of metric: String, _ profile: String) async throws -> Sources.ListResponse
    /// The normalized names of the sources, highest priority first; empty if no order was set.
    func storedOrder(of metric: String, _ profile: String) async throws -> [String]
    /// Sets the order and marks the days of the metric.
    func setOrder(
        _ request: Sources.SetOrderRequest, _ call: ChangeCall
    ) async throws -> Committed<Sources.SetOrderResponse>
}

extension StorageServices where Engine: SourceOperations {
    func registerSources(on router: inout Router) {
        router.handle(Sources.list) { [engine] request, context in
            try await engine.sources(of: request.metric, context.profile)
        }
        router.handle(Sources.storedOrder) { [engine] request, context in
            Sources.ChosenResponse(
                order: try await engine.storedOrder(of: request.metric, context.profile))
        }
        router.handle(Sources.setOrder) { [self] request, context in
            try await change(Sources.setOrder.name, request, context) {
                try await engine.setOrder(request, $0)
            }
        }
    }
}

extension Sources.ListResponse {
    /// The normalized names of the sources with these display names, compared without case.
    package func keys(of names: [String]) throws(StorageError) -> [String] {
        let known = Set(series.map(\.series.key.sourceKey))
        var keys: [String] = []
        for name in names {
            let normalized = SourceName(name).compared
            let key =
                known.contains(normalized)
                ? normalized
                : known.sorted().first { $0.lowercased() == normalized.lowercased() }
            guard let key else { throw .noSource(name, metric: metric) }
            if !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// The days that change with the source order.
    package func dirtyDays(of profile: Int64, version: Int64) -> DirtyMetric {
        let first = series.map(\.first).min() ?? 0
        let last = series.map(\.last).max() ?? 0
        return DirtyMetric(
            metric: ProfileMetric(profile: profile, metric: metric), version: version,
            spans: [DaySpan(firstMs: first, lastMs: last)],
            weight: Int64(series.reduce(0) { $0 + $1.samples }))
    }

    /// The log entry of a change to the order `new`.
    package func logEntry(
        _ new: [String], of profile: ProfileRow
    ) throws -> ChangeLog.Entry {
        ChangeLog.Entry(
            profile: profile, who: "person", kind: "sources", key: metric,
            before: try JSONBody.encode(order).text, after: try JSONBody.encode(new).text)
    }
}
