import Foundation
import Testing

/// `dayline plugins validate NAME FILE` with importers that misbehave.
@Suite struct ImporterValidationTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    /// The details of the checks that failed, by name.
    private func failures(of plugin: String) throws -> [String: String] {
        let file = "\(system.home)/\(plugin).csv"
        let lines = (0..<6000).map { "\(1_767_225_600_000 + $0 * 60_000),250\n" }
        try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try system.run("--json", "plugins", "validate", plugin, file)
        let checks = try #require(try outcome.json()["checks"] as? [[String: Any]])
        let failed = checks.filter { $0["ok"] as? Bool != true }
        #expect(outcome.status == (failed.isEmpty ? 0 : 1))
        return Dictionary(
            uniqueKeysWithValues: failed.map {
                ($0["name"] as? String ?? "", $0["detail"] as? String ?? "")
            })
    }

    private func createSwiftPlugin(_ name: String) throws {
        let folder = "\(system.home)/plugins/\(name)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(DaylineSystem.programs)/MisbehavingImporter",
            toPath: "\(folder)/MisbehavingImporter")
        let manifest = """
            {"name": "\(name)", "kind": "importer", "executable": "MisbehavingImporter", \
            "summary": "Misbehaves.", "version": "1.0", "accepts": ["\(name).csv"]}
            """
        try Data(manifest.utf8).write(to: URL(fileURLWithPath: "\(folder)/plugin.json"))
    }

    /// Creates an importer with the Python kit, and puts `lines` before its main part.
    private func createPythonPlugin(_ name: String, _ lines: String) throws {
        let created = try system.json("plugins", "new", name, "--language", "python")
        let folder = try #require(created["path"] as? String)
        let program = URL(fileURLWithPath: "\(folder)/importer.py")
        let text = try String(contentsOf: program, encoding: .utf8)
        try Data(
            text.replacingOccurrences(
                of: "if __name__",
                with: "dayline.importer.MAXIMUM_SAMPLES = 1000\n\(lines)\nif __name__"
            ).utf8
        ).write(to: program)
        let manifest = URL(fileURLWithPath: "\(folder)/plugin.json")
        let description = try String(contentsOf: manifest, encoding: .utf8)
        try Data(
            description.replacingOccurrences(
                of: "\"version\"", with: "\"silenceSeconds\": 2,\n  \"version\""
            ).utf8
        ).write(to: manifest)
    }

    @Test func `an importer with the Swift kit passes`() throws {
        try createSwiftPlugin("fair")

        #expect(try failures(of: "fair") == [:])
    }

    @Test func `a Swift importer that ends before it reads fails the handshake`() throws {
        try createSwiftPlugin("handshake")

        let failures = try failures(of: "handshake")

        #expect(failures.keys.sorted() == ["handshake"])
        #expect(failures["handshake"]?.contains("ended before it had read") == true)
    }

    @Test func `a Swift importer with impossible counts fails the check of limits`() throws {
        try createSwiftPlugin("limits")

        #expect(try failures(of: "limits").keys.sorted() == ["limits"])
    }

    @Test
    func `a Swift importer with wrong progress, other counts and crashes fails the three checks`()
        throws
    {
        try createSwiftPlugin("careless")

        let failures = try failures(of: "careless")

        // A cancelled importer that ignores signals is killed.
        #expect(failures.keys.sorted() == ["credit", "damage", "progress", "repetition"])
        #expect(failures["damage"]?.contains("ended before it had read") == true)
    }

    @Test func `an importer with the Python kit passes`() throws {
        try createPythonPlugin("calm", "")

        #expect(try failures(of: "calm") == [:])
    }

    @Test func `a Python importer that sends without credit fails the check of credit`() throws {
        try createPythonPlugin(
            "flood",
            """
            from dayline.client import Dayline
            send_items = Dayline._send_items
            def flood(self, connection, call, items):
                call.credit = call.credit and 1000
                return send_items(self, connection, call, items)
            Dayline._send_items = flood
            """)

        let failures = try failures(of: "flood")

        #expect(failures["credit"]?.contains("without credit") == true)
    }

    @Test func `a Python importer that waits for more credit fails the check of credit`() throws {
        try createPythonPlugin(
            "greedy",
            """
            from dayline.client import Dayline
            send_items = Dayline._send_items
            def wait(self, connection, call, items):
                return send_items(self, connection, call, items) if call.credit > 1 else items
            Dayline._send_items = wait
            """)

        let failures = try failures(of: "greedy")

        #expect(failures.keys.sorted() == ["credit"])
        #expect(failures["credit"]?.contains("was stopped") == true)
    }

    @Test func `a Python importer with too many samples in a batch fails the check of limits`()
        throws
    {
        try createPythonPlugin(
            "bulky",
            """
            import array
            def bulk(batches):
                water = batches.series("dietaryWater", "mL", "bulky")
                for index in range(40000):
                    batches._starts.append(index)
                batches._ends, batches._values = batches._starts, array.array("d", batches._starts)
                batches._series.append(water)
                batches._lengths.append(40000)
                batches.flush()
            read = lambda file, batches: bulk(batches)
            """)

        #expect(try failures(of: "bulky").keys.sorted() == ["limits"])
    }

    @Test func `a Python importer that ends on damage fails the check of damage`() throws {
        try createPythonPlugin(
            "brittle",
            """
            import os
            def abort(*arguments): os.abort()
            dayline.importer.Batches.quarantine = abort
            """)

        #expect(try failures(of: "brittle").keys.sorted() == ["damage"])
    }
}
