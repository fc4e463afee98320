import Foundation
import Testing

/// The examples of tools/python and tools/shell against a real system: what scripts rely on.
@Suite(.serialized) struct ScriptTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        let export = try GeneratedExport(days: 60, seed: 21)
        defer { export.remove() }
        _ = try system.json("import", export.zip)
    }

    private var variables: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["DAYLINE_HOME": system.home, "PATH": "\(DaylineSystem.programs):\(path)"]
    }

    /// A Python that has pyzmq: the first of the path may be another than the system's own.
    private static let python: String? = ["python3", "/usr/bin/python3"].first { name in
        let outcome = try? DaylineSystem.run("/usr/bin/env", [name, "-c", "import zmq"])
        return outcome?.status == 0
    }

    /// What runs an example, and the example.
    private func command(_ example: String) throws -> [String] {
        let path = "\(DaylineSystem.package)/tools/\(example)"
        return example.hasSuffix(".py") ? [try #require(Self.python), path] : ["sh", path]
    }

    private func run(_ example: String, _ arguments: String...) throws -> [String] {
        let outcome = try DaylineSystem.run(
            "/usr/bin/env", try command(example) + arguments, variables: variables)
        try #require(outcome.status == 0, "\(example): \(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["python/examples/trend.py", "shell/trend.sh"])
    func `weeks are asked for as they were set to begin`(example: String) throws {
        let lines = try run(example, "steps", "sunday")

        let trend = try system.json("trends", "steps", "--interval", "week")
        let series = try #require(trend["series"] as? [[String: Any]])
        let days = series.compactMap { $0["startDate"] as? String }
        #expect(!days.isEmpty)
        #expect(lines.map { String($0.prefix(10)) } == days)
        #expect(try system.run("settings", "get", "weekStart").output == "sunday\n")
    }

    @Test(arguments: ["python/examples/heart_rate.py", "shell/heart-rate.sh"])
    func `a year of samples streams into columns, each once`(example: String) throws {
        let metrics = try system.json("metrics")
        let listed = try #require(metrics["metrics"] as? [[String: Any]])
        let heartRate = try #require(listed.first { $0["metric"] as? String == "heartRate" })
        let first = try #require(heartRate["firstDay"] as? String)
        let last = try #require(heartRate["lastDay"] as? String)
        try #require(first.prefix(4) == last.prefix(4), "the export is to lie in one year")

        let lines = try run(example, String(first.prefix(4)))

        let count = try #require(heartRate["samples"] as? Int)
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("\(count) samples, "), "\(lines[0])")
    }

    @Test(arguments: ["python/examples/follow.py", "shell/follow.sh"])
    func `changes are followed, those before and those to come`(example: String) throws {
        let file = NSTemporaryDirectory() + "dl-number-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try system.run("settings", "set", "weekStart", "saturday")

        let follower = try BackgroundCommand(
            "/usr/bin/env", try command(example) + [example.hasSuffix(".py") ? "0" : file],
            variables: variables)
        _ = try follower.lines { $0.contains { $0.contains("saturday") } }
        _ = try system.run("settings", "set", "weekStart", "sunday")
        let lines = try follower.lines { $0.last?.contains("sunday") == true }
        follower.kill()

        #expect(lines.last?.contains("sunday") == true, "\(lines)")
        if example.hasSuffix(".sh") {
            let number = try String(contentsOfFile: file, encoding: .utf8)
            #expect(lines.last?.contains("\"number\":\(number.dropLast())") == true)
        }
    }
}
