package import Contracts
package import RPC

/// The operations of day totals.
package protocol DayOperations: StorageOperations {
    /// A text that changes with each commit of a profile, and may change with those of others and each start.
    func stamp(of profile: String) async throws -> String

    /// The totals of a metric that the caller does not have, and the state of the metric.
    func days(
        _ request: Days.ReadRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse>
    func metricNames(of profile: String) async throws -> Days.NamesResponse
    func metrics(of profile: String) async throws -> Days.MetricsResponse
}

extension StorageServices where Engine: DayOperations {
    func registerDays(on router: inout Router) {
        router.handle(Days.read, isShort: true) { [engine] request, context in
            try await engine.days(request, of: context.profile)
        }
        router.handle(Days.readPages) { [engine] request, context, writer in
            let packet = try await engine.days(request, of: context.profile)
            return try await packet.sendPages(ofBytes: context.pageBytes, to: writer)
        }
        router.handle(Days.stamp, isShort: true) { [engine] _, context in
            Days.StampResponse(value: try await engine.stamp(of: context.profile))
        }
        router.handle(Days.names) { [engine] _, context in
            try await engine.metricNames(of: context.profile)
        }
        router.handle(Days.metrics) { [engine] _, context in
            try await engine.metrics(of: context.profile)
        }
    }
}
