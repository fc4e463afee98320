import CLinux
import Contracts
import Glibc
import HostFiles
import Processes
import Testing

/// A real worker program, with the test as its supervisor.
@Suite(.timeLimit(.minutes(1)))
struct SupervisedProcessTests {
    @Test
    func `a process reports that it is ready, and exits with 0 after a drain`() throws {
        let process = try ProcessUnderTest()

        #expect(process.line() == "ready")
        process.send("nonsense\ndrain\n")

        #expect(process.child.wait(milliseconds: 20_000) == .exited(0))
    }

    @Test
    func `a signal requests a drain`() throws {
        let process = try ProcessUnderTest()
        #expect(process.line() == "ready")

        process.child.send(SIGTERM)

        #expect(process.child.wait(milliseconds: 20_000) == .exited(0))
    }

    @Test
    func `a process exits when its supervisor has ended`() throws {
        let process = try ProcessUnderTest()
        #expect(process.line() == "ready")

        process.closeChannel()

        #expect(process.child.wait(milliseconds: 20_000) == .exited(1))
    }

    @Test
    func `a process that cannot serve reports the reason and exits`() throws {
        let process = try ProcessUnderTest { $0["DAYLINE_BUS"] = "ipc:///none/such/bus.sock" }

        #expect(process.line().hasPrefix("failed The folder /none/such"))
        #expect(process.child.wait(milliseconds: 20_000) == .exited(1))
    }

    @Test
    func `a program without a supervisor exits with 2`() throws {
        let process = try ProcessUnderTest { $0 = [:] }

        #expect(process.child.wait(milliseconds: 20_000) == .exited(2))
    }
}

/// The program of the broker, which needs no other process, in a temporary folder.
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
        // A blocking descriptor is simpler here.
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

    /// The next line of the process, without its terminator; the incomplete line at the end of the stream.
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
