import AggregationService
import Contracts
import Foundation
import HostFiles
import ImporterTestKit
import IngestionService
import Logging
import RPC
import Randomness
import StorageService
import Synchronization

/// Storage, ingestion and aggregation in this process on a simulated disk, which can be killed and lose its
/// power.
final class SimulatedHome: Sendable {
    /// The end of the services.
    enum End: String, CaseIterable {
        case close, kill
        case powerCut = "power cut"
    }

    /// The services between a start and an end.
    private struct Running {
        var service: StorageService
        var storage: Client
        var ingestion: Client
        var checkups: Client
        var folding: Task<Void, Never>
    }

    let disk: SimulatedDisk
    let clock: SimulatedClock
    private let folder: String
    private let running = Mutex<Running?>(nil)
    /// Contents of the record of acknowledged changes at earlier moments.
    private let records: Mutex<(random: SplitMix64, contents: [Data?])>

    private static let database = "dayline.sqlite"
    private static let closeAttempts = 500
    private static let logger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
    private static let zones = ZoneCatalog()

    var path: String { "\(disk.folder)/\(Self.database)" }

    private var recordPath: String { path + ".acknowledged" }

    /// Creates a new folder in `parent` with files that are durable, by name; without files, the first start
    /// creates the database.
    /// - Throws: If that fails.
    init(
        in parent: String, seed: UInt64, now: Int64, ignoresSyncs: Bool,
        files: [String: [UInt8]] = [:]
    ) throws {
        // SQLite passes paths without repeated slashes.
        let parent = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
        folder = "\(parent)/dl-simulation-\(UInt64.random(in: .min ... .max))"
        disk = SimulatedDisk(folder: "\(folder)/data", seed: seed, ignoresSyncs: ignoresSyncs)
        clock = SimulatedClock(now)
        records = Mutex((SplitMix64(seed: seed), [nil]))
        try FileManager.default.createDirectory(
            atPath: disk.folder, withIntermediateDirectories: true)
        disk.set(files)
        try write(files)
        SimulatedFileSystem.attach(disk)
    }

    /// The files of a database that was created and closed, from which homes can start. To create the tables
    /// takes a tenth of the time of a run.
    /// - Throws: If the database cannot be created.
    static func newFiles(in parent: String, now: Int64) async throws -> [String: [UInt8]] {
        let home = try SimulatedHome(in: parent, seed: 0, now: now, ignoresSyncs: false)
        defer { home.remove() }
        try await home.start()
        try await home.end(.close)
        return home.disk.files
    }

    func remove() {
        SimulatedFileSystem.detach(disk)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func current() throws -> Running {
        guard let running = running.withLock({ $0 }) else {
            throw Status(.unavailable, "The simulated home is stopped.")
        }
        return running
    }

    var storage: Client { get throws { try current().storage } }
    var ingestion: Client { get throws { try current().ingestion } }
    /// The checkups of aggregation.
    var checkups: Client { get throws { try current().checkups } }

    /// Starts the services.
    func start() async throws {
        let service = try await StorageService(
            path: path, systemZone: "UTC", now: { [clock] in clock.now }, delayed: clock.delayed)
        guard disk.openFiles > 0 else {
            throw Status(.internal, "SQLite does not use the simulated disk of \(path).")
        }
        let storage = Client(inProcess: service)
        let ingestion = try IngestionService.inProcess(
            folder: "\(folder)/spool", storage: storage, importers: [Self.plugin()]
        ) {
            InProcessLauncher(receiver: $0) { file, _, batches in
                try SampleFile.read(file, into: &batches)
            }
        }
        let loop = FoldLoop(
            client: storage, zones: Self.zones, logger: Self.logger,
            events: EventPublisher(publisher: "simulation"))
        running.withLock {
            $0 = Running(
                service: service, storage: storage, ingestion: Client(inProcess: ingestion),
                checkups: Client(
                    inProcess: CheckupService(
                        client: storage, zones: Self.zones, logger: Self.logger)),
                folding: Task { await loop.run() })
        }
        remember()
    }

    private static func plugin() throws -> InstalledPlugin {
        let manifest = """
            {"name": "simulated", "kind": "importer", "executable": "Simulated", "version": "1.0", \
            "summary": "Reads simulated samples.", "accepts": ["*.samples"]}
            """
        return InstalledPlugin(
            manifest: try Manifest(parsing: Array(manifest.utf8), file: "plugin.json"),
            file: "plugin.json", executable: "/bin/false")
    }

    /// Ends all calls that wait for folds, so that the callers can end. Does nothing if the home that the disk
    /// has stopped was started again meanwhile.
    func stopFolding() async {
        guard disk.isStopped else { return }
        await running.withLock { $0 }?.service.stopFolding()
    }

    /// Ends the services. All callers have to have ended; after ``End/kill`` and ``End/powerCut`` the disk
    /// has to be stopped.
    /// - Throws: INTERNAL if a connection to the database remains open.
    func end(_ end: End) async throws {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        if let ended {
            await ended.service.stopFolding()
            ended.folding.cancel()
            await ended.folding.value
            ended.service.close()
        }
        clock.removeWork()
        // Calls that were cancelled can still read for a moment.
        for _ in 0..<Self.closeAttempts where disk.openFiles > 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard disk.openFiles == 0 else {
            throw Status(
                .internal, "\(disk.openFiles) files of the database are open after its end.")
        }
        disk.resume()
        if end == .powerCut { try losePower() }
    }

    /// Replaces the files by those after a power cut. The record of acknowledged changes is not synced, and
    /// can be that of an earlier moment.
    private func losePower() throws {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        try write(disk.cutPower())
        let (isOlder, record) = records.withLock { records in
            (records.random.happens(oneIn: 2), records.random.pick(records.contents))
        }
        guard isOlder else { return }
        if let record {
            try record.write(to: URL(filePath: recordPath))
        } else {
            unlink(recordPath)
        }
    }

    private func write(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(filePath: "\(disk.folder)/\(name)"))
        }
    }

    /// Stores the present record of acknowledged changes for a later power cut.
    func remember() {
        let record = try? Data(contentsOf: URL(filePath: recordPath))
        records.withLock { $0.contents.append(record) }
    }

    /// Writes a file to import.
    func write(_ file: SampleFile, number: Int) throws -> String {
        let path = "\(folder)/\(number).samples"
        try Data(file.text.utf8).write(to: URL(filePath: path))
        return path
    }
}
