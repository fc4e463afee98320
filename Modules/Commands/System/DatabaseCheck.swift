import CLinux
import Glibc
import HostFiles
import Processes
import RPC

/// Checks a database server before a start, with the program that is linked with the library of the server.
enum DatabaseCheck {
    private static let limitMilliseconds: Int32 = 30_000

    /// - Throws: The reason why storage workers could not use the database.
    static func check(_ server: DatabaseServer, _ environment: [String: String]) throws {
        let program = "\(ProgramPath.folder)/dayline-postgres"
        let output = dayline_memory_file()
        guard output >= 0 else {
            throw HostFileError.system(operation: "run", path: program, code: errno)
        }
        defer { close(output) }
        let file = server.passwordFile.map { ["--password-file", $0] } ?? []
        let child = try Launch(
            path: program, arguments: ["check", "--json", server.address] + file,
            environment: environment, output: output
        ).start()
        let end = child.wait(milliseconds: limitMilliseconds)
        if end == nil { child.killGroup() }
        guard end != .exited(0) else { return }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(output, &bytes, bytes.count, 0)
        // libpq may have written warnings before.
        let lines = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: "\n"))
        throw lines.last.flatMap { try? JSONBody.decode(Status.self, from: Bytes(Array($0))) }
            ?? Status(
                .unavailable, "\(server.text) could not be checked within the time limit.",
                hint: "Show the reason with: dayline-postgres check \(server.address)")
    }
}
