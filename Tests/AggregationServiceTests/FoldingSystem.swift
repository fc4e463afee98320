import AggregationService
import CivilTime
import Contracts
import Foundation
import HostFiles
import Logging
import MemoryStorage
import RPC
import Samples
import Synchronization
import TestKit
import Testing
import Tracker
import TrackerService

/// Storage in memory, the tracker and an aggregation worker, in one process.
final class FoldingSystem: Sendable {
    let storage: Client
    /// The worker's connection to storage and the tracker.
    let transport: CountingTransport
    let insights: Client
    /// The tracker, with the worker's responses.
    let schedule: Client
    let clock: TestClock

    /// The clock of the worker is at the first minute of `day` (since 1970) in UTC. With
    /// `canSeeChanges`, the worker reads the commit counter; otherwise it calls storage. With `isRemote`,
    /// storage is on another machine.
    init(
        day: Int64, canSeeChanges: Bool = false, isRemote: Bool = false, logger: Logger = .silent
    ) async throws {
        let folder = NSTemporaryDirectory() + "dl-aggregation-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let count = "\(folder)/changes"
        let service = MemoryStorage(counter: canSeeChanges ? try CommitCounter(path: count) : nil)
        storage = Client(inProcess: service)
        let clock = TestClock(day * 86_400_000)
        self.clock = clock
        let zones = ZoneCatalog()
        let rules = TrackerService(client: storage, zones: zones) { clock.now }
        transport = CountingTransport(
            InProcessTransport(router: Router([service, rules]), isRemote: isRemote))
        let answers = InsightsService(
            client: Client(transport), zones: zones, logger: logger,
            changes: canSeeChanges ? CommitCounterReader(path: count) : nil
        ) { clock.now }
        insights = Client(inProcess: answers)
        schedule = Client(
            inProcess: TrackerService(
                client: Client(inProcess: service, answers), zones: zones
            ) { clock.now })
        let loop = FoldLoop(
            client: storage, zones: zones, logger: logger,
            events: EventPublisher(publisher: "test"))
        let folding = Task { await loop.run() }
        TestCleanup.add {
            folding.cancel()
            await folding.value
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Adds the activity Scale, which reads body mass.
    func addScale(type: ActivityType = .value, on day: CivilDate) async throws {
        var fields = Activities.Fields()
        fields.type = type
        if type != .checkbox { fields.unit = "kg" }
        fields.health = "bodyMass"
        _ = try await schedule.call(
            Activities.add, Activities.AddRequest(name: "Scale", fields: fields, on: day))
    }

    /// Replaces all samples of a metric in the segment that contains `day` by these values, one for
    /// each day from `day`. Returns when the samples are folded.
    /// - Returns: The samples.
    @discardableResult
    func replaceSamples(
        _ values: [Double], from day: Int64, metric: String = "bodyMass", profile: String? = nil
    ) async throws -> [SampleReference] {
        let options = CallOptions(profile: profile)
        let id = try await storage.call(
            Staging.begin,
            Staging.BeginRequest(importer: "test", file: "test"), options
        ).id
        let key = SeriesKey(
            metric: metric, unit: "kg", source: "Scale", sourceKey: "scale", device: "",
            isEntered: false)
        let series = try await storage.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [key]), options)
        var columns = SampleColumns()
        for (index, value) in values.enumerated() {
            let start = (day + Int64(index)) * 86_400_000 + 3_600_000
            columns.append(start: start, end: start, value: value)
        }
        let hash = ContentHash(columns)
        let chunk = ChunkRecord(
            series: try #require(series.ids.first), segment: columns.starts[0] / 1_048_576_000,
            count: Int32(values.count), first: columns.starts[0],
            last: columns.ends[values.count - 1], min: values.min() ?? 0,
            max: values.max() ?? 0, sum: values.reduce(0, +), hashHigh: hash.high,
            hashLow: hash.low, data: Bytes(ChunkCodec.encode(columns)))
        _ = try await storage.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [chunk].columns), options)
        let report = ImportReport(
            id: id, importer: "test", file: "test", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        let published = try await storage.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []),
            options)
        _ = try await storage.call(
            Folds.wait, Folds.WaitRequest(version: published.version), options)
        return columns.starts.indices.map { index in
            SampleReference(
                series: series.ids[0], start: columns.starts[index], end: columns.ends[index],
                value: columns.values[index])
        }
    }

    /// Replaces the value of a sample.
    func correct(
        _ sample: SampleReference, to value: Double, profile: String? = nil
    ) async throws {
        let applied = try await storage.call(
            Corrections.correct,
            Corrections.CorrectRequest(action: .edit, sample: sample, value: value),
            CallOptions(profile: profile))
        #expect(applied.isFolded)
    }

    /// The plotted days of a metric.
    func daily(
        _ metric: String = "bodyMass", profile: String? = nil
    ) async throws -> [Double] {
        try await trend(metric, profile: profile).daily.map(\.averageValue)
    }

    func trend(
        _ metric: String = "bodyMass", weekStart: String? = nil, profile: String? = nil
    ) async throws -> Insights.TrendsResponse {
        try await insights.call(
            Insights.trends, Insights.TrendsRequest(name: metric, weekStart: weekStart),
            CallOptions(profile: profile))
    }
}

/// A clock that changes only when it is set.
final class TestClock: Sendable {
    private let time: Mutex<Int64>

    init(_ now: Int64) {
        time = Mutex(now)
    }

    /// Milliseconds since 1970.
    var now: Int64 { time.withLock { $0 } }

    func advance(by milliseconds: Int64) {
        time.withLock { $0 += milliseconds }
    }
}

/// A transport that counts calls and received columns.
final class CountingTransport: Transport {
    private struct Counts {
        var calls: [String: Int] = [:]
        var bytes = 0
    }

    private let next: any Transport
    private let counts = Mutex(Counts())

    init(_ next: any Transport) {
        self.next = next
    }

    var isRemote: Bool { next.isRemote }

    func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let reply = try await next.perform(call, upload: upload, receive: receive)
        counts.withLock { counts in
            counts.calls[call.name.method, default: 0] += 1
            counts.bytes += reply.columns.reduce(0) { $0 + $1.bytes.count }
        }
        return reply
    }

    /// The counts while `body` runs.
    func counting(
        _ body: () async throws -> Void
    ) async throws -> (calls: [String: Int], bytes: Int) {
        counts.withLock { $0 = Counts() }
        try await body()
        return counts.withLock { ($0.calls, $0.bytes) }
    }
}
