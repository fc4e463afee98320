import AggregationService
import Contracts
import HostFiles
import Logging
import RPC
import TestKit
import Testing

/// Aggregation workers on another machine than storage.
@Suite(.cleanup) struct RemoteStorageTests {
    @Test func `day totals of storage on another machine are read in pages`() async throws {
        let local = try await FoldingSystem(day: 10)
        try await local.replaceSamples([70, 71, 72], from: 1)
        let expected = try await local.trend()
        let system = try await FoldingSystem(day: 10, isRemote: true)
        try await system.replaceSamples([70, 71, 72], from: 1)

        var trend: Insights.TrendsResponse?
        let counted = try await system.transport.counting { trend = try await system.trend() }

        #expect(trend == expected)
        #expect(counted.calls["ReadPages"] == 1)
        #expect(counted.calls["Read"] == nil)
    }

    @Test func `storage of a release without pages sends day totals in one message`() async throws {
        let system = try await FoldingSystem(day: 10, isRemote: true)
        try await system.replaceSamples([70, 71, 72], from: 1)
        let expected = try await system.trend()
        let clock = system.clock
        let insights = Client(
            inProcess: InsightsService(
                client: Client(StorageWithoutPages(system.transport)), zones: ZoneCatalog(),
                logger: .silent
            ) { clock.now })

        var trend: Insights.TrendsResponse?
        let counted = try await system.transport.counting {
            trend = try await insights.call(
                Insights.trends, Insights.TrendsRequest(name: "bodyMass"))
        }

        #expect(trend == expected)
        #expect(counted.calls["Read"] == 1)
    }
}

/// Storage on another machine that does not know ``Days/readPages``.
private struct StorageWithoutPages: Transport {
    private let next: any Transport

    init(_ next: any Transport) {
        self.next = next
    }

    var isRemote: Bool { true }

    func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        guard call.name != Days.readPages.name else {
            throw Status(.unimplemented, "\(call.name) is unknown.")
        }
        return try await next.perform(call, upload: upload, receive: receive)
    }
}
