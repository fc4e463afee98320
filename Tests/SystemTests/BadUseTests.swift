import Foundation
import Testing

/// Bad use: each with a sentence, a hint and the right exit status.
@Suite(.serialized) struct BadUseTests {
    private func file(_ name: String, _ contents: Data, in folder: String) throws -> String {
        let place = "\(folder)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try contents.write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        return "\(place)/\(name)"
    }

    /// An empty zip: an end of central directory and nothing else.
    private static let emptyZip = Data([0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18))

    private static let wrongWords: [(arguments: [String], status: Int32)] = [
        (["trend"], 2), (["trends"], 2), (["trends", "stepcont"], 1),
        (["trends", "steps", "--interval", "fortnight"], 2),
        (["trends", "steps", "--from", "2026-02-30"], 2),
        (["trends", "steps", "--from", "2026-02-02", "--to", "2026-01-01"], 2),
        (["profile", "add", "x", "--zone", "Mars/Olympus"], 2),
        (["--profile", "nobody", "metrics"], 1), (["import", "/nowhere/export.zip"], 1),
        (["imports", "4711"], 1), (["window", "steps", "--visible", "0"], 2),
        (["scale", "aggregation", "0"], 2), (["call", "nonsense"], 2),
        (["call", "dayline.none.Such/Thing"], 4), (["sample", "edit", "1", "NaN"], 2),
        (["goal", "link", "Fit", "Run", "--weight", "inf"], 2),
        (["weight", "add", "80", "kg", "--body-fat", "0x10"], 2),
    ]

    @Test func `wrong words are answered with a sentence`() throws {
        let system = try DaylineSystem()

        for (arguments, status) in Self.wrongWords {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)

            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            #expect(!outcome.errors.isEmpty, "\(arguments)")
        }
    }

    @Test func `files that are no export are told from one`() throws {
        let system = try DaylineSystem()
        let folder = NSTemporaryDirectory() + "dl-bad-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = [
            try file("export.xml", Data("<html></html>".utf8), in: folder),
            try file("export.zip", Self.emptyZip, in: folder),
            try file("export.zip", Data("PK not really".utf8), in: folder),
            try file("notes.txt", Data("hello".utf8), in: folder),
            try file("empty.xml", Data(), in: folder),
        ]

        for file in files {
            let outcome = try system.run("import", file)

            #expect([1, 5].contains(outcome.status), "\(file): \(outcome.status)")
            #expect(!outcome.errors.isEmpty, "\(file)")
        }
    }

    @Test func `a home whose sockets would have too long a path is refused`() throws {
        let home = NSTemporaryDirectory() + String(repeating: "long", count: 30)

        let outcome = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--home", home, "up", "--detach"])

        #expect(outcome.status == 5)
        #expect(outcome.errors.contains("107"))
        try? FileManager.default.removeItem(atPath: home)
    }
}
