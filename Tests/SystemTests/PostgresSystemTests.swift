import Foundation
import Glibc
import PostgresClient
import PostgresServer
import Synchronization
import TestKit
import Testing

/// A home whose data is in PostgreSQL, through all processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PostgresSystemTests {
    @Test func `a home on PostgreSQL imports, logs, undoes and exports`() async throws {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        let export = try GeneratedExport(days: 20, seed: 5, density: 0.2)
        defer { export.remove() }

        let imported = try system.run("import", export.zip)
        try #require(imported.status == 0, "\(imported.output) \(imported.errors)")
        let again = try system.json("import", export.zip)
        _ = try system.run("activity", "add", "Read", "--daily")
        let logged = try system.run("log", "Read")
        let today = try system.run("today")
        let undone = try system.run("undo")
        let entries = try system.json("entries", "Read")
        let trend = try system.json("trends", "stepCount")
        let days = try system.json("days", "stepCount")
        let document = "\(system.home)-export.json"
        defer { try? FileManager.default.removeItem(atPath: document) }
        let exported = try system.run("export", document)
        let doctor = try system.run("doctor")
        let settings = try system.json("settings")

        #expect(
            (settings["settings"] as? [[String: Any]])?.contains { $0["key"] as? String == "units" }
                == true)
        #expect(again["stored"] as? Int == 0)
        #expect(logged.status == 0 && today.output.contains("Read"))
        #expect(undone.status == 0)
        #expect((entries["entries"] as? [Any])?.isEmpty == true)
        #expect((trend["daily"] as? [Any])?.isEmpty == false)
        #expect((days["days"] as? [Any])?.isEmpty == false)
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(doctor.status == 0, "\(doctor.output)")
        let status = try system.json("status")
        let supervisor = try #require(status["supervisor"] as? [String: Any])
        #expect(
            supervisor["database"] as? String == "PostgreSQL at \(postgres.server.folder)/health")
        #expect(!FileManager.default.fileExists(atPath: "\(system.home)/dayline.sqlite"))

        // The choice is in the settings of the home.
        _ = try system.run("down")
        try #require(try system.run("up", "--detach").status == 0)
        #expect(try system.run("activity", "list").output.contains("Read"))
    }

    @Test func `kills of storage and of the server lose and repeat no acknowledged entry`()
        async throws
    {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        _ = try system.run("activity", "add", "Water", "--type", "cumulative", "--unit", "ml")
        let acknowledged = AcknowledgedNotes()

        let logs = logging(["default"], rounds: 24, in: system, acknowledged)
        for kill in 1...4 {
            try await eventually("logs before kill \(kill)") {
                acknowledged.count >= kill * 3
            }
            if kill.isMultiple(of: 2) {
                postgres.server.kill()
                try postgres.server.start()
            } else if let pid = try system.pid(of: "storage-1") {
                Glibc.kill(pid, SIGKILL)
            }
        }
        try await logs.value

        try await expect(acknowledged, of: "default", in: postgres)
        #expect(try system.run("doctor").status == 0)
    }

    /// Checks that each acknowledged note of a profile is stored once, and no note twice.
    private func expect(
        _ acknowledged: AcknowledgedNotes, of profile: String, in postgres: PostgresSystem
    ) async throws {
        let notes = try await notes(of: profile, in: postgres)
        let known = acknowledged.notes(of: profile)
        #expect(Set(notes).isSuperset(of: known))
        #expect(Set(notes).count == notes.count)
        #expect(!known.isEmpty)
    }

    private func notes(
        of profile: String, in postgres: PostgresSystem
    ) async throws -> [String] {
        let stored = try await eventualValue("the entries of \(profile)") {
            let listed = try postgres.system.run(
                "--json", "--profile", profile, "entries", "Water", "--limit", "1000")
            return listed.status == 0 ? try listed.json() : nil
        }
        return try #require(stored["entries"] as? [[String: Any]]).compactMap {
            $0["note"] as? String
        }
    }

    @Test func `storage waits for a server that is away, and says so`() async throws {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        _ = try system.run("activity", "add", "Read", "--daily")
        let pid = try system.pid(of: "storage-1")
        postgres.server.kill()

        let refused = try system.run("log", "Read")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("PostgreSQL"), "\(refused.errors)")
        #expect(try system.pid(of: "storage-1") == pid)
        _ = try system.run("down")
        let up = try system.run("up", "--detach")
        #expect(up.status != 0 && up.errors.contains("No connection to PostgreSQL"), "\(up.errors)")

        try postgres.server.start()
        #expect(try system.run("up", "--detach").status == 0)
        #expect(try system.run("log", "Read").status == 0)
    }

    @Test func `the profiles of a killed storage worker answer from the other one`() async throws {
        let postgres = try await PostgresSystem(workers: 2)
        defer { postgres.remove() }
        let system = postgres.system
        let profiles = (0..<4).map { "person\($0)" }
        try addProfiles(profiles, to: system)
        let acknowledged = AcknowledgedNotes()

        let logs = logging(profiles, rounds: 6, in: system, acknowledged)
        for kill in 1...2 {
            try await eventually("logs before kill \(kill)") {
                acknowledged.count >= kill * 5
            }
            if let pid = try system.pid(of: "storage-\(kill)") { Glibc.kill(pid, SIGKILL) }
        }
        try await logs.value

        for profile in profiles {
            try await expect(acknowledged, of: profile, in: postgres)
        }
        #expect(try await owners(of: postgres).count == profiles.count + 1)
    }

    @Test func `a suspended owner writes nothing when it continues`() async throws {
        let postgres = try await PostgresSystem(workers: 2)
        defer { postgres.remove() }
        let system = postgres.system
        let profiles = (0..<4).map { "person\($0)" }
        try addProfiles(profiles, to: system)
        let acknowledged = AcknowledgedNotes()
        let logs = logging(profiles, rounds: 5, in: system, acknowledged)
        try await eventually("logs before the suspension") {
            acknowledged.count >= 4
        }
        let suspended = try #require(try system.pid(of: "storage-1"))
        kill(suspended, SIGSTOP)
        // All profiles answer from the other worker meanwhile.
        try await logs.value
        var before: [String: Set<String>] = [:]
        for profile in profiles {
            before[profile] = Set(try await notes(of: profile, in: postgres))
        }

        kill(suspended, SIGCONT)
        try await eventually("the worker is registered again") {
            let list = try system.json("call", "dayline.bus.Broker/List")
            let workers = try #require(list["workers"] as? [[String: Any]])
            return workers.contains { $0["name"] as? String == "storage-1" }
        }

        for profile in profiles {
            try await eventually("a log of \(profile)") {
                try system.run("--profile", profile, "log", "Water", "1", "--note", "after")
                    .status == 0
            }
            try await expect(acknowledged, of: profile, in: postgres)
            let after = Set(try await notes(of: profile, in: postgres))
            #expect(after == before[profile]?.union(["after"]))
        }
    }

    @Test func `days that ended storage workers left dirty are folded without a request`()
        async throws
    {
        let postgres = try await PostgresSystem(workers: 2)
        defer { postgres.remove() }
        let system = postgres.system
        let export = try GeneratedExport(days: 5, seed: 3)
        defer { export.remove() }
        let profiles = (0..<4).map { "person\($0)" }
        try addProfiles(profiles, to: system)
        for profile in profiles {
            let imported = try system.run("--profile", profile, "import", export.zip)
            try #require(imported.status == 0, "\(imported.errors)")
        }
        // As publications leave them whose worker ends before a fold.
        try await postgres.execute(
            """
            INSERT INTO dayline.dirty (profile_id, metric, version, from_day, to_day)
            SELECT profile_id, metric, changed_version, min(first_day), max(last_day)
            FROM dayline.metric_state JOIN dayline.day_block USING (profile_id, metric)
            GROUP BY profile_id, metric, changed_version
            """)

        for worker in ["storage-1", "storage-2"] {
            kill(try #require(try system.pid(of: worker)), SIGKILL)
        }

        try await eventually("all days are folded") {
            try await postgres.execute("SELECT count(*) FROM dayline.dirty").first?.int64(0) == 0
        }
        for profile in profiles {
            let trend = try system.json("--profile", profile, "trends", "stepCount")
            #expect((trend["daily"] as? [Any])?.isEmpty == false)
        }
    }

    private func addProfiles(_ profiles: [String], to system: DaylineSystem) throws {
        for profile in profiles {
            _ = try system.json("profile", "add", profile)
            _ = try system.json(
                "--profile", profile, "activity", "add", "Water", "--type", "cumulative", "--unit",
                "ml")
        }
    }

    /// Logs in all profiles, one after another.
    private func logging(
        _ profiles: [String], rounds: Int, in system: DaylineSystem,
        _ acknowledged: AcknowledgedNotes
    ) -> Task<Void, any Error> {
        Task.detached {
            for round in 0..<rounds {
                for profile in profiles {
                    let note = "\(profile)-\(round)"
                    let logged = try system.run(
                        "--profile", profile, "log", "Water", "1", "--note", note)
                    if logged.status == 0 { acknowledged.add(note, of: profile) }
                }
            }
        }
    }

    /// The newest change and the owner of each profile.
    private func owners(of postgres: PostgresSystem) async throws -> [String: String] {
        let rows = try await postgres.execute(
            "SELECT name, change_number || ' by ' || owner_epoch FROM dayline.profile"
        ).rows
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0.text(0), try $0.text(1)) })
    }

    @Test func `an erased profile is in no file of the database and of the home`() async throws {
        let postgres = try await PostgresSystem()
        defer { postgres.remove() }
        let system = postgres.system
        _ = try system.run("activity", "add", "Keepsake", "--daily")
        try ProfileEraseTests.addData(system)
        try await postgres.execute("CHECKPOINT")
        let data = "\(postgres.server.folder)/data/base"
        let before = try ProfileEraseTests.files(of: data, with: "xylo")

        let erased = try system.json("profile", "erase", "xyloname", "--yes")
        try await postgres.execute("VACUUM FULL")
        try await postgres.execute("CHECKPOINT")

        #expect(!before.isEmpty)
        #expect((erased["serverCopies"] as? String)?.contains("VACUUM FULL") == true)
        #expect(try ProfileEraseTests.files(of: data, with: "xylo") == [])
        #expect(try ProfileEraseTests.files(of: system.home, with: "xylo") == [])
        #expect(try system.run("log", "Keepsake").status == 0)
    }

    @Test func `a database that cannot be used is refused with the remedy`() async throws {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: home) }
        func refusal(_ address: String, _ more: String...) throws -> String {
            let up = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                ["--home", home, "up", "--detach", "--database", address] + more)
            #expect(up.status != 0)
            return up.errors
        }
        let worker = PostgresSystem.address(of: server, role: "worker")

        #expect(try refusal("postgresql://worker:secret@/health").contains("password-file"))
        #expect(try refusal("mysql://x").contains("postgresql://"))
        #expect(try refusal(worker).contains("user of the address"))
        try await PostgresSystem.prepare(server)
        #expect(
            try refusal(worker.replacingOccurrences(of: "/health", with: "/none"))
                .contains("createdb"))
        #expect(
            try refusal(PostgresSystem.address(of: server, role: "owner")).contains("row level"))
        #expect(try refusal(worker, "--database-password-file", "\(home)-none").contains("-none"))
        #expect(try refusal(worker + "&port=1").contains("Check the host"))
        let connection = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline-postgres", ["check", worker])
        #expect(connection.status == 0, "\(connection.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(home)/settings.json"))
    }
}

/// The notes of the entries whose commands have succeeded.
private final class AcknowledgedNotes: Sendable {
    private let byProfile = Mutex<[String: [String]]>([:])

    func add(_ note: String, of profile: String) {
        byProfile.withLock { $0[profile, default: []].append(note) }
    }

    func notes(of profile: String) -> [String] { byProfile.withLock { $0[profile] ?? [] } }

    var count: Int { byProfile.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
