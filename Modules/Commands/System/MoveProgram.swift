import CLinux
import Contracts
import Glibc
import HostFiles
import Processes
import RPC
import Supervision

/// The program that moves data, which is linked with the library of the server.
struct MoveProgram {
    private let output: Output
    private let environment: [String: String]
    private let arguments: [String]

    init(_ context: CommandContext, arguments: [String]) {
        output = context.output
        environment = context.environment
        self.arguments = arguments
    }

    /// Runs the program to its end. Blocks the calling thread, with which the program ends.
    /// - Throws: The reason of a failure.
    func run(isDryRun: Bool) throws -> MoveReport {
        let program = "\(ProgramPath.folder)/dayline-postgres"
        var ends: [Int32] = [-1, -1]
        guard dayline_pipe(&ends) == 0 else {
            throw HostFileError.system(operation: "open a pipe for", path: program, code: errno)
        }
        defer { close(ends[0]) }
        let child: ChildProcess
        do {
            defer { close(ends[1]) }
            child = try Launch(
                path: program, arguments: arguments + (isDryRun ? ["--dry-run"] : []),
                environment: environment, output: ends[1]
            ).start()
        }
        let last = try lastLine(from: ends[0])
        _ = child.wait(milliseconds: -1)
        if let report = last?.report { return report }
        throw last?.failure
            ?? Status(
                .internal, "The program \(program) ended without a result.",
                hint: "Repeat the command: it continues, or says that the data was moved.")
    }

    /// Shows the progress, and returns the report or the failure.
    private func lastLine(from descriptor: Int32) throws -> MoveLine? {
        var partial: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        var last: MoveLine?
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
                continue
            }
            guard count > 0 else { return last }
            partial += bytes[..<count]
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                let text = Bytes(Array(partial[..<end]))
                partial.removeFirst(end + 1)
                // libpq may write warnings between the lines.
                guard let line = try? JSONBody.decode(MoveLine.self, from: text) else { continue }
                if let progress = line.progress { output.progress(progress) }
                last = line
            }
        }
    }
}
