import Foundation
import Testing

/// The protection of a process from programs of the same user.
@Suite struct ProcessProtectionTests {
    @Test(arguments: [false, true])
    func `files of a process belong to root unless debuggers are permitted`(
        isPermitted: Bool
    ) throws {
        // Root reads every process, so that the program runs as another user.
        let isRoot = geteuid() == 0
        let user: uid_t = isRoot ? 65534 : geteuid()
        let command = "\(DaylineSystem.programs)/dayline"
        let home = NSTemporaryDirectory() + "dl-none-" + UUID().uuidString
        let arguments = ["--home", home, "mcp"]
        let process = DaylineSystem.process(
            isRoot ? "/usr/bin/setpriv" : command,
            (isRoot
                ? ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", command] : [])
                + arguments, variables: isPermitted ? ["DAYLINE_DUMPABLE": "1"] : [:])
        // The program waits for a request.
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = Pipe()
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            input.fileHandleForWriting.closeFile()
            process.waitUntilExit()
        }
        let request = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
        input.fileHandleForWriting.write(Data(request.utf8))
        let answer = try #require(process.standardOutput as? Pipe).fileHandleForReading
        try #require(!answer.availableData.isEmpty)

        var file = stat()
        try #require(stat("/proc/\(process.processIdentifier)/environ", &file) == 0)

        #expect(file.st_uid == (isPermitted ? user : 0))
        let limits = try String(
            contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
        #expect(core.split(separator: " ").dropFirst(4).first == "0" || isPermitted)
    }

    @Test func `workers have no network except the gateway and the notifier`() throws {
        let system = try DaylineSystem()

        let workers = try Self.networkAccess(system)

        #expect(Set(workers.filter(\.value).keys) == ["web", "notifier"])
        #expect(workers.count > 6)
    }

    @Test func `the broker has the network after an address is set, and not after the next start`()
        throws
    {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Water")

        let set = try system.json("settings", "set", "listen", "tcp://127.0.0.1:0")
        let withAddress = try Self.networkAccess(system)
        let today = try system.run("today")
        try system.run("settings", "set", "listen", "off")
        try system.run("restart", "broker")
        let withoutAddress = try Self.networkAccess(system)

        let settings = try #require(set["settings"] as? [[String: Any]])
        #expect((settings.first?["value"] as? String)?.hasPrefix("tcp://127.0.0.1:") == true)
        #expect(withAddress["broker"] == true)
        #expect(today.status == 0, "\(today.errors)")
        #expect(withoutAddress["broker"] == false)
    }

    @Test func `an address that cannot be bound is not stored`() throws {
        let system = try DaylineSystem()

        let set = try system.run("settings", "set", "listen", "tcp://192.0.2.1:8421")
        let settings = try system.json("settings", "get", "listen")

        #expect(set.status == 5, "\(set.output) \(set.errors)")
        #expect((settings["settings"] as? [[String: Any]])?.first?["value"] as? String == "off")
    }

    /// True for each worker that may open sockets of the network, by name.
    private static func networkAccess(_ system: DaylineSystem) throws -> [String: Bool] {
        let workers = try #require(try system.json("status")["workers"] as? [[String: Any]])

        var access: [String: Bool] = [:]
        for worker in workers {
            let (name, pid) = (worker["name"] as? String ?? "", worker["pid"] as? Int ?? 0)
            let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            access[name] = !status.contains("\nSeccomp:\t2\n")
        }
        return access
    }
}
