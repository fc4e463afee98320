import Foundation
import PostgresClient
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
        let export = try GeneratedExport(days: 6, seed: 2, density: 0.2)
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
        let server = try TemporaryPostgres(settings: ["fsync = on"])
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem()
        let before = try ["default", "anna"].map { try answers(system, $0) }

        let planned = try system.json("move", "--to", address, "--dry-run")
        let there = try system.json("move", "--to", address)
        let status = try #require(try system.json("status")["supervisor"] as? [String: Any])
        let moved = try ["default", "anna"].map { try answers(system, $0) }
        let doctorThere = try system.run("doctor")
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
        #expect(doctorThere.status == 0, "\(doctorThere.output)")
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
                let expected = try answers(system, "default")
                _ = try system.run("down")
                let before = try settings(of: system)
                let wasKilled = try kill(system, target, afterLines: lines)
                let isSwitched = try settings(of: system) != before
                let up = try system.run("up", "--detach")
                try #require(up.status == 0, "\(up.errors)")
                #expect(try answers(system, "default") == expected)
                if isSwitched {
                    // The data was moved before the program was killed or ended.
                    let repeated = try system.run("move", "--to", target)
                    #expect(repeated.errors.contains("already"), "\(repeated.errors)")
                    continue targets
                }
                #expect(wasKilled)
                _ = try system.json("log", "Water", "10", "--note", "after a kill")
            }
            let expected = try answers(system, "default")
            let moved = try system.json("move", "--to", target)
            #expect(moved["isSwitched"] as? Bool == true)
            #expect(try answers(system, "default") == expected)
            #expect(!hasMoveState(system))
        }
        #expect(!hasMoveState(system))
        #expect(try system.run("doctor").status == 0)
    }

    /// Kills the program that moves data after some lines of progress.
    /// - Returns: False if it had ended before.
    private func kill(
        _ system: DaylineSystem, _ target: String, afterLines lines: Int
    ) throws -> Bool {
        let before = try settings(of: system)
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
        let isSwitched = try settings(of: system) != before
        #expect(up.status != 0 || isSwitched, "\(up.output)")
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(!text.contains("failure"), "\(text)")
        return process.terminationReason == .uncaughtSignal
    }

    @Test func `a move that was killed before the switch continues after the home was used`()
        async throws
    {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem()
        try await interruptBeforeSwitch(system, server, address)
        _ = try system.json("log", "Water", "10", "--note", "after the kill")
        let before = try ["default", "anna"].map { try answers(system, $0) }

        let there = try system.json("move", "--to", address)
        let hasState = hasMoveState(system)
        let moved = try ["default", "anna"].map { try answers(system, $0) }
        // A kill after the switch leaves the state of the move.
        try await writeMoveState(of: system, server, address)
        let repeated = try system.run("move", "--to", address)
        let afterRepetition = try ["default", "anna"].map { try answers(system, $0) }
        let back = try system.json("move", "--to", "sqlite")
        let returned = try ["default", "anna"].map { try answers(system, $0) }

        #expect(there["isSwitched"] as? Bool == true)
        #expect(!hasState)
        #expect(moved == before)
        #expect(repeated.status == 5 && repeated.errors.contains("already"), "\(repeated.errors)")
        #expect(afterRepetition == before)
        #expect(back["isSwitched"] as? Bool == true)
        #expect(!hasMoveState(system))
        #expect(returned == before)
    }

    @Test func `a copy that another home used after a kill is kept`() async throws {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        try await PostgresSystem.prepare(server)
        let address = PostgresSystem.address(of: server, role: "worker")
        let system = try usedSystem()
        try await interruptBeforeSwitch(system, server, address)
        let other = try DaylineSystem(options: ["--database", address])
        _ = try other.json("log", "Water", "7", "--note", "of the other home")

        let refused = try system.run("move", "--to", address)
        let ofOther = try other.run("entries", "Water").output
        let replaced = try system.json("move", "--to", address, "--replace")

        #expect(refused.status == 5 && refused.errors.contains("--replace"), "\(refused.errors)")
        #expect(ofOther.contains("of the other home") && ofOther.contains("note 100"), "\(ofOther)")
        #expect(replaced["isSwitched"] as? Bool == true)
        let entries = try system.run("entries", "Water").output
        #expect(!entries.contains("of the other home") && entries.contains("note 100"))
    }

    /// Moves the data and restores the files of the home, as a kill after the copies have got their names and
    /// before the home uses them. Starts the home.
    private func interruptBeforeSwitch(
        _ system: DaylineSystem, _ server: TemporaryPostgres, _ address: String
    ) async throws {
        _ = try system.run("down")
        let before = try settings(of: system)
        let moved = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline-postgres",
            ["move", address, "--home", system.home])
        try #require(moved.status == 0, "\(moved.output)")
        try before.write(
            toFile: "\(system.home)/settings.json", atomically: false, encoding: .utf8)
        try await writeMoveState(of: system, server, address)
        let up = try system.run("up", "--detach")
        try #require(up.status == 0, "\(up.errors)")
    }

    /// Writes the state of a move to the profiles that the database has.
    private func writeMoveState(
        of system: DaylineSystem, _ server: TemporaryPostgres, _ address: String
    ) async throws {
        let owner = try await PostgresConnection.open(
            server.address(of: "health"), within: .seconds(60))
        defer { owner.close() }
        let names = try await owner.run(
            [PostgresQuery("SELECT name_key, profile_id FROM dayline.profile_name")],
            within: .seconds(60))[0]
        let profiles = try names.rows.map { row in
            let (name, id) = (try row.text(0), try row.int64(1))
            return "\"\(name)\":\(id)"
        }
        let state = """
            {"server":{"address":"\(address)"},"profiles":{\(profiles.joined(separator: ","))}}
            """
        try state.write(
            toFile: "\(system.home)/move.json", atomically: false, encoding: .utf8)
    }

    private func hasMoveState(_ system: DaylineSystem) -> Bool {
        FileManager.default.fileExists(atPath: "\(system.home)/move.json")
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
