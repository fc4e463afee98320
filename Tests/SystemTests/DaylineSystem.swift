import Foundation
import RPC
import Testing

/// A complete system in a temporary folder: the real supervisor, broker and workers.
///
/// The system is stopped when the last reference is released.
final class DaylineSystem: Sendable {
    let home: String

    /// The folder of the built programs, which is that of the test program.
    static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().path

    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Starts a system in `home`; nil creates a new folder. `options` are further ones of `up`, `variables`
    /// those of its environment.
    init(
        home: String? = nil, aggregationWorkers: Int = 1, options: [String] = [],
        variables: [String: String] = [:]
    ) throws {
        self.home = home ?? NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        let up = try Self.run(
            "\(Self.programs)/dayline",
            ["--home", self.home, "up", "--detach", "--aggregation", "\(aggregationWorkers)"]
                + options, variables: variables)
        try #require(up.status == 0, "up failed: \(up.errors)")
    }

    deinit {
        _ = try? run("down")
        copyLogs()
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Copies the logs and the database for the search of `tools/log_search.py`.
    private func copyLogs() {
        guard let target = ProcessInfo.processInfo.environment["DAYLINE_TEST_LOGS"] else { return }
        let folder = "\(target)/\(UUID().uuidString)"
        // A system that did not start has no logs.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for name in ["logs", "dayline.sqlite", "dayline.sqlite-wal"] {
            try? FileManager.default.copyItem(
                atPath: "\(home)/\(name)", toPath: "\(folder)/\(name)")
        }
    }

    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        /// The JSON document on standard output.
        func json() throws -> [String: Any] {
            try #require(
                JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any],
                "no JSON object: \(output) \(errors)")
        }
    }

    /// Runs `dayline` with this home.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome {
        try Self.run("\(Self.programs)/dayline", ["--home", home] + arguments)
    }

    /// Runs `dayline --json`, which must succeed, and returns its document.
    func json(_ arguments: String...) throws -> [String: Any] {
        try json(arguments)
    }

    func json(_ arguments: [String]) throws -> [String: Any] {
        let outcome = try Self.run(
            "\(Self.programs)/dayline", ["--home", home, "--json"] + arguments)
        try #require(outcome.status == 0, "\(arguments): \(outcome.output) \(outcome.errors)")
        return try outcome.json()
    }

    /// Starts `dayline` with this home and discards its output.
    func start(_ arguments: String...) throws -> Process {
        let process = Self.process("\(Self.programs)/dayline", ["--home", home] + arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs `dayline` with this home and `input` as its standard input.
    func run(_ arguments: String..., input: String) throws -> Outcome {
        try Self.run("\(Self.programs)/dayline", ["--home", home] + arguments, input: input)
    }

    /// The process ID of a worker; nil if none runs.
    func pid(of worker: String) throws -> Int32? {
        let workers = try #require(try json("status")["workers"] as? [[String: Any]])
        let pid = workers.first { $0["name"] as? String == worker }?["pid"] as? Int
        return pid.map(Int32.init)
    }

    /// A configured process, not yet started.
    static func process(
        _ program: String, _ arguments: [String], variables: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = nil
        // Servers check each message against its schema.
        environment[ServerSession.checkVariable] = "1"
        // The build folder may be outside the source tree.
        environment["DAYLINE_PLUGINS"] = "\(package)/Plugins"
        // Systems of concurrent tests listen at different ports.
        environment["DAYLINE_WEB_PORT"] = "0"
        process.environment = environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs a program to its end; `input` is its standard input, nil is an empty one.
    static func run(
        _ program: String, _ arguments: [String], input: String? = nil,
        variables: [String: String] = [:]
    ) throws -> Outcome {
        let process = process(program, arguments, variables: variables)
        let folder = NSTemporaryDirectory() + "dl-out-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Files, not pipes: a background child that keeps a pipe open would block the test.
        let (outputPath, errorPath) = ("\(folder)/out", "\(folder)/err")
        for path in [outputPath, errorPath] {
            try #require(FileManager.default.createFile(atPath: path, contents: nil))
        }
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorPath))
        if let input {
            try input.write(toFile: "\(folder)/in", atomically: true, encoding: .utf8)
            process.standardInput = try FileHandle(
                forReadingFrom: URL(fileURLWithPath: "\(folder)/in"))
        }
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus,
            output: try String(contentsOfFile: outputPath, encoding: .utf8),
            errors: try String(contentsOfFile: errorPath, encoding: .utf8))
    }
}

/// A generated export and its expected results.
struct GeneratedExport {
    let folder: String
    let xml: String
    let zip: String
    let truth: [String: Any]

    /// `density` is the part of the frequent samples that is written, `routes` the number of workouts with the
    /// points of a route. Most of the time of an import is that of these samples and points.
    init(
        days: Int, seed: Int, zone: String = "America/New_York", defects: String = "",
        density: Double = 1, routes: Int = 2
    ) throws {
        folder = NSTemporaryDirectory() + "dl-export-" + UUID().uuidString
        let outcome = try DaylineSystem.run(
            "/usr/bin/env",
            [
                "python3", "\(DaylineSystem.package)/tools/gen_export.py", "--days", "\(days)",
                "--seed", "\(seed)", "--tz", zone, "--out", folder, "--zip", "--density",
                "\(density)", "--routes", "\(routes)",
            ] + (defects.isEmpty ? [] : ["--defects", defects]))
        try #require(outcome.status == 0, "\(outcome.errors)")
        truth = try outcome.json()
        xml = "\(folder)/apple_health_export/export.xml"
        zip = "\(folder)/export.zip"
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
