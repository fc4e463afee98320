import AggregationService
import CivilTime
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import ImporterTestKit
import Logging
import PluginKit
import RPC
import StorageService
import Synchronization
import Testing
import TrackerService

@testable import AppleHealthImporter
@testable import IngestionService

/// Ingestion, storage and aggregation in this process with a database of their own, and the importer
/// of Apple Health exports.
final class TemporaryHealthSystem: Sendable {
    let folder: String
    let storage: Client
    let ingestion: Client
    let aggregation: Client
    private let newAggregation: @Sendable () -> Client
    private let service: StorageService
    private let loop: FoldLoop
    private let folding = Mutex<Task<Void, Never>?>(nil)

    typealias Script = @Sendable (ImportJob, inout SampleBatches) throws -> Void

    /// `script` replaces Apple's importer.
    init(_ script: Script? = nil) async throws {
        folder = "/tmp/dayline-health-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(folder, 0o700)
        let count = "\(folder)/changes"
        service = try await StorageService(
            path: "\(folder)/dayline.sqlite", systemZone: "UTC",
            counter: CommitCounter(path: count))
        storage = Client(inProcess: service)
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let manifest = try Data(
            contentsOf: package.appending(path: "Plugins/AppleHealthImporter/plugin.json"))
        let plugin = InstalledPlugin(
            manifest: try Manifest(parsing: Array(manifest), file: "plugin.json"),
            file: "plugin.json", executable: "/bin/false")
        ingestion = Client(
            inProcess: try IngestionService.inProcess(
                folder: "\(folder)/spool", storage: storage, importers: [plugin]
            ) {
                InProcessLauncher(receiver: $0) { file, job, batches in
                    if let script { return try script(job, &batches) }
                    try AppleHealthImporter().read(file, into: &batches)
                }
            })
        let logger = Logger(label: "test")
        let zones = ZoneCatalog()
        // The trend of body mass reads the weight log of the tracker worker.
        let rules = TrackerService(client: storage, zones: zones) { 1_800_000_000_000 }
        let dependencies = Client(inProcess: service, rules)
        newAggregation = { [storage] in
            Client(
                inProcess: InsightsService(
                    client: dependencies, zones: zones, logger: logger,
                    changes: CommitCounterReader(path: count)
                ) { 1_800_000_000_000 }, ReadingsService(client: storage, zones: zones),
                CheckupService(client: storage, zones: zones, logger: logger))
        }
        aggregation = newAggregation()
        loop = FoldLoop(
            client: storage, zones: zones, logger: logger,
            events: EventPublisher(publisher: "test"))
        startFolding()
    }

    deinit {
        folding.withLock { $0?.cancel() }
        // A failure does not affect the test.
        try? FileManager.default.removeItem(atPath: folder)
    }

    func startFolding() {
        folding.withLock { [loop] in $0 = Task { await loop.run() } }
    }

    /// Stops the fold worker, and waits for its end.
    func stopFolding() async {
        let task = folding.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    func write(_ export: Export, as name: String = "export.xml") throws -> String {
        try write(Array(export.text.utf8), as: name)
    }

    func write(_ bytes: [UInt8], as name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @discardableResult
    func runImport(
        _ path: String, dryRun: Bool = false, reconcile: Bool = false
    ) async throws -> ImportReport {
        let request = Imports.RunRequest(
            path: path, isDryRun: dryRun, isReconciling: reconcile)
        let report = try await ingestion.stream(Imports.run, request) { _ in }
        for rows in [report.byType, report.nested ?? [:], report.files ?? [:]] {
            #expect(rows.values.allSatisfy { $0.isBalanced })
        }
        return report
    }

    @discardableResult
    func runImport(
        _ export: Export, dryRun: Bool = false, reconcile: Bool = false
    ) async throws -> ImportReport {
        try await runImport(try write(export), dryRun: dryRun, reconcile: reconcile)
    }

    /// Series, segment and hash of every chunk.
    func content() async throws -> Set<String> {
        let found = Mutex<(names: [Int64: String], chunks: Set<String>)>(([:], []))
        _ = try await storage.stream(Staging.index, Empty()) { page in
            let series = try page.columns.column("series", .int64).array(of: Int64.self)
            let segments = try page.columns.column("segment", .int64).array(of: Int64.self)
            let hashes = try page.columns.column("hashHigh", .uint64).array(of: UInt64.self)
            found.withLock { found in
                for row in page.body.series {
                    let key = row.key
                    found.names[row.id] = "\(key.metric) \(key.sourceKey) \(key.isEntered)"
                }
                for (index, number) in series.enumerated() {
                    let name = found.names[number] ?? "?"
                    found.chunks.insert("\(name) \(segments[index]) \(hashes[index])")
                }
            }
        }
        return found.withLock { $0.chunks }
    }

    func day(_ metric: String, _ day: String) async throws -> Readings.DayResponse {
        let date = try JSONDecoder().decode(
            Readings.DayRequest.self,
            from: Data(
                #"{"name": "\#(metric)", "on": "\#(day)"}"#.utf8))
        return try await aggregation.call(Readings.day, date)
    }

    /// The trend of a metric, from the cache, or computed by a new worker.
    func trend(_ metric: String, isNew: Bool = false) async throws -> Insights.TrendsResponse {
        try await (isNew ? newAggregation() : aggregation).call(
            Insights.trends, Insights.TrendsRequest(name: metric))
    }

    /// Values of a day, each with its source.
    func values(_ metric: String, _ day: String) async throws -> [String] {
        try await self.day(metric, day).samples.map { "\($0.value) \($0.source)" }
    }

    func sums(_ metric: String) async throws -> [String: Double] {
        let totals = try await aggregation.call(Insights.days, Insights.DaysRequest(name: metric))
        return Dictionary(
            uniqueKeysWithValues: totals.days.map { ($0.day.description, $0.sum) })
    }
}
