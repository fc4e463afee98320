import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC
import SQLiteWriter
import TestKit
import Testing
import ZipWriter

@testable import IngestionService

@Suite(.cleanup) struct ImportSourceTests {
    private let folder: String

    init() {
        folder = "/tmp/dayline-source-\(UInt64.random(in: 0...UInt64.max))"
        mkdir(folder, 0o700)
        TestCleanup.add { [folder] in try? FileManager.default.removeItem(atPath: folder) }
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

    @Test func `a path that cannot be read is rejected with the status of its problem`() throws {
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
        ("export.xml", "<?xml version='1.0'?><HealthData/>", "apple"),
        ("download", "<!DOCTYPE HealthData []><HealthData>", "apple"),
        ("activity.fit", "xxxx", "garmin"), ("export.FIT", "xxxx", "garmin"),
        ("export.xml", "<?xml version='1.0'?><gpx/>", nil), ("log.csv", "a,b", nil),
        ("renamed.fit", "<HealthData/>", "garmin"), ("export.zip", "PK\u{3}\u{4}", nil),
        ("backup.json", #"{"version": "2.0", "activities": []}"#, "dayline-json"),
        ("backup", #"{"version": "2.0", "activities": []}"#, "dayline-json"),
        ("package.json", #"{"version": "2.0", "dependencies": {}}"#, nil),
    ])
    func `the importer is chosen by name and content, then by name, then by content`(
        name: String, content: String, importer: String?
    ) throws {
        let apple = try Manifest(
            parsing: Array(
                """
                {"name": "apple", "kind": "importer", "executable": "X", "summary": "S", \
                "version": "1.0", "accepts": ["*.zip", "*.xml"], \
                "signatures": [{"contains": ["<HealthData"]}]}
                """.utf8), file: "plugin.json")
        let choice = ImporterChoice(importers: [
            try plugin("garmin", "*.fit"),
            InstalledPlugin(manifest: apple, file: "plugin.json", executable: "X"),
        ])
        let source = try ImportSource(path: try path(name, Array(content.utf8)), name: nil)

        guard let importer else {
            #expect(throws: Status.self) { try choice.choose(for: source, named: nil) }
            return
        }

        #expect(try choice.choose(for: source, named: nil).name == importer)
        #expect(try choice.choose(for: source, named: "garmin").name == "garmin")
        #expect(throws: Status.self) { try choice.choose(for: source, named: "other") }
    }

    @Test(arguments: ["export_1.zip", "1.gpx.gz", "download"])
    func `files packed with gzip are recognised by their contents`(name: String) throws {
        let manifest = try Manifest(
            parsing: Array(
                """
                {"name": "workouts", "kind": "importer", "executable": "X", "summary": "S", \
                "version": "1.0", "accepts": ["*.zip", "*.gpx"], "gzip": true, "signatures": [\
                {"contains": ["<gpx"]}, {"entry": "*.gpx", "contains": ["<gpx"]}]}
                """.utf8), file: "plugin.json")
        let choice = ImporterChoice(importers: [
            InstalledPlugin(manifest: manifest, file: "plugin.json", executable: "X")
        ])
        let packed = ZipWriter.gzip(Array("<gpx></gpx>".utf8))
        var archive = ZipWriter()
        archive.add("activities.csv", "Activity ID\n")
        archive.add("activities/1.gpx.gz", packed)
        let bytes = name.hasSuffix(".zip") ? archive.bytes : packed
        let source = try ImportSource(path: try path(name, bytes), name: nil)

        #expect(try choice.choose(for: source, named: nil).name == "workouts")
    }

    @Test func `importers that match equally well are listed with a command for each`() throws {
        let choice = ImporterChoice(importers: [
            try plugin("a", "*.csv"), try plugin("b", "log*"), try plugin("c", "*"),
        ])
        let source = try ImportSource(path: try path("log.csv", [97]), name: nil)

        let status = #expect(throws: Status.self) { try choice.choose(for: source, named: nil) }

        #expect(status?.code == .failedPrecondition)
        #expect(status?.message.contains("a, b") == true)
        #expect(status?.hint?.contains("--as a") == true)
        #expect(status?.hint?.contains("--as c") == false)
    }

    @Test(arguments: [
        ("run.gpx", "<?xml version='1.0'?><gpx></gpx>", "a GPX file"),
        ("loop.db", "SQLite format 3\0", "an SQLite database"),
        ("loop.bin", "SQLite format 3\0", "an SQLite database"),
        ("a.csv", "a,b\n1,2", "a CSV file that begins with \"a,b\""),
        ("a.fit", "........\u{2E}FIT", "a FIT file"),
        ("x", "{\"a\": {\"c\": 1}, \"b\": \"d\"}", "a JSON document with the keys a, b"),
        ("x", "[{\"a\": 1}, {\"a\": 2}]", "a JSON document with the key a"),
        ("x", "PK\u{5}\u{6}" + String(repeating: "\0", count: 18), "a zip archive"),
        ("x", "<tcx:x/>", "an XML file"), ("x", "y é\nz", "a text that begins with \"y é\""),
        ("x", "\u{1}\u{2}", nil),
    ])
    func `a file without an importer is rejected with its format and a remedy`(
        name: String, content: String, form: String?
    ) throws {
        let source = try ImportSource(path: try path(name, Array(content.utf8)), name: nil)
        let choice = ImporterChoice(importers: [try plugin("garmin", "*.garmin")])

        let status = #expect(throws: Status.self) { try choice.choose(for: source, named: nil) }

        let expected = form.map { "\(name) is \($0), which no installed importer reads." }
        let unknown =
            "\(name) has an unknown format, which no installed importer reads: it begins with the "
            + "bytes 01 02."
        #expect(status?.message == expected ?? unknown)
        #expect(status?.hint?.split(separator: "\n").count ?? 0 <= 3)
        #expect(status?.hint?.contains("Importers for --as: garmin, dayline-json") == true)
        #expect(status?.hint?.contains("dayline plugins new") == true)
    }

    @Test func `an archive and a database are rejected with the names of their content`() throws {
        var archive = ZipWriter()
        for index in 1...7 { archive.add("media/\(index).jpg", "x") }
        let database = try databaseBytes(
            "CREATE TABLE moods (a TEXT); CREATE TABLE days (b TEXT);")
        let files = [
            (
                "a.zip", archive.bytes,
                "a zip archive with the files media/1.jpg, media/2.jpg, media/3.jpg, media/4.jpg, "
                    + "media/5.jpg and 2 more"
            ),
            ("a.db", database, "an SQLite database with the tables moods, days"),
        ]

        for (name, bytes, expected) in files {
            let source = try ImportSource(path: try path(name, bytes), name: nil)
            let status = #expect(throws: Status.self) {
                try ImporterChoice(importers: []).choose(for: source, named: nil)
            }
            #expect(
                status?.message == "\(name) is \(expected), which no installed importer reads.")
        }
    }

    @Test(arguments: [
        ("run.gpx", "something", "a GPX file"), ("a.FIT", "........\u{2E}GIF", "a FIT file"),
        ("a.json", "x", "a JSON document"),
    ])
    func `a file with other content than its name states is rejected for its content`(
        name: String, content: String, form: String
    ) throws {
        let source = try ImportSource(path: try path(name, Array(content.utf8)), name: nil)

        let status = #expect(throws: Status.self) {
            try ImporterChoice(importers: []).choose(for: source, named: nil)
        }

        #expect(
            status?.message == "\(name) is named as \(form), but its content is something else.")
    }

    @Test(arguments: ["PK\u{3}\u{4}", "PK\u{3}\u{4}\u{14}\0\0\0\0\0"])
    func `a zip archive without its end is rejected as incomplete`(content: String) throws {
        let source = try ImportSource(path: try path("export.zip", Array(content.utf8)), name: nil)

        let status = #expect(throws: Status.self) {
            try ImporterChoice(importers: []).choose(for: source, named: nil)
        }

        #expect(status?.message.contains("incomplete or damaged zip archive") == true)
        #expect(status?.hint?.contains("download the whole file again") == true)
    }

    @Test func `an export in UTF-16 is rejected for its encoding`() throws {
        let bytes: [UInt8] = [0xFF, 0xFE] + "<HealthData/>".utf8.flatMap { [$0, 0] }
        let source = try ImportSource(path: try path("export.xml", bytes), name: nil)

        let status = #expect(throws: Status.self) {
            try ImporterChoice(importers: []).choose(for: source, named: nil)
        }

        #expect(status?.message.contains("UTF-16") == true)
        #expect(status?.hint?.contains("iconv -f UTF-16 -t UTF-8") == true)
    }

    @Test(arguments: [1, 7, 13, 22, 4096])
    func `the first and last day are found for any block size`(block: Int) {
        var range = FileDayRange(mark: " startDate=\"")
        let text = [
            "2024-03-05", "2023-01-31", "1200-01-01", "2024-13-01", "2025-12-31", "x023-01-01",
        ].map { "<Record startDate=\"\($0) 00:00:00 +0000\"/>" }.joined(separator: "\n")
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(block)).withUnsafeBytes { range.consume($0) }
            rest = rest.dropFirst(block)
        }

        #expect(range.text?.first == "2023-01-31")
        #expect(range.text?.last == "2025-12-31")
    }
}
