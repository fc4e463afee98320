import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC
import Testing

@testable import IngestionService

struct ImportSourceTests {
    private let folder: String

    init() {
        folder = "/tmp/dayline-source-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(folder, 0o700)
    }

    private func path(_ name: String, _ content: [UInt8]) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(content).write(to: URL(filePath: path))
        return path
    }

    private func code(_ path: String) -> Status.Code? {
        do throws(Status) {
            _ = try ImportSource(path: path, name: nil)
            return nil
        } catch {
            return error.code
        }
    }

    private func plugin(_ name: String, _ accepts: String) throws -> InstalledPlugin {
        let text = """
            {"name": "\(name)", "kind": "importer", "executable": "X", "summary": "S", \
            "version": "1.0", "accepts": ["\(accepts)"]}
            """
        return InstalledPlugin(
            manifest: try Manifest(parsing: Array(text.utf8), file: "plugin.json"),
            file: "plugin.json", executable: "X")
    }

    @Test func `what cannot be read is refused, each in its own way`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipe = "\(folder)/pipe"
        mkfifo(pipe, 0o600)

        #expect(code("\(folder)/nothing.zip") == .notFound)
        #expect(code("relative.zip") == .invalidArgument)
        #expect(code(try path("empty.zip", [])) == .invalidArgument)
        #expect(code(pipe) == .invalidArgument)
        #expect(code(try path("export.xml", [60])) == nil)
        #expect(code(folder) == nil)
    }

    @Test(arguments: [
        ("export.zip", "PK\u{3}\u{4}", "apple"), ("export.xml", "<?xml version", "apple"),
        ("download", "PK\u{3}\u{4}", "apple"), ("activity.fit", "xxxx", "garmin"),
        ("export.FIT", "xxxx", "garmin"), ("log.csv", "a,b", nil),
        ("renamed.fit", "<?xml version", "apple"),
    ])
    func `the importer is told by the content, then by the name`(
        name: String, content: String, importer: String?
    ) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let apple = try Manifest(
            parsing: Array(
                """
                {"name": "apple", "kind": "importer", "executable": "X", "summary": "S", \
                "version": "1.0", "accepts": ["*.zip", "*.xml"]}
                """.utf8), file: "plugin.json")
        let choice = ImporterChoice(importers: [
            try plugin("garmin", "*.fit"),
            InstalledPlugin(manifest: apple, file: "plugin.json", executable: "X"),
        ])
        let source = try ImportSource(path: try path(name, Array(content.utf8)), name: nil)

        guard let importer else {
            #expect(throws: Status.self) { try choice.importer(for: source, named: nil) }
            return
        }

        #expect(try choice.importer(for: source, named: nil).manifest.name == importer)
        #expect(try choice.importer(for: source, named: "garmin").manifest.name == "garmin")
        #expect(throws: Status.self) { try choice.importer(for: source, named: "other") }
    }
}
