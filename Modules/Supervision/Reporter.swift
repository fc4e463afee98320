import CLinux
import Glibc
import HostFiles
import RPC
import Synchronization

/// Reports the start and state changes to the log, the terminal and the process that waits for the start.
final class Reporter: Sendable {
    private let state: Mutex<State>

    private struct State {
        /// The descriptor for `StartReport`s; nil once the last one is written.
        var descriptor: Int32?
        var logs: LogCollector?
    }

    /// - Parameters:
    ///   - descriptor: The descriptor for `StartReport`s. If nil, the supervisor runs in the foreground
    ///     and reports in words to standard error.
    ///   - serviceManager: The receiver of the same reports; nil if none started the supervisor.
    ///   - format: The form of log records.
    init(
        descriptor: Int32?, serviceManager: ServiceManager? = nil, format: LogFormat = .text
    ) {
        state = Mutex(State(descriptor: descriptor))
        isInForeground = descriptor == nil
        self.serviceManager = serviceManager
        self.format = format
    }

    private let isInForeground: Bool
    private let serviceManager: ServiceManager?
    private let format: LogFormat

    /// Writes later log lines to `logs`.
    func attach(_ logs: LogCollector) {
        state.withLock { $0.logs = logs }
    }

    func reportChange(_ change: ProcessChange) {
        let level: LogThreshold.Level =
            change.state == .failed ? .error : change.reason == nil ? .info : .warning
        record(level, change.description)
        serviceManager?.notifyProgress(change.description)
        send(
            .progress(name: change.name, state: change.state.rawValue, reason: change.reason))
    }

    func warn(_ message: String) {
        record(.warning, message)
    }

    /// The outcome of the start.
    func report(_ report: StartReport) {
        switch report {
        case .progress: break
        case .ready(let pid, let workers):
            record(.info, "ready, process \(pid)")
            if isInForeground { announce(pid, workers.count) }
        case .alreadyRunning(let pid): record(.info, "already running, process \(pid)")
        case .failed(let status): record(.error, status.description)
        }
        serviceManager?.notify(status: report)
        send(report)
    }

    /// Prints that the system is ready and closes standard output, so that its reader sees the end of
    /// file.
    private func announce(_ pid: Int32, _ count: Int) {
        let line = Array("ready: \(count) processes, supervised by \(pid).\n".utf8)
        // The reader may have ended.
        _ = Glibc.write(STDOUT_FILENO, line, line.count)
        _ = dayline_descriptor_discard(STDOUT_FILENO)
    }

    private func record(_ level: LogThreshold.Level, _ message: String) {
        guard level >= LogThreshold.process.level else { return }
        let bytes = LogLine.bytes(
            level: level.rawValue, source: Daemon.logName, message: message, format: format)
        state.withLock(\.logs)?.append(bytes, to: Daemon.logName)
        // A failure cannot be reported anywhere.
        if isInForeground { _ = Glibc.write(STDERR_FILENO, bytes, bytes.count) }
    }

    private func send(_ report: StartReport) {
        state.withLock { state in
            guard let descriptor = state.descriptor, let line = try? report.line() else { return }
            // The reader may have ended; the start continues.
            _ = Glibc.write(descriptor, line, line.count)
            guard report.isLast else { return }
            close(descriptor)
            state.descriptor = nil
        }
    }
}
