import Foundation
import PostgresServer
import Testing

/// Moving a home between its file and PostgreSQL, through the programs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MoveSystemTests {
    /// The answers of commands about a profile.
    private func answers(_ system: DaylineSystem, _ profile: String) throws -> [String: String] {
        var answers: [String: String] = [:]
        for arguments in [
            ["today"], ["trends", "stepCount"], ["days", "heartRate"], ["sleep"],
            ["entries", "Water"], ["settings", "get", "units"],
            ["export", "--jsonl", "-"],
        ] {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                ["--home", system.home, "--profile", profile] + arguments)
            try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
            answers[arguments[0]] = outcome.output
        }
        return answers
    }

    /// A home with entries, undone steps and an import in two profiles.
    private func usedSystem() throws -> DaylineSystem {
        let system = try DaylineSystem()
        let export = try GeneratedExport(days: 6, seed: 2)
        defer { export.remove() }
        _ = try system.json("profile", "add", "anna")
        for profile in ["default", "anna"] {
            _ = try system.json(
                "--profile", profile, "activity", "add", "Water", "--type", "cumulative", "--unit",
                "ml")
            for amount in ["100", "200", "300"] {
                _ = try system.json(
                    "--profile", profile, "log", "Water", amount, "--note", "note \(amount)")
            }
            _ = try system.json("--profile", profile, "undo")
            let imported = try system.run("--profile", profile, "import", export.zip)
            try #require(imported.status == 0, "\(imported.errors)")
        }
        return system
    }

    @Test func `a home answers alike after a move to PostgreSQL and after the way back`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem()
        let before = try ["default", "anna"].map { try answers(system, $0) }

        let planned = try system.json("move", "--to", address, "--dry-run")
        let there = try system.json("move", "--to", address)
        let status = try #require(try system.json("status")["supervisor"] as? [String: Any])
        let moved = try ["default", "anna"].map { try answers(system, $0) }
        let redone = try system.run("redo")
        _ = try system.json("undo")
        for profile in ["default", "anna"] {
            _ = try system.json("--profile", profile, "log", "Water", "400")
        }
        let used = try ["default", "anna"].map { try answers(system, $0) }
        let withoutConsent = try system.json("move", "--to", "sqlite", "--dry-run")
        _ = try system.json("--profile", "anna", "profile", "consent", "--give")
        let withConsent = try system.run("move", "--to", "sqlite", "--dry-run")
        let back = try system.json("move", "--to", "sqlite")
        let returned = try ["default", "anna"].map { try answers(system, $0) }
        let doctor = try system.run("doctor")

        #expect(planned["isSwitched"] as? Bool == false)
        #expect(there["isSwitched"] as? Bool == true)
        #expect((status["database"] as? String)?.contains("PostgreSQL") == true)
        #expect(moved == before)
        #expect(redone.status == 0, "\(redone.errors)")
        #expect(used != before)
        #expect(returned == used)
        #expect(try system.run("undo").status == 0)
        #expect(!notes(of: withoutConsent).contains("consent"))
        #expect(withConsent.output.contains("Profiles that have them: anna\n"))
        #expect(notes(of: back).contains("Profiles that have them: anna\n"))
        let replaced = try #require(back["replacedFile"] as? String)
        #expect(FileManager.default.fileExists(atPath: replaced))
        #expect(doctor.status == 0, "\(doctor.output)")
        // The database has the data of the first move.
        let again = try system.run("move", "--to", address)
        #expect(again.status != 0 && again.errors.contains("--replace"), "\(again.errors)")
        #expect(try system.run("today").status == 0)
        #expect(
            try system.json("move", "--to", address, "--replace")["isSwitched"] as? Bool == true)
    }

    private func notes(of report: [String: Any]) -> String {
        (report["notes"] as? [String] ?? []).joined(separator: "\n")
    }

    @Test func `a move that is killed at any step continues, and the home works meanwhile`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem()
        targets: for target in [address, "sqlite"] {
            for lines in 1...4 {
                _ = try system.run("down")
                let before = try settings(of: system)
                guard try kill(system, target, afterLines: lines) else {
                    try #require(try system.run("up", "--detach").status == 0)
                    continue targets
                }
                #expect(try settings(of: system) == before)
                let up = try system.run("up", "--detach")
                try #require(up.status == 0, "\(up.errors)")
                _ = try system.json("log", "Water", "10", "--note", "after a kill")
            }
            let expected = try answers(system, "default")
            let moved = try system.json("move", "--to", target)
            #expect(moved["isSwitched"] as? Bool == true)
            #expect(try answers(system, "default") == expected)
            #expect(!FileManager.default.fileExists(atPath: "\(system.home)/move.json"))
        }
        #expect(try system.run("doctor").status == 0)
    }

    /// Kills the program that moves data after some lines of progress.
    /// - Returns: False if it had completed the move before.
    private func kill(
        _ system: DaylineSystem, _ target: String, afterLines lines: Int
    ) throws -> Bool {
        let process = DaylineSystem.process(
            "\(DaylineSystem.programs)/dayline-postgres", ["move", target, "--home", system.home])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var text = ""
        while text.count(where: { $0 == "\n" }) < lines,
            case let data = pipe.fileHandleForReading.availableData, !data.isEmpty
        {
            text += String(decoding: data, as: UTF8.self)
        }
        // While data is moved, no supervisor starts.
        let up = try system.run("up", "--detach")
        #expect(up.status != 0 || !process.isRunning, "\(up.output)")
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(!text.contains("failure"), "\(text)")
        return process.terminationReason == .uncaughtSignal
    }

    private func settings(of system: DaylineSystem) throws -> String {
        try String(contentsOfFile: "\(system.home)/settings.json", encoding: .utf8)
    }

    @Test func `a move that cannot succeed changes nothing, and says why`() async throws {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        let system = try DaylineSystem()
        let address = PostgresSystem.address(of: server, role: "worker")
        func refusal(_ arguments: String...) throws -> String {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home, "move"] + arguments)
            #expect(outcome.status != 0)
            return outcome.errors
        }
        let pid = try system.pid(of: "storage")

        #expect(try refusal("--to", "mysql://x").contains("postgresql://"))
        #expect(try refusal("--to", "postgresql://me:secret@/x").contains("password"))
        #expect(try refusal("--to", "sqlite").contains("in its file already"))
        #expect(try refusal("--to", address).contains("user of the address"))
        try await PostgresSystem.prepare(server)
        #expect(
            try refusal("--to", PostgresSystem.address(of: server, role: "owner"))
                .contains("row level"))
        #expect(try refusal("--to", address, "--profile", "stranger").contains("stranger"))
        #expect(try system.pid(of: "storage") == pid)
        #expect(!FileManager.default.fileExists(atPath: "\(system.home)/move.json"))

        // Another home uses the database.
        _ = try system.json("activity", "add", "Read", "--daily")
        let other = try DaylineSystem(options: ["--database", address])
        _ = try other.json("activity", "add", "Run", "--daily")
        #expect(try refusal("--to", address).contains("--replace"))
        _ = try system.json("profile", "add", "anna")
        _ = try system.json("--profile", "anna", "activity", "add", "Swim", "--daily")
        let copied = try system.json("--profile", "anna", "move", "--to", address)
        #expect(copied["isSwitched"] as? Bool == false)
        #expect(try other.run("--profile", "anna", "activity", "list").output.contains("Swim"))
        #expect(try system.run("--profile", "anna", "activity", "list").output.contains("Swim"))
    }
}
