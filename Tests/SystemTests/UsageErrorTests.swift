import Foundation
import Testing

/// Invalid use: each case with its message, hint and exit status.
@Suite(.serialized) struct UsageErrorTests {
    private func file(_ name: String, _ contents: Data, in parent: String) throws -> String {
        let folder = "\(parent)/\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try contents.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        return "\(folder)/\(name)"
    }

    /// An empty zip archive: only an end of central directory record.
    private static let emptyZip = Data([0x50, 0x4B, 5, 6] + Array(repeating: 0, count: 18))

    /// Arguments and the expected status, message and part of the hint.
    private static let invalidArguments:
        [(arguments: [String], status: Int32, sentence: String, hint: String)] = [
            (["trend"], 2, "There is no command \"trend\".", "Did you mean \"dayline trends\"?"),
            (
                ["trends"], 2, "<name> is missing.",
                "Show the usage with: dayline"
            ),
            (
                ["trends", "stepcont"], 1, "There is no metric called \"stepcont\".",
                "Did you mean \"stepCount\"?"
            ),
            (
                ["trends", "steps", "--interval", "fortnight"], 2,
                "There is no interval \"fortnight\".",
                "Use auto, day, week, month, quarter, half, year."
            ),
            (
                ["trends", "steps", "--from", "2026-02-30"], 2,
                "--from takes a day, and there is no 2026-02-30.",
                "Write a day as today, yesterday, -1d, mon, 21, 'nov 3' or 2026-11-03."
            ),
            (
                ["trends", "steps", "--from", "2026-02-02", "--to", "2026-01-01"], 2,
                "The range ends (2026-01-01) before it begins (2026-02-02).",
                "The earlier day comes first: --from 2026-01-01 --to 2026-02-02"
            ),
            (
                ["profile", "add", "x", "--zone", "Mars/Olympus"], 2,
                "There is no time zone called \"Mars/Olympus\".",
                "Names look like Europe/Berlin or America/New_York."
            ),
            (
                ["--profile", "unknown", "metrics"], 1, "There is no profile called \"unknown\".",
                "profile add unknown"
            ),
            (
                ["import", "/nowhere/export.zip"], 1, "There is no file /nowhere/export.zip.",
                "Check its name and its folder."
            ),
            (["imports", "4711"], 1, "There is no import 4711.", "imports"),
            (
                ["window", "steps", "--visible", "0"], 2,
                "--visible takes a number of days from 1 to 366.",
                "window --help"
            ),
            (
                ["scale", "aggregation", "0"], 2, "aggregation can have 1 to 32 processes, not 0.",
                "scale aggregation 2"
            ),
            (
                ["call", "nonsense"], 2,
                "\"nonsense\" is not a method. The form is SERVICE/METHOD.", "services"
            ),
            (
                ["sample", "edit", "1", "NaN"], 2, "<value> cannot be \"NaN\".",
                "sample edit --help"
            ),
            (
                ["goal", "link", "Fit", "Run", "--weight", "inf"], 2,
                "--weight cannot be \"inf\".",
                "goal link --help"
            ),
            (
                ["weight", "add", "80", "kg", "--body-fat", "0x10"], 2,
                "--body-fat cannot be \"0x10\".",
                "weight add --help"
            ),
        ]

    @Test func `invalid arguments are answered with a message and a hint`() throws {
        let system = try DaylineSystem()

        for (arguments, status, sentence, hint) in Self.invalidArguments {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)
            let lines = outcome.errors.split(separator: "\n").map(String.init)

            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            #expect(lines.first == sentence, "\(arguments)")
            #expect(lines.dropFirst().contains { $0.contains(hint) }, "\(arguments): \(lines)")
        }
    }

    @Test func `a call of an unknown service fails with UNIMPLEMENTED`() throws {
        let system = try DaylineSystem()

        let outcome = try system.run("--json", "call", "dayline.none.Such/Thing")

        #expect(outcome.status == 1)
        let error = try #require(try outcome.json()["error"] as? [String: Any])
        #expect(error["code"] as? String == "UNIMPLEMENTED")
        let message = error["message"] as? String
        #expect(message?.hasPrefix("There is no service called dayline.none.Such.") == true)
    }

    @Test(arguments: ["--version", "help", "completions bash"])
    func `output that cannot be written fails the command`(words: String) throws {
        let outcome = try DaylineSystem.run(
            "/bin/sh", ["-c", "'\(DaylineSystem.programs)/dayline' \(words) > /dev/full"])

        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot be written"), "\(outcome.errors)")
    }

    @Test func `files that are not exports are rejected`() throws {
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

    @Test func `a home whose socket paths are too long is rejected`() throws {
        let home = NSTemporaryDirectory() + String(repeating: "long", count: 30)

        let outcome = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline", ["--home", home, "up", "--detach"])

        #expect(outcome.status == 5)
        #expect(outcome.errors.contains("107"))
        try? FileManager.default.removeItem(atPath: home)
    }

    @Test func `an argument that is not UTF-8 is rejected`() throws {
        let system = try DaylineSystem()
        let command =
            "'\(DaylineSystem.programs)/dayline' --home '\(system.home)' activity add "
            + #""$(printf 'bad\377\376')""#

        let outcome = try DaylineSystem.run("/bin/sh", ["-c", command])

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("is not UTF-8."), "\(outcome.errors)")
        let activities = try system.json("activity", "list")["activities"] as? [Any]
        #expect(activities?.isEmpty == true)
    }
}
