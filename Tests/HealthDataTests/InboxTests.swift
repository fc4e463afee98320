import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import PluginKit
import RPC
import Synchronization
import TestKit
import Testing

@testable import IngestionService

/// Inboxes with the ingestion service and storage.
@Suite struct InboxTests {
    private let export = Export(records: (0..<50).map { .heartRate($0 * 30, Double(50 + $0)) })

    /// An inbox of the default profile, in a system of its own.
    private final class InboxSystem: Sendable {
        let health: TemporaryHealthSystem
        let folder: String
        /// Milliseconds that the clock of the task is ahead.
        let ahead = Mutex<Int64>(0)
        /// The records of the tasks, from the level info.
        let log = RecordedLog()

        /// `script` replaces Apple's importer.
        init(_ script: TemporaryHealthSystem.Script? = nil) async throws {
            health = try await TemporaryHealthSystem(script)
            folder = "\(health.folder)/inbox"
            mkdir(folder, 0o700)
            mkdir(home, 0o700)
            _ = try await health.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.inbox, value: folder))
        }

        var home: String { "\(health.folder)/home" }

        /// A task as after a start of the worker. `bus` imports the files, nil for the service. `changes`
        /// counts commits, nil for a scan that always asks storage.
        func task(_ bus: Client? = nil, changes: CommitCounterReader? = nil) -> InboxTask {
            InboxTask(
                home: home, storage: health.storage, bus: bus ?? health.ingestion,
                changes: changes, logger: log.logger
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
        let system = try await InboxSystem()
        let task = system.task()
        try system.write(export.text, as: "export.xml")

        try await task.scan()
        #expect(Files.names(in: system.folder) == ["export.xml"])
        try await task.scan()

        #expect(Files.names(in: system.folder) == ["done"])
        #expect(system.names("done") == ["export.xml", "export.xml.report.json"])
        #expect(try system.report("done/export.xml.report.json").stored == 50)
    }

    @Test func `the same file again adds nothing and gets a name of its own`() async throws {
        let system = try await InboxSystem()
        let task = system.task()
        for _ in 0..<2 {
            try system.write(export.text, as: "export.xml")
            for _ in 0..<2 { try await task.scan() }
        }

        let report = try system.report("done/2-export.xml.report.json")
        #expect(report.stored == 0 && report.duplicate == 50)
        #expect(try system.report("done/export.xml.report.json").stored == 50)
        #expect(system.names("done").count == 4)
    }

    @Test func `a file that was imported before its worker was killed is imported again`()
        async throws
    {
        let system = try await InboxSystem()
        try system.write(export.text, as: "export.xml")
        // The worker was killed between the end of the import and the move.
        try await system.health.runImport("\(system.folder)/export.xml")
        let content = try await system.health.content()
        let task = system.task()
        for _ in 0..<2 { try await task.scan() }

        let report = try system.report("done/export.xml.report.json")
        #expect(report.stored == 0 && report.duplicate == 50)
        #expect(try await system.health.content() == content)
    }

    @Test func `files that grow, are open, hidden or incomplete wait`() async throws {
        let system = try await InboxSystem()
        let task = system.task()
        let half = String(export.text.prefix(export.text.count / 2))
        try system.write(half, as: "export.xml")
        for name in [".export.xml", "export.xml.part", "big.zip.crdownload"] {
            try system.write(export.text, as: name)
        }
        try system.write("", as: "empty.xml")
        try await task.scan()
        try system.write(export.text, as: "export.xml")
        try await task.scan()
        let writer = open("\(system.folder)/export.xml", O_WRONLY)
        try await task.scan()
        #expect(Files.names(in: system.folder).count == 5)

        close(writer)
        try await task.scan()
        #expect(try system.report("done/export.xml.report.json").stored == 50)
        #expect(Files.names(in: system.folder).count == 5)
    }

    @Test func `a file that cannot be imported is moved with the reason`() async throws {
        let system = try await InboxSystem()
        let task = system.task()
        try system.write("hello", as: "hello.txt")
        try system.write("", as: "empty.xml")
        system.ahead.withLock { $0 = 120_000 }
        for _ in 0..<2 { try await task.scan() }

        #expect(
            system.names("failed") == [
                "empty.xml", "empty.xml.report.json", "hello.txt", "hello.txt.report.json",
            ])
        let report = try Data(
            contentsOf: URL(filePath: "\(system.folder)/failed/hello.txt.report.json"))
        #expect(String(decoding: report, as: UTF8.self).contains("\"message\""))
        #expect(Files.names(in: system.folder) == ["failed"])
        let failures = FailureRecords(folder: Home(folder: system.home, runFolder: "").failures)
        let files = try failures.names.map { try failures.record($0)?.fields["file"] }
        #expect(Set(files) == ["empty.xml", "hello.txt"])
    }

    @Test func `the reason of a failure is in the report, and its code in the log`() async throws {
        let system = try await InboxSystem { _, _ in
            throw ImportProblem("export.xml: could not convert string to float: '78.31415926x'")
        }
        let task = system.task()
        try system.write(export.text, as: "export.xml")
        for _ in 0..<2 { try await task.scan() }

        let report = try Data(
            contentsOf: URL(filePath: "\(system.folder)/failed/export.xml.report.json"))
        #expect(String(decoding: report, as: UTF8.self).contains("78.31415926x"))
        #expect(system.log.lines.count == 1)
        let line = try #require(system.log.lines.first)
        #expect(line.hasPrefix("error: \(system.folder)/export.xml cannot be imported"))
        #expect(line.contains("INVALID_ARGUMENT") && !line.contains("78.31415926"))
    }

    @Test func `after a passing failure the file stays and is tried again later`() async throws {
        let system = try await InboxSystem()
        try system.write(export.text, as: "export.xml")
        let attempts = Atomic(0)
        let task = system.task(
            Client(
                inProcess: BusyService {
                    attempts.add(1, ordering: .relaxed)
                }))
        for _ in 0..<4 { try await task.scan() }
        #expect(attempts.load(ordering: .relaxed) == 1)

        system.ahead.withLock { $0 = 11_000 }
        for _ in 0..<3 { try await task.scan() }
        #expect(attempts.load(ordering: .relaxed) == 2)
        #expect(Files.names(in: system.folder) == ["export.xml"])
    }

    @Test func `storage is asked for the inboxes after commits only`() async throws {
        let system = try await InboxSystem()
        let counter = try CommitCounter(path: "\(system.health.folder)/counter")
        let task = system.task(
            changes: CommitCounterReader(path: "\(system.health.folder)/counter"))
        try await task.scan()
        let other = "\(system.health.folder)/other"
        mkdir(other, 0o700)
        _ = try await system.health.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.inbox, value: other))
        try Data(export.text.utf8).write(to: URL(filePath: "\(other)/export.xml"))

        for _ in 0..<3 { try await task.scan() }
        #expect(Files.names(in: other) == ["export.xml"])

        counter.advance()
        for _ in 0..<2 { try await task.scan() }
        #expect(Files.names(in: other) == ["done"])
    }

    @Test func `a folder that is missing, a file, or the home cannot be an inbox`() async throws {
        let system = try await InboxSystem()
        try system.write("x", as: "file")
        let home = system.home
        mkdir("\(home)/inner", 0o700)

        #expect(throws: Status.self) { try Inbox("\(system.folder)/missing", home: home) }
        #expect(throws: Status.self) { try Inbox("\(system.folder)/file", home: home) }
        for path in [home, "\(home)/inner", system.health.folder, "/"] {
            let refusal = #expect(throws: Status.self) { try Inbox(path, home: home) }
            #expect(refusal?.code == .invalidArgument)
        }
        #expect(try Inbox("\(system.folder)/../inbox", home: home).folder == system.folder)
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
