import CLinux
import Contracts
import Glibc
import HostFiles
import Processes
import ZeroMQ

/// A process that was started, with what connects it to its supervisor.
struct RunningProcess {
    let child: ChildProcess
    /// Our end of the socket on which it reports and takes orders.
    let channel: Int32
    /// What it is called on the bus.
    let instance: String
    let startedAt: ContinuousClock.Instant
    /// Tells of its end.
    var endSource: LoopSource?
    /// Tells of its reports; nil when it has closed its end.
    var channelSource: LoopSource?
    private var lines = LineBuffer()
    /// Why it had to end, in its own words.
    private(set) var explanation: String?

    /// Starts a process. On a thread that lives as long as the supervisor.
    ///
    /// `token` is what it finds at the descriptor that the environment names.
    init(
        _ group: WorkerGroup, name: String, instance: String, token: String,
        environment: [String: String], output: Int32
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard dayline_socket_pair(&ends) == 0 else {
            throw HostFileError.system(operation: "open a socket for", path: name, code: errno)
        }
        channel = ends[0]
        defer { close(ends[1]) }
        let secret: Int32
        do {
            secret = try Self.unnamedFile(containing: token, for: name)
        } catch {
            close(channel)
            throw error
        }
        defer { close(secret) }
        var environment = environment
        environment[.worker] = name
        environment[.instance] = instance
        environment[.capacity] = group.plugin.manifest.capacity.map(String.init)
        environment[.supervisor] = "3"
        environment[.token] = "4"
        // Threads of a pool that come and go would each keep a heap of their own: after an import of
        // 1 GB storage kept 44 MiB with them, and 38 MiB with two heaps.
        if environment["MALLOC_ARENA_MAX"] == nil { environment["MALLOC_ARENA_MAX"] = "2" }
        // What SQLite sorts is a person's, and does not go where everybody's files for the time being are.
        if environment["SQLITE_TMPDIR"] == nil {
            let isReadOnly = environment[.readOnly] != nil
            environment["SQLITE_TMPDIR"] = environment[isReadOnly ? .run : .home]
        }
        do {
            child = try Launch(
                path: group.plugin.executable, environment: environment, output: output,
                inheritedDescriptors: [ends[1], secret]
            ).start()
        } catch {
            close(channel)
            throw error
        }
        self.instance = instance
        startedAt = .now
    }

    /// A file in memory, to be read from its beginning; the caller's to close.
    private static func unnamedFile(containing text: String, for name: String) throws -> Int32 {
        let file = dayline_memory_file()
        let bytes = Array(text.utf8)
        guard file >= 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            let code = errno
            if file >= 0 { close(file) }
            throw HostFileError.system(operation: "keep the token of", path: name, code: code)
        }
        return file
    }

    func sendOrder(_ order: WorkerHandshake.Command) {
        let line = Array("\(order.rawValue)\n".utf8)
        // A process that no longer listens has ended, or is ended when its time is up.
        _ = send(channel, line, line.count, Int32(MSG_NOSIGNAL))
    }

    /// What it has reported since the last call; `isClosed` when it can report no more.
    mutating func readReports() -> (reports: [WorkerHandshake.Report], isClosed: Bool) {
        var reports: [WorkerHandshake.Report] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        var isClosed = false
        reading: while true {
            let count = read(channel, &bytes, bytes.count)
            // At once, since anything that runs in between may change it.
            let code = errno
            switch count {
            case 1...:
                reports += lines.lines(adding: bytes[..<count]).compactMap {
                    WorkerHandshake.Report(line: $0)
                }
            case 0:
                isClosed = true
                break reading
            default:
                if code == EINTR { continue }
                isClosed = code != EAGAIN
                break reading
            }
        }
        for case .failed(let reason) in reports { explanation = reason }
        return (reports, isClosed)
    }
}

extension [String: String] {
    subscript(variable: WorkerHandshake.Variable) -> String? {
        get { self[variable.rawValue] }
        set { self[variable.rawValue] = newValue }
    }
}
