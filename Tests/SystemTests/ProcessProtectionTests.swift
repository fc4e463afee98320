import Foundation
import Testing

/// The protection of a process from programs of the same user.
@Suite struct ProcessProtectionTests {
    /// Root reads every process, so that programs run as another user.
    private static let user: uid_t = geteuid() == 0 ? 65534 : geteuid()

    /// The program and the arguments that run `dayline` as ``user``.
    private static func command(_ arguments: [String]) -> (program: String, arguments: [String]) {
        let program = "\(DaylineSystem.programs)/dayline"
        guard geteuid() == 0 else { return (program, arguments) }
        let change = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
        return ("/usr/bin/setpriv", change + [program] + arguments)
    }

    /// The owner of the files of a process in /proc: root if programs of its user cannot read its memory.
    private static func owner(of pid: Int32) throws -> uid_t {
        var file = stat()
        try #require(stat("/proc/\(pid)/environ", &file) == 0)
        return file.st_uid
    }

    /// The soft limit of the size of core dumps.
    private static func coreLimit(of pid: Int32) throws -> String {
        let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
        return String(try #require(core.split(separator: " ").dropFirst(4).first))
    }

    @Test(arguments: [false, true])
    func `files of a process belong to root unless debuggers are permitted`(
        isPermitted: Bool
    ) throws {
        let home = NSTemporaryDirectory() + "dl-none-" + UUID().uuidString
        let (program, arguments) = Self.command(["--home", home, "mcp"])
        let process = DaylineSystem.process(
            program, arguments, variables: isPermitted ? ["DAYLINE_DUMPABLE": "1"] : [:])
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

        let pid = process.processIdentifier
        #expect(try Self.owner(of: pid) == (isPermitted ? Self.user : 0))
        #expect(try Self.coreLimit(of: pid) == "0" || isPermitted)
    }

    @Test func `no process of a system writes core dumps or can be read by its user`() throws {
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        chown(home, Self.user, Self.user)
        defer { try? FileManager.default.removeItem(atPath: home) }
        func run(_ arguments: String...) throws -> DaylineSystem.Outcome {
            let command = Self.command(["--home", home] + arguments)
            return try DaylineSystem.run(command.program, command.arguments)
        }
        let up = try run("up", "--detach")
        try #require(up.status == 0, "\(up.errors)")
        defer { _ = try? run("down") }

        let status = try run("--json", "status").json()

        let workers = try #require(status["workers"] as? [[String: Any]])
        let supervisor = try #require(status["supervisor"] as? [String: Any])
        let pids = (workers + [supervisor]).compactMap { $0["pid"] as? Int }.map(Int32.init)
        #expect(pids.count == workers.count + 1 && pids.count > 7)
        for pid in pids {
            #expect(try Self.owner(of: pid) == 0, "\(pid)")
            #expect(try Self.coreLimit(of: pid) == "0", "\(pid)")
        }
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
