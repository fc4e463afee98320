package import Contracts
package import RPC

/// The operations of day totals.
package protocol DayOperations: StorageOperations {
    /// A text that changes with each commit and each start.
    var stamp: String { get }

    /// The totals of a metric that the caller does not have, and the state of the metric.
    func days(
        _ request: Days.ReadRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse>
    func metricNames(of profile: String) async throws -> Days.NamesResponse
    func metrics(of profile: String) async throws -> Days.MetricsResponse
}

extension StorageServices where Engine: DayOperations {
    package func registerDays(on router: inout Router) {
        router.handle(Days.read, isShort: true) { [engine] request, context in
            try await engine.days(request, of: context.profile)
        }
        router.answer(Days.stamp) { [engine] _, _ in Days.StampResponse(value: engine.stamp) }
        router.handle(Days.names) { [engine] _, context in
            try await engine.metricNames(of: context.profile)
        }
        router.handle(Days.metrics) { [engine] _, context in
            try await engine.metrics(of: context.profile)
        }
    }
}
