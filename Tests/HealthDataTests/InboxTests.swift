import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import Logging
import RPC
import Synchronization
import Testing

@testable import IngestionService

/// Inboxes with the ingestion service and storage.
@Suite struct InboxTests {
    private let export = Export(records: (0..<50).map { .heartRate($0 * 30, Double(50 + $0)) })

    /// An inbox of the default profile, in a system of its own.
    private final class World: Sendable {
        let health: HealthWorld
        let folder: String
        /// Milliseconds that the clock of the task is ahead.
        let ahead = Mutex<Int64>(0)

        init() async throws {
            health = try await HealthWorld()
            folder = "\(health.folder)/inbox"
            mkdir(folder, 0o700)
            mkdir(home, 0o700)
            _ = try await health.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.inbox, value: folder))
        }

        var home: String { "\(health.folder)/home" }

        /// A task as after a start of the worker. `bus` imports the files, nil for the service.
        func task(_ bus: Client? = nil) -> InboxTask {
            InboxTask(
                home: home, storage: health.storage, bus: bus ?? health.ingestion,
                logger: Logger(label: "test")
            ) { WallClock.milliseconds() + self.ahead.withLock { $0 } }
        }

        func write(_ text: String, as name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }

        func names(_ outcome: String) -> [String] { Files.names(in: "\(folder)/\(outcome)") }

        func report(_ path: String) throws -> ImportReport {
            try JSONDecoder().decode(
                ImportReport.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
        }
    }

    @Test func `a file that two scans find unchanged is imported and moved with its report`()
        async throws
    {
        let world = try await World()
        let task = world.task()
        try world.write(export.text, as: "export.xml")

        try await task.scan()
        #expect(Files.names(in: world.folder) == ["export.xml"])
        try await task.scan()

        #expect(Files.names(in: world.folder) == ["done"])
        #expect(world.names("done") == ["export.xml", "export.xml.report.json"])
        #expect(try world.report("done/export.xml.report.json").stored == 50)
    }

    @Test func `the same file again adds nothing and gets a name of its own`() async throws {
        let world = try await World()
        let task = world.task()
        for _ in 0..<2 {
            try world.write(export.text, as: "export.xml")
            for _ in 0..<2 { try await task.scan() }
        }

        let report = try world.report("done/2-export.xml.report.json")
        #expect(report.stored == 0 && report.duplicate == 50)
        #expect(try world.report("done/export.xml.report.json").stored == 50)
        #expect(world.names("done").count == 4)
    }

    @Test func `a file that was imported before its worker was killed is imported again`()
        async throws
    {
        let world = try await World()
        try world.write(export.text, as: "export.xml")
        // The worker was killed between the end of the import and the move.
        try await world.health.runImport("\(world.folder)/export.xml")
        let content = try await world.health.content()
        let task = world.task()
        for _ in 0..<2 { try await task.scan() }

        let report = try world.report("done/export.xml.report.json")
        #expect(report.stored == 0 && report.duplicate == 50)
        #expect(try await world.health.content() == content)
    }

    @Test func `files that grow, are open, hidden or incomplete wait`() async throws {
        let world = try await World()
        let task = world.task()
        let half = String(export.text.prefix(export.text.count / 2))
        try world.write(half, as: "export.xml")
        for name in [".export.xml", "export.xml.part", "big.zip.crdownload"] {
            try world.write(export.text, as: name)
        }
        try world.write("", as: "empty.xml")
        try await task.scan()
        try world.write(export.text, as: "export.xml")
        try await task.scan()
        let writer = open("\(world.folder)/export.xml", O_WRONLY)
        try await task.scan()
        #expect(Files.names(in: world.folder).count == 5)

        close(writer)
        try await task.scan()
        #expect(try world.report("done/export.xml.report.json").stored == 50)
        #expect(Files.names(in: world.folder).count == 5)
    }

    @Test func `a file that cannot be imported is moved with the reason`() async throws {
        let world = try await World()
        let task = world.task()
        try world.write("hello", as: "hello.txt")
        try world.write("", as: "empty.xml")
        world.ahead.withLock { $0 = 120_000 }
        for _ in 0..<2 { try await task.scan() }

        #expect(
            world.names("failed") == [
                "empty.xml", "empty.xml.report.json", "hello.txt", "hello.txt.report.json",
            ])
        let report = try Data(
            contentsOf: URL(filePath: "\(world.folder)/failed/hello.txt.report.json"))
        #expect(String(decoding: report, as: UTF8.self).contains("\"message\""))
        #expect(Files.names(in: world.folder) == ["failed"])
        let failures = FailureRecords(folder: Home(folder: world.home, runFolder: "").failures)
        let files = try failures.names.map { try failures.record($0)?.fields["file"] }
        #expect(Set(files) == ["empty.xml", "hello.txt"])
    }

    @Test func `after a passing failure the file stays and is tried again later`() async throws {
        let world = try await World()
        try world.write(export.text, as: "export.xml")
        let attempts = Atomic(0)
        let task = world.task(
            Client(
                inProcess: BusyService {
                    attempts.add(1, ordering: .relaxed)
                }))
        for _ in 0..<4 { try await task.scan() }
        #expect(attempts.load(ordering: .relaxed) == 1)

        world.ahead.withLock { $0 = 11_000 }
        for _ in 0..<3 { try await task.scan() }
        #expect(attempts.load(ordering: .relaxed) == 2)
        #expect(Files.names(in: world.folder) == ["export.xml"])
    }

    @Test func `a folder that is missing, a file, or the home cannot be an inbox`() async throws {
        let world = try await World()
        try world.write("x", as: "file")
        let home = world.home
        mkdir("\(home)/inner", 0o700)

        #expect(throws: Status.self) { try Inbox("\(world.folder)/missing", home: home) }
        #expect(throws: Status.self) { try Inbox("\(world.folder)/file", home: home) }
        for path in [home, "\(home)/inner", world.health.folder, "/"] {
            let refusal = #expect(throws: Status.self) { try Inbox(path, home: home) }
            #expect(refusal?.code == .invalidArgument)
        }
        #expect(try Inbox("\(world.folder)/../inbox", home: home).folder == world.folder)
    }
}

/// An ingestion service that has no capacity.
private struct BusyService: Service {
    let onRun: @Sendable () -> Void

    func register(on router: inout Router) {
        router.handle(Imports.run) { _, _, _ in
            onRun()
            throw Status(.unavailable, "Busy.")
        }
    }
}
