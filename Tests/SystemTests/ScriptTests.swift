import Foundation
import TestKit
import Testing

/// The examples of tools/python and tools/shell with a real system.
@Suite(.serialized) struct ScriptTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    private struct Python {
        var program: String
        /// The module folder of another Python that has modules which this one lacks.
        var path: String?
    }

    private var variables: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["DAYLINE_HOME": system.home, "PATH": "\(DaylineSystem.programs):\(path)"]
    }

    /// Candidates: the first in PATH and the system's Python.
    private static let programs = ["python3", "/usr/bin/python3"]

    /// The output of a Python program; nil if it fails.
    private static func output(_ python: Python, _ code: String) -> String? {
        let outcome = try? DaylineSystem.run(
            "/usr/bin/env", [python.program, "-c", code], variables: variables(of: python))
        return outcome?.status == 0 ? outcome?.output.trimmingCharacters(in: .newlines) : nil
    }

    private static func variables(of python: Python) -> [String: String] {
        python.path.map { ["PYTHONPATH": $0] } ?? [:]
    }

    /// A Python that has pyzmq.
    private static let python = programs.map { Python(program: $0) }
        .first { output($0, "import zmq") != nil }

    /// A Python with pyzmq and NumPy, possibly from another Python's modules.
    private static let numericPython: Python? = {
        let paths = programs.compactMap { program in
            output(
                Python(program: program),
                "import numpy, os; print(os.path.dirname(os.path.dirname(numpy.__file__)))")
        }
        return programs.flatMap { program in
            paths.map { Python(program: program, path: $0) }
        }.first { output($0, "import zmq, numpy") != nil }
    }()

    /// The command that runs an example.
    private func command(_ example: String) throws -> [String] {
        let path = "\(DaylineSystem.package)/tools/\(example)"
        return example.hasSuffix(".py") ? [try #require(Self.python).program, path] : ["sh", path]
    }

    private func lines(_ command: [String], _ more: [String: String] = [:]) throws -> [String] {
        let outcome = try DaylineSystem.run(
            "/usr/bin/env", command, variables: variables.merging(more) { $1 })
        try #require(outcome.status == 0, "\(command): \(outcome.output) \(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func run(_ example: String, _ arguments: String...) throws -> [String] {
        try lines(command(example) + arguments)
    }

    @Test func `an unknown key is rejected before the call`() throws {
        let code = """
            import sys
            from dayline import Dayline
            from dayline.errors import InvalidArgument
            with Dayline(endpoint=f"ipc://{sys.argv[1]}/run/control.sock") as supervisor:
                try:
                    supervisor.call("dayline.supervisor.Control/Stop", {"name": "storage"})
                except InvalidArgument as error:
                    print(error)
            with Dayline() as bus:
                try:
                    bus.call("dayline.storage.Settings/Set",
                             {"key": "units", "vlaue": "metric"})
                except InvalidArgument as error:
                    print(error)
            """

        let lines = try lines(
            [try #require(Self.python).program, "-c", code, system.home],
            ["PYTHONPATH": "\(DaylineSystem.package)/tools/python"])

        #expect(
            lines == [
                "dayline.supervisor.Control/Stop has no key \"name\". The keys are: worker.",
                "dayline.storage.Settings/Set has no key \"vlaue\". The keys are: key, value.",
            ])
        #expect(try system.run("status").status == 0)
    }

    @Test(arguments: ["python/examples/log.py", "shell/log.sh"])
    func `the log example prints the new total and the open items`(example: String) throws {
        _ = try system.json(
            "activity", "add", "Water", "--type", "cumulative", "--target", "2000", "--unit", "ml")
        _ = try system.json("activity", "add", "Walk", "--slots", "morning")

        _ = try run(example, "Water", "250")
        let lines = try run(example, "Water", "500")

        #expect(lines.first?.hasPrefix("Water: 750") == true, "\(lines)")
        #expect(lines.contains("morning: Walk"), "\(lines)")
        let entries = try system.json("entries", "Water")["entries"] as? [[String: Any]]
        #expect(entries?.compactMap { $0["value"] as? Double }.sorted() == [250, 500])
    }

    @Test func `the log example prints done for an activity without a total`() throws {
        for example in ["python/examples/log.py", "shell/log.sh"] {
            let name = "Dream \(example)"
            _ = try system.json("activity", "add", name, "--type", "answer", "--answer", "text")

            let lines = try run(example, name, "of the sea")

            #expect(lines.first == "\(name): done", "\(lines)")
        }
    }

    @Test func `an unknown activity ends an example with a message`() throws {
        for example in ["python/examples/log.py", "shell/log.sh"] {
            let outcome = try DaylineSystem.run(
                "/usr/bin/env", try command(example) + ["Wather", "1"], variables: variables)

            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("\"Wather\""), "\(outcome.errors)")
        }
    }

    @Test func `the log example accepts names with quotes, backslashes and any letters`() throws {
        for example in ["python/examples/log.py", "shell/log.sh"] {
            let name = #"5\" of "Über" {a}\n"#
            _ = try system.json("activity", "add", name, "--type", "cumulative", "--target", "9")

            let lines = try run(example, name, "2")

            #expect(lines.first?.hasPrefix("\(name): 2") == true, "\(lines)")
            #expect(
                lines.contains("allDay: \(name)") || lines.contains { $0.hasSuffix(": \(name)") })
            _ = try system.json("activity", "delete", name)
        }
    }

    @Test func `without pyzmq an example names the package to install`() throws {
        for example in ["log.py", "heart_rate.py", "follow.py"] {
            let python = try #require(Self.python).program
            let hidden =
                "import runpy, sys; sys.modules['zmq'] = None; "
                + "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
            let file = "\(DaylineSystem.package)/tools/python/examples/\(example)"

            let outcome = try DaylineSystem.run(
                "/usr/bin/env", [python, "-c", hidden, file, "2026"], variables: variables)

            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("apt install python3-zmq"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("Traceback"), "\(outcome.errors)")
        }
    }

    @Test func `a year of samples is streamed into columns, each sample once`() throws {
        let export = try GeneratedExport(days: 60, seed: 21)
        defer { export.remove() }
        _ = try system.json("import", export.zip)
        let metrics = try system.json("metrics")
        let listed = try #require(metrics["metrics"] as? [[String: Any]])
        let heartRate = try #require(listed.first { $0["metric"] as? String == "heartRate" })
        let first = try #require(heartRate["firstDay"] as? String)
        let last = try #require(heartRate["lastDay"] as? String)
        try #require(first.prefix(4) == last.prefix(4), "the export must be within one year")

        let count = try #require(heartRate["samples"] as? Int)
        for example in ["python/examples/heart_rate.py", "shell/heart-rate.sh"] {
            let lines = try run(example, String(first.prefix(4)))

            #expect(lines.count == 1)
            #expect(lines[0].hasPrefix("\(count) samples, "), "\(lines[0])")
            if example.hasSuffix(".py") {
                try expectSame(lines[0], try command(example) + [String(first.prefix(4))])
            }
        }
    }

    /// The example prints the same numbers with and without NumPy, from the corresponding array types.
    private func expectSame(_ line: String, _ command: [String]) throws {
        guard let python = Self.numericPython else { return }
        let variables = Self.variables(of: python)
        let numeric = try lines([python.program] + command.dropFirst(), variables)
        let hidden =
            "import runpy, sys; sys.modules['numpy'] = None; "
            + "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
        let plain = try lines([python.program, "-c", hidden] + command.dropFirst(), variables)

        #expect(numeric.first?.hasSuffix(", as numpy.ndarray") == true)
        #expect(plain.first?.hasSuffix(", as array.array") == true)
        func numbers(_ line: String?) -> Substring? { line?.split(separator: ", as ").first }
        #expect(numbers(numeric.first) == numbers(plain.first))
        #expect(numbers(line) == numbers(plain.first))
    }

    @Test(arguments: [
        "for event in Dayline().events('import'): print(event['fields'], flush=True)",
        """
        async def main():
            async for event in aio.Dayline().events('import'): print(event['fields'], flush=True)
        asyncio.run(main())
        """,
    ])
    func `a script receives the progress of an import`(script: String) async throws {
        let code = """
            import asyncio, sys; sys.path.insert(0, "\(DaylineSystem.package)/tools/python")
            from dayline import Dayline, aio
            \(script)
            """
        let listener = try BackgroundCommand(
            "/usr/bin/env", [try #require(Self.python).program, "-c", code], variables: variables)
        let file = NSTemporaryDirectory() + "dl-script-" + UUID().uuidString + ".xml"
        defer { try? FileManager.default.removeItem(atPath: file) }

        // The script is subscribed once it has received an event.
        var count = 0
        try await eventually("an event") {
            count += 1
            try "<?xml version='1.0'?><HealthData><!--\(count)--></HealthData>"
                .write(toFile: file, atomically: true, encoding: .utf8)
            _ = try system.json("import", file)
            return !listener.lines.isEmpty
        }
        let lines = listener.lines { $0.contains { $0.contains("'stage': 'done'") } }
        listener.kill()

        #expect(lines.contains { $0.contains("'profile': 'default'") }, "\(lines)")
        #expect(lines.contains { $0.contains("'stage': 'done'") }, "\(lines)")
    }

    @Test func `the Python client's tests pass with NumPy`() throws {
        guard let python = Self.numericPython else { return }
        let outcome = try DaylineSystem.run(
            "/usr/bin/env",
            [
                python.program, "-m", "unittest", "discover", "-s",
                "\(DaylineSystem.package)/tools/python/tests",
            ], variables: Self.variables(of: python))

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
    }

    @Test(arguments: ["python/examples/follow.py", "shell/follow.sh"])
    func `the follow example prints earlier and later changes`(example: String) throws {
        let file = NSTemporaryDirectory() + "dl-number-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try system.run("settings", "set", "weekStart", "saturday")

        let follower = try BackgroundCommand(
            "/usr/bin/env", try command(example) + [example.hasSuffix(".py") ? "0" : file],
            variables: variables)
        _ = follower.lines { $0.contains { $0.contains("saturday") } }
        _ = try system.run("settings", "set", "weekStart", "sunday")
        let lines = follower.lines { $0.last?.contains("sunday") == true }
        follower.kill()

        #expect(lines.last?.contains("sunday") == true, "\(lines)")
        if example.hasSuffix(".sh") {
            let number = try String(contentsOfFile: file, encoding: .utf8)
            #expect(lines.last?.contains("\"number\":\(number.dropLast())") == true)
        }
    }
}
