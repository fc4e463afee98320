import CLinux
import Contracts
import Glibc
package import HostFiles
import Processes
import RPC

/// Starting the supervisor from another program, detached from its terminal.
package enum Startup {
    /// Starts `daylined` beside the running program and waits until every service is available.
    ///
    /// Blocks the calling thread. If this throws because a worker did not start, the supervisor still
    /// runs and shows the failure in its status.
    ///
    /// - Parameters:
    ///   - home: The home to supervise.
    ///   - aggregation: Number of aggregation workers, saved in the settings; nil leaves it unchanged.
    ///   - database: The database server and the file with its password, saved in the settings; `sqlite`
    ///     is the file in the home, nil leaves the database unchanged.
    ///   - logFormat: The form of log records; nil: that of the environment.
    ///   - environment: The environment of the supervisor and its processes.
    ///   - program: The path of the supervisor.
    ///   - progress: Called with each change of a process's state.
    /// - Returns: `ready` or `alreadyRunning`.
    /// - Throws: The `Status` of the failure.
    package static func detached(
        _ home: Home, aggregation: Int? = nil,
        database: (address: String, passwordFile: String?)? = nil, logFormat: LogFormat? = nil,
        environment: [String: String],
        program: String = "\(ProgramPath.folder)/daylined",
        progress: (StartReport) -> Void = { _ in }
    ) throws -> StartReport {
        switch HomeLock.holder(of: home) {
        case .running(let pid): return .alreadyRunning(pid: pid)
        case .moving(let pid): throw HomeLockError.moving(pid: pid).status
        case .transitional, nil: break
        }
        let home = try home.prepared()
        let log = LogCollector.path(of: Daemon.logName, in: home)
        let output = open(
            log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else {
            throw HostFileError.system(operation: "open", path: log, code: errno)
        }
        defer { close(output) }
        var ends: [Int32] = [-1, -1]
        guard dayline_pipe(&ends) == 0 else {
            throw HostFileError.system(operation: "open a pipe for", path: program, code: errno)
        }
        defer { close(ends[0]) }
        let options = DaemonOptions(
            home: home.folder, aggregation: aggregation, database: database?.address,
            databasePasswordFile: database?.passwordFile, logFormat: logFormat, report: 3)
        do {
            defer { close(ends[1]) }
            _ = try Launch(
                path: program, arguments: options.arguments, environment: environment,
                output: output, inheritedDescriptors: [ends[1]], shouldDieWithParent: false,
                shouldLeadSession: true
            ).start()
        }
        return try outcome(from: ends[0], home, progress)
    }

    /// Maximum time between two reports; the supervisor limits each of its steps itself.
    private static let limit = Duration.seconds(120)

    private static func outcome(
        from descriptor: Int32, _ home: Home, _ progress: (StartReport) -> Void
    ) throws -> StartReport {
        var lines = LineBuffer()
        var bytes = [UInt8](repeating: 0, count: 4096)
        var end = ContinuousClock.now + limit
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: end)) / .milliseconds(1)
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, Int32(left)) != 0 else {
                throw Status(
                    .deadlineExceeded, "The supervisor was not ready within \(limit).",
                    hint: "See \(LogCollector.path(of: Daemon.logName, in: home))")
            }
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else {
                throw Status(
                    .unavailable, "The supervisor ended before it was ready.",
                    hint: "See \(LogCollector.path(of: Daemon.logName, in: home))")
            }
            for report in lines.lines(adding: bytes[..<count]).compactMap({ StartReport(line: $0) })
            {
                switch report {
                case .progress:
                    end = .now + limit
                    progress(report)
                case .ready, .alreadyRunning: return report
                case .failed(let status): throw status
                }
            }
        }
    }
}
