import CLinux
import Contracts
import Glibc
import HostFiles
import Processes
import ZeroMQ

/// A running process and its connection with the supervisor.
struct RunningProcess {
    let child: ChildProcess
    /// The supervisor's end of the socket for reports and commands.
    let channel: Int32
    /// The instance name on the bus.
    let instance: String
    let startedAt: ContinuousClock.Instant
    /// Watches `pidfd` for the end of the process.
    var endSource: LoopSource?
    /// Watches `channel` for reports; nil once the process has closed its end.
    var channelSource: LoopSource?
    private var lines = LineBuffer()
    /// The process's own explanation of its failure; nil without one.
    private(set) var explanation: String?

    /// The environment variables that only a worker of a database server needs.
    private static let databaseVariables = [
        "PGPASSWORD", WorkerHandshake.Variable.database.rawValue,
        WorkerHandshake.Variable.databasePasswordFile.rawValue,
    ]

    /// Starts a process. The calling thread must live as long as the supervisor.
    ///
    /// `token` is the content of the file whose descriptor the environment names.
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
        if group.plugin.manifest.engine != .postgresql {
            // Other processes have no use for the password.
            for variable in Self.databaseVariables { environment[variable] = nil }
        }
        environment[.capacity] = group.plugin.manifest.capacity.map(String.init)
        environment[.supervisor] = "3"
        environment[.token] = "4"
        // Each thread of a pool would have its own heap: after an import of 1 GB storage retained 44
        // MiB, with two heaps 38 MiB.
        if environment["MALLOC_ARENA_MAX"] == nil { environment["MALLOC_ARENA_MAX"] = "2" }
        // Temporary files of SQLite have personal data and must not be in a shared folder.
        if environment["SQLITE_TMPDIR"] == nil {
            let isReadOnly = environment[.readOnly] != nil
            environment["SQLITE_TMPDIR"] = environment[isReadOnly ? .run : .home]
        }
        do {
            child = try Launch(
                path: group.plugin.executable, environment: environment, output: output,
                inheritedDescriptors: [ends[1], secret],
                // A system on another machine is reached over the network.
                hasNetwork: group.plugin.manifest.needsNetwork || environment[.keyFile] != nil
                    || group.plugin.manifest.engine == .sqlite
                        && Self.storageNeedsNetwork(environment)
                    || group.plugin.manifest.kind == .broker
                        && Self.brokerNeedsNetwork(environment)
            ).start()
        } catch {
            close(channel)
            throw error
        }
        self.instance = instance
        startedAt = .now
    }

    /// True if storage connects to another home: a replica to its primary, or a promoted home to its former
    /// one.
    private static func storageNeedsNetwork(_ environment: [String: String]) -> Bool {
        guard let home = environment[.home] else { return false }
        let file = try? ReplicationFile.read("\(home)/\(Home.replicationName)")
        return file?.needsNetwork == true
    }

    /// True if the home has an address at which the broker accepts connections over TCP.
    private static func brokerNeedsNetwork(_ environment: [String: String]) -> Bool {
        guard let home = environment[.home] else { return false }
        var status = stat()
        return stat("\(home)/\(Home.busListenName)", &status) == 0 && status.st_size > 0
    }

    /// A file in memory with `text`, read from its start; the caller closes it.
    private static func unnamedFile(containing text: String, for name: String) throws -> Int32 {
        let file = dayline_memory_file()
        let bytes = Array(text.utf8)
        guard file >= 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            let code = errno
            if file >= 0 { close(file) }
            throw HostFileError.system(operation: "store the token of", path: name, code: code)
        }
        return file
    }

    func sendOrder(_ order: WorkerHandshake.Command) {
        let line = Array("\(order.rawValue)\n".utf8)
        // A process that has closed its end has ended, or is killed at its deadline.
        _ = send(channel, line, line.count, Int32(MSG_NOSIGNAL))
    }

    /// The reports since the last call; `isClosed` is true if no more can follow.
    mutating func readReports() -> (reports: [WorkerHandshake.Report], isClosed: Bool) {
        var reports: [WorkerHandshake.Report] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        var isClosed = false
        reading: while true {
            let count = read(channel, &bytes, bytes.count)
            // Read errno at once: later calls may change it.
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
