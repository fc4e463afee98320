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

    @Test func `workers have no network except the broker, the gateway and the notifier`() throws {
        let system = try DaylineSystem()
        let workers = try #require(try system.json("status")["workers"] as? [[String: Any]])

        var filtered: [String: Bool] = [:]
        for worker in workers {
            let (name, pid) = (worker["name"] as? String ?? "", worker["pid"] as? Int ?? 0)
            let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            filtered[name] = status.contains("\nSeccomp:\t2\n")
        }

        let open = Set(filtered.filter { !$0.value }.keys)
        #expect(open == ["broker", "web", "notifier"])
        #expect(filtered.count > 6)
    }
}
