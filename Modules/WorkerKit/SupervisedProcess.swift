import CLinux
import Contracts
import Glibc
import Logging
import RPC
import Synchronization

/// The connection of this process to its supervisor.
package final class SupervisedProcess: Sendable {
    package let environment: WorkerEnvironment
    private let drain = Mutex(Drain())

    private struct Drain {
        var isRequested = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    init(_ environment: WorkerEnvironment) {
        self.environment = environment
    }

    /// Reports that this process serves calls.
    package func reportReady() {
        report(.ready)
    }

    /// Reports what delays the start, so that the supervisor waits longer.
    func reportPreparing(_ what: String) {
        report(.preparing(what))
    }

    /// Waits until this process is requested to drain.
    package func waitForDrain() async {
        await withCheckedContinuation { continuation in
            let isRequested = drain.withLock { drain in
                if !drain.isRequested { drain.waiters.append(continuation) }
                return drain.isRequested
            }
            if isRequested { continuation.resume() }
        }
    }

    /// Reports an error and ends this process.
    func fail(with error: any Error) -> Never {
        let status = Status(describing: error)
        environment.logger.error("\(status)")
        report(.failed(status.description))
        exit(1)
    }

    /// Ends this process if `work` fails before a drain was requested.
    func failIfThrowing(_ work: @Sendable () async throws -> Void) async {
        do {
            try await work()
        } catch {
            if !drain.withLock({ $0.isRequested }) { fail(with: error) }
        }
    }

    /// Handles commands of the supervisor and signals until the process ends.
    func handleOrders(signals: Int32) -> Never {
        var lines = LineBuffer()
        // poll ignores negative descriptors.
        var entries = [environment.supervisor ?? -1, signals].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            if entries[0].revents != 0 {
                guard let bytes = readOrders() else {
                    // Without the supervisor there is no broker, so open calls cannot be finished.
                    environment.logger.warning("The supervisor has ended.")
                    _exit(1)
                }
                for line in lines.lines(adding: bytes)
                where line == WorkerHandshake.Command.drain.rawValue {
                    requestDrain()
                }
            }
            while true {
                let signal = dayline_signals_next(signals)
                if signal == 0 { break }
                // A second request ends the process at once.
                if !requestDrain() { _exit(128 + signal) }
            }
        }
    }

    /// - Returns: True for the first request.
    @discardableResult
    private func requestDrain() -> Bool {
        let (isFirst, waiters) = drain.withLock { drain in
            defer { drain = Drain(isRequested: true) }
            return (!drain.isRequested, drain.waiters)
        }
        for continuation in waiters { continuation.resume() }
        return isFirst
    }

    /// Bytes from the supervisor; nil if it has closed the socket.
    private func readOrders() -> ArraySlice<UInt8>? {
        guard let supervisor = environment.supervisor else { return nil }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(supervisor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? bytes[..<count] : nil
    }

    private func report(_ report: WorkerHandshake.Report) {
        guard let supervisor = environment.supervisor else { return }
        let line = Array("\(report.line)\n".utf8)
        // If the supervisor has ended, `handleOrders` detects that.
        _ = write(supervisor, line, line.count)
    }
}
