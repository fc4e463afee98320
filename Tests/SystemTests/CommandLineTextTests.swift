import Foundation
import Testing

/// Messages, hints and output of the command line.
@Suite(.serialized) struct CommandLineTextTests {
    private static let dayline = "\(DaylineSystem.programs)/dayline"

    /// Runs a command without a system: invalid arguments are rejected before a connection.
    private func refused(_ arguments: [String]) throws -> DaylineSystem.Outcome {
        let home = NSTemporaryDirectory() + "dl-none-\(UUID().uuidString.prefix(8))"
        let outcome = try DaylineSystem.run(Self.dayline, arguments + ["--home", home])
        #expect(outcome.status == 2, "\(arguments): \(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(arguments)")
        return outcome
    }

    @Test(arguments: [
        (["today", "--on", "2026-02-30"], "--on takes a day, and there is no 2026-02-30."),
        (["today", "--on=noon"], "--on takes a day, and \"noon\" is not a day."),
        (
            ["trends", "steps", "--from", "1.2.2026"],
            "--from takes a day, and \"1.2.2026\" is not a day."
        ),
        (
            ["vacation", "add", "2026-02-27..2026-02-29"],
            "<days> takes a day, and there is no 2026-02-29."
        ),
    ])
    func `an invalid day is named with the format of days`(
        arguments: [String], sentence: String
    ) throws {
        let outcome = try refused(arguments)

        #expect(outcome.errors.hasPrefix(sentence), "\(outcome.errors)")
        #expect(outcome.errors.contains("2026-11-03"))
    }

    @Test(arguments: [
        (["tody"], "dayline today"), (["help", "tody"], "dayline today"),
        (["activity", "lst"], "dayline activity list"),
        (["goal", "lnk", "A"], "dayline goal link"),
        (["--profile", "x", "help", "weight", "lst"], "dayline weight list"),
        (["health"], "dayline help health"), (["entries"], "with: dayline entries --help"),
        (["entry", "--json", "--quiet"], "dayline help entry"),
        (["activity", "add", "-dash"], "-- -dash"), (["log", "A", "--note", "-x"], "--note=-x"),
    ])
    func `an unknown command is answered with a similar one`(
        arguments: [String], hint: String
    ) throws {
        let outcome = try DaylineSystem.run(Self.dayline, arguments)

        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect((outcome.errors + outcome.output).contains(hint), "\(outcome.errors)")
    }

