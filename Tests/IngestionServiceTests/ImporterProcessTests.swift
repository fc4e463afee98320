import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import IngestionService
import Logging
import RPC
import TestKit
import Testing
import ZeroMQ

/// Importer processes, played by scripts.
struct ImporterProcessTests {
    /// A home with a script as its only importer, and a file to import. Scripts run in a folder that
    /// they may write to, for their observations.
    final class ScriptHome: Sendable {
        let folder: String
        let loop: Loop
        let client: Client
        let storage = MemoryStorage()
        /// The records of the service, from the level debug.
        let log = RecordedLog()

        init(
            _ script: String, interpreter: String = "/bin/sh", manifest more: String = "",
            _ change: (inout ImporterPolicy) -> Void = { _ in }
        ) async throws {
            folder = "/tmp/dl-\(UInt32.random(in: 0...UInt32.max))"
            let home = Home(folder: "\(folder)/home", runFolder: "\(folder)/home/run")
            for name in ["", "/out", "/home", "/home/plugins", "/home/plugins/script"] {
                mkdir(folder + name, 0o700)
            }
            try home.prepare()
            loop = try Loop()
            let plugin = "\(home.pluginFolder)/script"
            let isShell = interpreter == "/bin/sh"
            let text = "#!\(interpreter)\n\(isShell ? "cd \(folder)/out\n" : "")\(script)\n"
            try Data(text.utf8).write(to: URL(filePath: "\(plugin)/importer"))
            chmod("\(plugin)/importer", 0o700)
            try Data("<?xml version='1.0'?>".utf8).write(to: URL(filePath: "\(folder)/a.xml"))
            try Data("secret".utf8).write(to: URL(filePath: home.database))
            let manifest = """
                {"name": "script", "kind": "importer", "executable": "importer", "summary": "S", \
                "version": "1.0", "accepts": ["*.xml"]\(more)}
                """
            let installed = InstalledPlugin(
                manifest: try Manifest(parsing: Array(manifest.utf8), file: "plugin.json"),
                file: "\(plugin)/plugin.json", executable: "\(plugin)/importer")
            var policy = ImporterPolicy(home: home)
            policy.writable.append("\(folder)/out")
            change(&policy)
            var logger = log.logger
            logger.logLevel = .debug
            let service = try await IngestionService.start(
                home: home, storage: Client(inProcess: storage),
                bus: Client(inProcess: storage), loop: loop,
                events: EventPublisher(publisher: "test"), logger: logger, policy: policy
            ) { [installed] }
            client = Client(inProcess: service)
        }

        deinit {
            loop.stop()
            // A failure does not affect the test.
            try? FileManager.default.removeItem(atPath: folder)
        }

        func run() async throws(Status) -> ImportReport {
            try await client.stream(
                Imports.run, Imports.RunRequest(path: "\(folder)/a.xml", zone: "Asia/Tokyo")
            ) { _ in }
        }

        func text(_ name: String) throws -> String {
            String(
                decoding: try Data(contentsOf: URL(filePath: "\(folder)/out/\(name)")),
                as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("exit 3", "exit status 3"), ("kill -SEGV $$", "signal 11"), ("exit 0", "exit status 0"),
    ])
    func `an importer that ends too early is reported with its termination`(
        script: String, ending: String
    ) async throws {
        let home = try await ScriptHome(script)

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.message.contains(ending) == true)
        #expect(await home.storage.staged.isEmpty)
    }

    @Test func `the output of an importer is in debug records and in the hint of its failure`()
        async throws
    {
        let home = try await ScriptHome("echo 'value 77.31415926x' >&2; echo 77.31415926y; exit 3")

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.hint?.contains("\n  value 77.31415926x\n  77.31415926y\n") == true)
        // The message is in events and notifications.
        #expect(error?.message.contains("77.31415926") == false)
        #expect(home.log.lines == ["debug: value 77.31415926x", "debug: 77.31415926y"])
    }

    @Test func `an importer that floods its output ends, and most of its lines are not logged`()
        async throws
    {
        let home = try await ScriptHome("yes | head -n 50000 >&2; echo last; exit 3")

        let error = await #expect(throws: Status.self) { try await home.run() }

        #expect(error?.hint?.contains("\n  last\n") == true)
        try await eventually("the count of the omitted lines") {
            home.log.lines.last?.hasSuffix("lines were omitted.") == true
        }
        #expect(home.log.lines.count < 50_000)
    }

    @Test func `an importer inherits its job and the file only`() async throws {
        let home = try await ScriptHome(
            "cat <&3 >job; cat <&4 >copy; /usr/bin/env >env; echo /proc/self/fd/* >open; exit 1")

        await #expect(throws: Status.self) { try await home.run() }

        let job = try JSONDecoder().decode(
            ImportJob.self, from: Data(try home.text("job").utf8))
        #expect(job.fileName == "a.xml")
        #expect(job.zone == "Asia/Tokyo")
        #expect(job.token.count == 64)
        #expect(try home.text("copy") == "<?xml version='1.0'?>")
        let variables = try home.text("env").split(separator: "\n")
            .compactMap { $0.split(separator: "=").first }
        #expect(Set(variables).isSubset(of: ["LANG", "PATH", "PWD", "_", "SHLVL", "OLDPWD"]))
        // The others are its own script and the folder that it lists.
        #expect(try home.text("open").split(separator: " ").count <= 7)
    }

    @Test func `a cancelled import kills the importer and its children`() async throws {
        let home = try await ScriptHome(
            "sleep 600 & echo $! >child; echo $$ >pid; echo >ready; wait")
        let run = Task { [home] in try await home.run() }
        try await eventually("its start") { access("\(home.folder)/out/ready", F_OK) == 0 }
        let numbers = try [home.text("pid"), home.text("child")].map {
            try #require(Int32($0.filter(\.isNumber)))
        }

        run.cancel()
        await #expect(throws: (any Error).self) { try await run.value }

        for number in numbers { try waitForEnd(of: number) }
    }

    @Test func `a job with thousands of units is read by the importer`() async throws {
        let home = try await ScriptHome("cat <&3 >job; exit 1")
        let names = (0..<5000).map { "a metric of one's own, number \($0)" }
        await home.storage.setUnits(
            [String: String](names.map { ($0, "count") }) { first, _ in first })

        await #expect(throws: Status.self) { try await home.run() }

        let job = try JSONDecoder().decode(ImportJob.self, from: Data(try home.text("job").utf8))
        #expect(job.units.count == 5000)
    }

    @Test func `child processes end with their importer`() async throws {
        let home = try await ScriptHome("sleep 600 & echo $! >child; exit 3")

        await #expect(throws: Status.self) { try await home.run() }

        let child = try #require(Int32(try home.text("child").filter(\.isNumber)))
        try waitForEnd(of: child)
    }
}
