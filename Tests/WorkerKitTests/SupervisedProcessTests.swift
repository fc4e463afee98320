import CLinux
import Contracts
import Glibc
import HostFiles
import Processes
import Testing

/// A real worker's program, and the test in the place of its supervisor.
@Suite(.timeLimit(.minutes(1)))
struct SupervisedProcessTests {
    @Test
    func `a process says when it serves, and ends well when it is asked to`() throws {
        let process = try ProcessUnderTest()

        #expect(process.line() == "ready")
        process.send("nonsense\ndrain\n")

        #expect(process.child.wait(milliseconds: 20_000) == .exited(0))
    }

    @Test
    func `a signal asks for the same`() throws {
        let process = try ProcessUnderTest()
        #expect(process.line() == "ready")

        process.child.send(SIGTERM)

        #expect(process.child.wait(milliseconds: 20_000) == .exited(0))
    }

    @Test
    func `a process ends when its supervisor is gone`() throws {
        let process = try ProcessUnderTest()
        #expect(process.line() == "ready")

        process.closeChannel()

        #expect(process.child.wait(milliseconds: 20_000) == .exited(1))
    }

    @Test
    func `a process that cannot serve says why, and ends`() throws {
        let process = try ProcessUnderTest { $0["DAYLINE_BUS"] = "ipc:///none/such/bus.sock" }

        #expect(process.line().hasPrefix("failed There is no folder /none/such"))
        #expect(process.child.wait(milliseconds: 20_000) == .exited(1))
    }

    @Test
    func `a program that was not started by a supervisor says who should`() throws {
        let process = try ProcessUnderTest { $0 = [:] }

        #expect(process.child.wait(milliseconds: 20_000) == .exited(2))
    }
}

/// The broker's program, since it needs nobody else, in a folder of its own.
private final class ProcessUnderTest {
    let child: ChildProcess
    private let folder: String
    private var channel: Int32

    init(_ change: (inout [String: String]) -> Void = { _ in }) throws {
        var template = Array("/tmp/dayline-worker-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
        var ends: [Int32] = [-1, -1]
        try #require(dayline_socket_pair(&ends) == 0)
        channel = ends[0]
        // A reader that waits is simpler here.
        try #require(fcntl(channel, F_SETFL, 0) == 0)
        var environment = [
            "DAYLINE_HOME": folder, "DAYLINE_RUN": folder, "DAYLINE_WORKER": "broker",
            "DAYLINE_BUS": "ipc://\(folder)/bus.sock", "DAYLINE_INSTANCE": "broker.1.test",
            "DAYLINE_SUPERVISOR_FD": "3",
        ]
        change(&environment)
        let output = open("\(folder)/log", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(ends[1])
            close(output)
        }
        child = try Launch(
            path: "\(ProgramPath.folder)/BrokerWorker", environment: environment,
            output: output, inheritedDescriptors: [ends[1]], shouldDieWithParent: false
        ).start()
    }

    deinit {
        child.killGroup()
        _ = child.wait(milliseconds: 10_000)
        if channel >= 0 { close(channel) }
        for name in Files.names(in: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// The next line that the process says, without its end; what it has said when it ends first.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(channel, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        write(channel, bytes, bytes.count)
    }

    func closeChannel() {
        close(channel)
        channel = -1
    }
}