    @Test(arguments: [
        ["activity", "edit", "Run"], ["entry", "edit", "x"], ["weight", "edit", "x"],
        ["goal", "edit", "G"], ["category", "edit", "C"],
    ])
    func `an edit without a change is a usage error`(arguments: [String]) throws {
        #expect(
            try refused(arguments).errors.hasPrefix(
                "There is nothing to change. Name at least one option."))
    }

    @Test func `global flags are accepted at every position`() throws {
        let system = try DaylineSystem()
        _ = try system.json("profile", "add", "kim", "--zone", "UTC")
        _ = try system.json("--profile", "kim", "goal", "add", "Fit")

        for arguments in [
            ["--profile", "kim", "goal", "--json"], ["goal", "--profile", "kim", "list", "--json"],
            ["--json", "goal", "list", "--profile=kim"], ["goal", "--json", "--profile", "kim"],
        ] {
            let outcome = try DaylineSystem.run(
                Self.dayline, ["--home", system.home] + arguments)
            let goals = try #require(outcome.json()["goals"] as? [[String: Any]])
            #expect(goals.map { $0["title"] as? String } == ["Fit"], "\(arguments)")
            #expect(try #require(goals.first)["deadline"] == nil)
        }
        for group in ["weight", "training"] {
            #expect(try system.run(group).status == 0)
        }
    }

    @Test func `control characters in names and notes are escaped`() throws {
        let system = try DaylineSystem()
        let note = "one\n\u{1B}[2Jtwo\u{202E}\u{9B}31m"
        _ = try system.json("activity", "add", "Run")
        let logged = try system.json("log", "Run", "--note", note)
        _ = try system.json("annotation", "add", "alarm\u{7}")

        let entries = try system.run("entries", "Run")
        let remarks = try system.run("annotation")
        let unknown = try system.run("log", "\u{1B}]0;\(String(repeating: "x", count: 5000))")

        #expect(entries.output.contains("one\\n\\u{1b}[2Jtwo\\u{202e}\\u{9b}31m"))
        #expect(entries.output.split(separator: "\n").count == 2)
        #expect(remarks.output.contains("alarm\\u{7}"))
        #expect(!unknown.errors.contains("\u{1B}") && unknown.errors.count < 800)
        #expect((logged["entry"] as? [String: Any])?["note"] as? String == note)
    }

    @Test func `a tracker document is recognised by its content, also after a byte order mark`()
        throws
    {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", "Run")
        _ = try system.json("log", "Run")
        _ = try system.json("profile", "add", "kim b", "--zone", "UTC")
        let file = "\(system.home)-export.json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try system.json("export", file)
        let text = try Data(contentsOf: URL(fileURLWithPath: file))
        try (Data([0xEF, 0xBB, 0xBF]) + text).write(to: URL(fileURLWithPath: file))

        let report = try system.json("--profile", "kim b", "import", file, "--zone", "UTC")
        let folder = try system.run("import", "/tmp", "--as", "dayline-json")
        let foreign = try system.run("import", "/etc/hostname")

        #expect(report["importer"] as? String == "dayline-json")
        #expect(report["stored"] as? Int == report["read"] as? Int)
        #expect(folder.errors.contains("/tmp is a folder"))
        #expect(foreign.errors.contains("dayline-json"))
    }

    @Test func `a range whose end is before its start is rejected`() throws {
        let system = try DaylineSystem()
        let range = ["--from", "2026-02-02", "--to", "2026-01-01"]

        for arguments in [
            ["weight", "list"], ["weight", "trend"], ["export", "-", "--format", "csv"],
            ["export", "-", "--weight"], ["health", "outbox", "-"],
        ] {
            let outcome = try DaylineSystem.run(
                Self.dayline, ["--home", system.home] + arguments + range)
            #expect(outcome.status == 2, "\(arguments)")
            #expect(outcome.errors.contains("ends (2026-01-01) before it begins"))
        }
    }

    @Test func `a file that is not a backup is rejected without a hint to move it`() throws {
        let system = try DaylineSystem()

        let foreign = try system.run("restore", "/etc/passwd")
        let folder = try system.run("backup", "/tmp")

        #expect(foreign.status == 5 && foreign.errors.contains("not a backup of Dayline"))
        #expect(!foreign.errors.contains("move"))
        #expect(folder.status == 5 && folder.errors.contains("/tmp is a folder"))
        #expect(!folder.errors.contains("rm "))
    }

    @Test func `a picture can be written to standard output`() throws {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", String(repeating: "W", count: 60))

        let svg = try system.run("streaks", "--svg", "-")
        let both = try system.run("streaks", "--svg", "-", "--json")

        #expect(svg.output.hasPrefix("<?xml") && svg.output.hasSuffix("</svg>\n"))
        #expect(svg.output.contains("WWW…</text>"), "\(svg.output)")
        #expect(both.status == 2)
    }

    @Test func `hinted commands have the same profile and home`() throws {
        let system = try DaylineSystem()
        _ = try system.json("profile", "add", "kim b", "--zone", "UTC")
        _ = try system.json("--profile", "kim b", "activity", "add", "Run")

        let clear = try system.run("--profile", "kim b", "clear")
        let deleted = try system.run("--profile", "kim b", "activity", "delete", "Run")

        let address = "dayline --home \(system.home) --profile 'kim b'"
        #expect(clear.errors.contains("\(address) clear --yes"), "\(clear.errors)")
        #expect(
            !deleted.output.contains("dayline undo")
                && (!deleted.output.contains("undo") || deleted.output.contains("\(address) undo")),
            "\(deleted.output)")
    }

    @Test func `a result that cannot be written fails the command`() throws {
        let system = try DaylineSystem()

        for redirection in [">/dev/full", ">&-"] {
            for flag in ["--quiet", "--json"] {
                let outcome = try DaylineSystem.run(
                    "/bin/sh",
                    [
                        "-c",
                        "'\(Self.dayline)' --home '\(system.home)' status \(flag) \(redirection)",
                    ])

                #expect(outcome.status == 1, "\(redirection) \(flag): \(outcome.errors)")
                #expect(outcome.errors.contains("cannot be written"))
            }
        }
    }

    @Test func `closed standard input is read as empty`() throws {
        let system = try DaylineSystem()

        let outcome = try DaylineSystem.run(
            "/bin/sh",
            ["-c", "'\(Self.dayline)' --home '\(system.home)' call dayline.bus.Health/Check - <&-"])

        #expect(outcome.status == 2, "\(outcome.errors)")
    }

    @Test func `an output file that is a pipe or a link is not replaced`() throws {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", "Run")
        let folder = "\(system.home)-files"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/target"))
        let script = """
            cd '\(folder)'; ln -s target link; mkfifo pipe
            run() { '\(Self.dayline)' --home '\(system.home)' "$@"; }
            cat pipe >exported & run export pipe; wait
            cat pipe >drawn & run streaks --svg pipe; wait
            run export link
            test -p pipe && test -L link && cmp exported target && grep -q '</svg>' drawn
            """

        let outcome = try DaylineSystem.run("/bin/sh", ["-c", script])

        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `the files before a failed one are reported`() throws {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", "Run")
        let file = "\(system.home)-export.json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try system.json("export", file)

        let text = try system.run("import", file, "/nowhere/export.json")
        let document = try system.run("--json", "import", file, "/nowhere/export.json")

        #expect(text.status == 1 && text.output.contains("stored"))
        #expect(text.errors.contains("/nowhere/export.json"))
        #expect((try document.json()["imports"] as? [Any])?.count == 1)
        let error = try #require(document.json()["error"] as? [String: Any])
        #expect(error["code"] as? String == "NOT_FOUND")
    }
}
