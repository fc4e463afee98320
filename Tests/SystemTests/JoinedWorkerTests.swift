import Foundation
import TestKit
import Testing

/// Aggregation workers that another supervisor runs for a system.
@Suite(.serialized, .timeLimit(.minutes(3))) struct JoinedWorkerTests {
    private func remoteWorkers(_ system: DaylineSystem) throws -> [[String: Any]] {
        try #require(try system.json("status")["remoteWorkers"] as? [[String: Any]])
    }

    @Test func `joined workers fold and answer, and leave when their key is revoked`() async throws
    {
        let export = try GeneratedExport(days: 30, seed: 21)
        defer { export.remove() }
        let remote = try RemoteSystem()
        let system = remote.system
        let key = try remote.key("desktop", roles: ["worker:dayline.aggregation"])
        let home = "\(remote.folder)/desktop"
        // A process between: daylined closes the descriptor by which Foundation notices its end.
        let joined = try BackgroundCommand(
            "/bin/sh",
            [
                "-c", "\"$0\" \"$@\"; true", "\(DaylineSystem.programs)/daylined", "--join",
                remote.address, "--key-file", key, "--aggregation", "2", "--home", home,
            ])
        defer {
            _ = try? DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", home, "down"])
        }
        try await eventually("the joined workers") { try remoteWorkers(system).count == 2 }
        #expect(try remoteWorkers(system).allSatisfy { $0["host"] as? String == "127.0.0.1" })
        // The time zone data of one machine is equal.
        #expect(try remoteWorkers(system).allSatisfy { $0["problem"] as? String == nil })
        let pid = try #require(try system.pid(of: "aggregation-1"))

        kill(pid, SIGSTOP)
        let imported = try system.run("import", export.zip)
        kill(pid, SIGCONT)

        #expect(imported.status == 0, "\(imported.output) \(imported.errors)")
        let doctor = try system.run("doctor")
        #expect(doctor.status == 0, "\(doctor.output) \(doctor.errors)")
        #expect(try system.run("status").output.contains("on other machines"))

        _ = try system.json("keys", "revoke", "desktop")
        #expect(try remoteWorkers(system).isEmpty)
        #expect(try system.run("trends", "stepCount").status == 0)
        withExtendedLifetime(joined) {}
    }

    @Test func `a joined system is refused with a sentence for a wrong key`() throws {
        let remote = try RemoteSystem()
        let daylined = "\(DaylineSystem.programs)/daylined"
        let key = try remote.key("laptop", roles: ["read"])

        let missing = try DaylineSystem.run(
            daylined, ["--join", remote.address, "--key-file", "\(remote.folder)/none"])
        let unused = try DaylineSystem.run(daylined, ["--join", remote.address])
        let address = try DaylineSystem.run(daylined, ["--join", "example", "--key-file", key])

        let help = try DaylineSystem.run(daylined, ["--help"])

        #expect(help.status == 0 && help.output.contains("--join tcp://HOST:PORT"))
        #expect(missing.status == 1 && missing.errors.contains("\(remote.folder)/none"))
        #expect(unused.status == 2 && unused.errors.contains("used together"))
        #expect(address.status == 1 && address.errors.contains("is not one of TCP"))
    }
}
