import Foundation
import TestKit
import Testing

/// A home that follows another one over TCP, and its promotion, through the programs.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReplicaSystemTests {
    /// A system with an activity that is followed by another one.
    private func pair() throws -> (primary: RemoteSystem, replica: DaylineSystem) {
        let primary = try RemoteSystem()
        _ = try primary.system.json(
            "activity", "add", "Water", "--type", "cumulative", "--unit", "ml")
        _ = try primary.system.json("log", "Water", "100")
        let key = try primary.key("travel", roles: ["replica"])
        let home = "\(primary.folder)/travel"
        let followed = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", home, "follow", primary.address, "--key", key])
        try #require(followed.status == 0, "\(followed.errors)")
        #expect(followed.output.contains("replica of \(primary.address)"))
        return (primary, try DaylineSystem(home: home))
    }

    private func entries(_ system: DaylineSystem) throws -> String {
        let outcome = try system.run("--quiet", "entries", "Water")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    private func waitUntilEqual(_ primary: DaylineSystem, _ replica: DaylineSystem) async throws {
        let expected = try entries(primary)
        try await eventually("the entries of the primary") {
            (try? entries(replica)) == expected
        }
    }

    @Test func `a replica answers as its primary with the time of its data, and refuses changes`()
        async throws
    {
        let (primary, replica) = try pair()

        try await waitUntilEqual(primary.system, replica)
        _ = try primary.system.json("log", "Water", "250")
        try await waitUntilEqual(primary.system, replica)
        let pid = try #require(try replica.pid(of: "storage"))
        kill(pid, SIGKILL)
        _ = try primary.system.json("log", "Water", "300")
        try await waitUntilEqual(primary.system, replica)
        _ = try replica.run("down")
        _ = try primary.system.json("log", "Water", "350")
        _ = try primary.system.json("restart", "storage")
        #expect(try replica.run("up", "--detach").status == 0)
        try await waitUntilEqual(primary.system, replica)

        let refused = try replica.run("log", "Water", "1")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("this home is a replica of \(primary.address)"))
        #expect(refused.errors.hasSuffix(" promote\n"))
        let dated = try replica.run("entries", "Water")
        #expect(dated.errors.contains("The data is as of 20"))
        #expect(try replica.json("today")["asOf"] is String)
        #expect(try primary.system.json("today")["asOf"] == nil)
        let status = try replica.json("status")
        let state = try #require(status["replication"] as? [String: Any])
        #expect(state["role"] as? String == "replica")
        #expect(state["primary"] as? String == primary.address)
        #expect(!(try replica.run("status").output.contains("daily backups")))
        let workers = try #require(status["workers"] as? [[String: Any]])
        #expect(!workers.contains { $0["name"] as? String == "notifier" })
        let doctor = try replica.run("doctor")
        #expect(!doctor.output.contains("Rows were changed"), "\(doctor.output)")
    }

    @Test func `a promoted replica accepts changes, and the former primary refuses them for good`()
        async throws
    {
        let (primary, replica) = try pair()
        try await waitUntilEqual(primary.system, replica)
        _ = try replica.run("down")
        _ = try primary.system.json("log", "Water", "777", "--note", "only there")

        let promoted = try replica.json("promote")
        #expect(promoted["epoch"] as? Int == 2)
        #expect(try replica.run("up", "--detach").status == 0)
        _ = try replica.json("log", "Water", "888")
        try await eventually("the end of the former primary") {
            try primary.system.run("log", "Water", "1").status != 0
        }
        let refused = try primary.system.run("log", "Water", "1")
        #expect(refused.errors.contains("another home was promoted"), "\(refused.errors)")
        _ = try primary.system.json("restart", "storage")
        #expect(try primary.system.run("log", "Water", "1").status != 0)

        let file = "\(primary.system.home)/superseded-2.json"
        #expect(try replica.run("import", file).errors.contains("no terminal to ask at"))
        let imported = try replica.json("import", file, "--yes")
        #expect(imported["applied"] as? Int == 1)
        #expect(try entries(replica).contains("777"))
        #expect(try entries(replica).contains("888"))
        #expect(try replica.json("import", file, "--yes")["applied"] as? Int == 0)

        let listening = try replica.json("settings", "set", "listen", "tcp://127.0.0.1:0")
        let settings = try #require(listening["settings"] as? [[String: Any]])
        let address = try #require(settings.first?["value"] as? String)
        let key = "\(primary.folder)/server.key"
        _ = try replica.json("keys", "new", "server", "--role", "replica", "--output", key)
        let followed = try primary.system.run("follow", address, "--key", key)
        #expect(followed.status == 0, "\(followed.errors)")
        try await waitUntilEqual(replica, primary.system)
        let again = try primary.system.run("log", "Water", "1")
        #expect(again.errors.contains("replica of \(address)"), "\(again.errors)")
    }

    @Test
    func `programs with keys change nothing in a former primary that knows of the promotion`()
        async throws
    {
        let (primary, replica) = try pair()
        let phone = try primary.key("phone", roles: ["read", "log"])
        try await waitUntilEqual(primary.system, replica)
        _ = try replica.run("down")
        _ = try replica.json("promote")

        let fromPromoted = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--remote", primary.address, "--key-file", phone, "log", "Water", "5"],
            variables: ["DAYLINE_HOME": replica.home])
        // Another machine knows of no promotion, and neither does the former primary.
        let fromElsewhere = try primary.run(phone, "log", "Water", "250")
        #expect(try replica.run("up", "--detach").status == 0)
        try await eventually("the end of the former primary") {
            try primary.run(phone, "log", "Water", "1").status != 0
        }

        #expect(fromPromoted.status != 0)
        #expect(fromPromoted.errors.contains("does not know yet"), "\(fromPromoted.errors)")
        #expect(fromElsewhere.status == 0, "\(fromElsewhere.errors)")
        let refused = try primary.run(phone, "log", "Water", "1")
        #expect(refused.errors.contains("another home was promoted"), "\(refused.errors)")
        #expect(try primary.run(phone, "entries", "Water").output.contains("250"))
    }

    @Test func `a home with data, another role and a wrong address are refused before a change`()
        throws
    {
        let primary = try RemoteSystem()
        let other = try DaylineSystem()
        _ = try other.json("activity", "add", "Read")
        let key = try primary.key("travel", roles: ["replica"])
        let reader = try primary.key("reader", roles: ["read"])

        let hasData = try other.run("follow", primary.address, "--key", key)
        let noRole = try other.run("follow", primary.address, "--key", reader)
        let noAddress = try other.run("follow", "server", "--key", key)
        let noFile = try other.run("follow", primary.address, "--key", "\(primary.folder)/none")
        let itself = try primary.system.run("follow", primary.address, "--key", key, "--replace")
        let notReplica = try other.run("promote")

        #expect(hasData.errors.contains("has data of its own"), "\(hasData.errors)")
        #expect(hasData.errors.contains("--replace"))
        #expect(noRole.errors.contains("--role replica"), "\(noRole.errors)")
        #expect(noAddress.errors.contains("tcp://"), "\(noAddress.errors)")
        #expect(noFile.errors.contains("\(primary.folder)/none"), "\(noFile.errors)")
        #expect(itself.errors.contains("this home itself"), "\(itself.errors)")
        #expect(notReplica.errors.contains("follows no other one"), "\(notReplica.errors)")
        for outcome in [hasData, noRole, noAddress, noFile, itself, notReplica] {
            #expect(outcome.status != 0)
        }
        _ = try other.json("log", "Read")
    }
}
