import Contracts
import Logging
import RPC
import TestKit
import Testing

@testable import AggregationService

/// The log record of each computed trend.
@Suite(.cleanup) struct TrendFiguresTests {
    private static let day = 20_001

    @Test func `a computed trend adds one record with its figures, and a cached one adds none`()
        async throws
    {
        let log = RecordedLog()
        // The day of the request has no value yet, which does not end the streak.
        let system = try await FoldingSystem(
            day: Int64(Self.day + 7), logger: log.logger)
        let values: [Double] = [80, 81, 82, 83, 84, 85, 86]
        try await system.replaceSamples(values, from: Int64(Self.day))
        let request = Insights.TrendsRequest(name: "bodyMass", interval: "day")
        _ = try await system.insights.call(Insights.trends, request)
        _ = try await system.insights.call(Insights.trends, request)

        #expect(
            log.events.map(\.metadata) == [
                [
                    "days": "7", "buckets": "7", "answers": "0", "interval": "day", "span": "6",
                    "streak": "7",
                ]
            ])
    }
}
