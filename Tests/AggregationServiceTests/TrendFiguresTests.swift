import Contracts
import Logging
import RPC
import Synchronization
import Testing

@testable import AggregationService

/// The fields of log records.
private final class Records: Sendable {
    private let records = Mutex<[Logger.Metadata]>([])

    var all: [Logger.Metadata] { records.withLock { $0 } }

    func add(_ record: Logger.Metadata) { records.withLock { $0.append(record) } }
}

/// A log that collects its records.
private struct Recorder: LogHandler {
    let records: Records
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { records.add(event.metadata ?? [:]) }
}

/// The log record of each computed trend.
@Suite struct TrendFiguresTests {
    private static let day = 20_001

    @Test func `a computed trend adds one record with its figures, and a cached one adds none`()
        async throws
    {
        let records = Records()
        // The day of the request has no value yet, which does not end the streak.
        let system = try await FoldingSystem(
            day: Int64(Self.day + 7),
            logger: Logger(label: "test") { _ in Recorder(records: records) })
        let values: [Double] = [80, 81, 82, 83, 84, 85, 86]
        try await system.replaceSamples(values, from: Int64(Self.day))
        let request = Insights.TrendsRequest(name: "bodyMass", interval: "day")
        _ = try await system.insights.call(Insights.trends, request)
        _ = try await system.insights.call(Insights.trends, request)
        await system.remove()

        #expect(
            records.all == [
                [
                    "days": "7", "buckets": "7", "answers": "0", "interval": "day", "span": "6",
                    "streak": "7",
                ]
            ])
    }
}
