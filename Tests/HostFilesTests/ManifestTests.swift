import RPC
import Testing

@testable import HostFiles

struct ManifestTests {
    static let complete = """
        {"name": "aggregation", "kind": "worker", "executable": "AggregationWorker",
         "summary": "Folds days.", "version": "1.2", "count": 2, "scalable": true,
         "after": ["storage"], "services": ["dayline.aggregation.Insights"], "capacity": 32}
        """

    @Test
    func `every key of a complete manifest is parsed`() throws {
        let manifest = try Manifest(parsing: Array(Self.complete.utf8), file: "plugin.json")

        #expect(manifest.name == "aggregation")
        #expect(manifest.kind == .worker)
        #expect(manifest.executable == "AggregationWorker")
        #expect(manifest.version == "1.2")
        #expect(manifest.count == 2)
        #expect(manifest.isScalable)
        #expect(manifest.after == ["storage"])
        #expect(manifest.services == ["dayline.aggregation.Insights"])
        #expect(manifest.capacity == 32)
        #expect(manifest.unknownKeys == [])
    }

    @Test
    func `optional keys have defaults`() throws {
        let manifest = try manifest(changing: [:])

        #expect(manifest.count == 1)
        #expect(!manifest.isScalable)
        #expect(manifest.after == [])
        #expect(manifest.capacity == nil)
    }

    @Test
    func `unknown keys are listed`() throws {
        #expect(
            try manifest(changing: ["restart": "\"always\"", "acepts": "[]"]).unknownKeys
                == ["acepts", "restart"])
    }

    /// Changes to a valid manifest (nil: the key is left out), and the key of the error.
    static let faults: [(changes: [String: String?], key: String)] = [
        (["name": nil], "name"), (["name": "\"\""], "name"), (["name": "\"Storage\""], "name"),
        (["name": "\"1st\""], "name"), (["name": "7"], "name"),
        (["name": "\"\(String(repeating: "a", count: 33))\""], "name"),
        (["kind": "\"plugin\""], "kind"), (["kind": nil], "kind"),
        (["executable": "\"/bin/sh\""], "executable"),
        (["executable": "\"../sh\""], "executable"), (["executable": "\"a//b\""], "executable"),
        (["summary": "\"\""], "summary"), (["version": "\"one\""], "version"),
        (["version": "\"1.\""], "version"), (["version": "1"], "version"),
        (["count": "0"], "count"), (["count": "65"], "count"), (["count": "1.5"], "count"),
        (["count": "\"2\""], "count"), (["scalable": "1"], "scalable"),
        (["fallback": "true"], "fallback"), (["scratch": "true"], "scratch"),
        (["combines": "true"], "combines"), (["gzip": "true"], "gzip"),
        (["after": "\"storage\""], "after"), (["after": "[\"a\", \"a\"]"], "after"),
        (["after": "[\"test\"]"], "after"), (["services": "[1]"], "services"),
        (["capacity": "0"], "capacity"), (["accepts": "[\"*.zip\"]"], "accepts"),
        (["kind": "\"broker\"", "count": "2"], "count"),
        (["kind": "\"broker\"", "after": "[\"a\"]"], "after"),
        (["kind": "\"importer\""], "accepts"),
        (["kind": "\"importer\"", "accepts": "[\"*\"]", "count": "2"], "count"),
        (["kind": "\"importer\"", "accepts": "[\"*\"]", "services": "[\"a\"]"], "services"),
    ]

    @Test(arguments: faults.indices)
    func `an error names the file and the key`(index: Int) {
        let fault = Self.faults[index]

        let error = #expect(throws: ManifestError.self) { try manifest(changing: fault.changes) }

        #expect(error?.file == "test/plugin.json")
        #expect(error?.key == fault.key)
        #expect(error?.status.message.hasPrefix("test/plugin.json: \"\(fault.key)\" ") == true)
    }

    @Test(arguments: ["{", "[]", "3", "{\"name\": }", "\u{0}"])
    func `a manifest that is not a JSON object is rejected`(text: String) {
        let error = #expect(throws: ManifestError.self) {
            try Manifest(parsing: Array(text.utf8), file: "test/plugin.json")
        }

        #expect(error?.key == nil)
    }

    @Test(arguments: [
        ("*.zip", "export.zip", true), ("*.zip", "Export.ZIP", true), ("*.zip", "zip", false),
        ("*.zip", ".zip", true), ("export.xml", "export.xml", true),
        ("export.xml", "my export.xml", false), ("export*.xml", "export 2.xml", true),
        ("a*a", "a", false), ("a*a", "aa", true), ("*b*b*", "abcb", true), ("*b*b*", "abc", false),
        ("*", "", true), ("*", "anything", true), ("**x", "yx", true),
    ])
    func `a star stands for any run of characters`(pattern: String, name: String, matches: Bool) {
        #expect(FilePattern(pattern).matches(name) == matches)
    }

    private func manifest(changing changes: [String: String?]) throws -> Manifest {
        var keys: [String: String?] = [
            "name": "\"test\"", "kind": "\"worker\"", "executable": "\"Test\"",
            "summary": "\"Tests.\"", "version": "\"1.0\"",
        ]
        keys.merge(changes) { $1 }
        let members = keys.sorted { $0.key < $1.key }.compactMap { key, value in
            value.map { "\"\(key)\": \($0)" }
        }
        let text = "{\(members.joined(separator: ", "))}"
        return try Manifest(parsing: Array(text.utf8), file: "test/plugin.json")
    }
}
