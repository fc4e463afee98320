import CLinux
import Contracts
import Glibc
import Logging
import RPC
import Synchronization

/// This process, as the supervisor sees it.
package final class SupervisedProcess: Sendable {
    package let environment: WorkerEnvironment
    private let drain = Mutex(Drain())

    private struct Drain {
        var isRequested = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    init(_ environment: WorkerEnvironment) {
        self.environment = environment
    }

    /// Tells the supervisor that this process serves.
    package func reportReady() {
        report(.ready)
    }

    /// Tells the supervisor what keeps this process from serving, so that it waits for it.
    func reportPreparing(_ what: String) {
        report(.preparing(what))
    }

    /// Returns when this process is asked to finish what it has begun and to end.
    package func waitForDrain() async {
        await withCheckedContinuation { continuation in
            let isOver = drain.withLock { drain in
                if !drain.isRequested { drain.waiting.append(continuation) }
                return drain.isRequested
            }
            if isOver { continuation.resume() }
        }
    }

    /// Ends this process, which could not go on.
    func fail(with error: any Error) -> Never {
        let status = Status(describing: error)
        environment.logger.error("\(status)")
        report(.failed(status.description))
        exit(1)
    }

    /// Ends this process when `work` fails, unless it is on its way out.
    func failIfThrowing(_ work: @Sendable () async throws -> Void) async {
        do {
            try await work()
        } catch {
            if !drain.withLock({ $0.isRequested }) { fail(with: error) }
        }
    }

    /// Hears orders and signals for as long as the process lives.
    func handleOrders(signals: Int32) -> Never {
        var lines = LineBuffer()
        // A negative descriptor is left out by poll.
        var entries = [environment.supervisor ?? -1, signals].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
            if entries[0].revents != 0 {
                guard let bytes = readOrders() else {
                    // The supervisor is gone, and with it the broker: nothing can be finished.
                    environment.logger.warning("The supervisor is gone.")
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
                // Asked twice, it is not to take its time.
                if !requestDrain() { _exit(128 + signal) }
            }
        }
    }

    /// - Returns: Whether nobody had asked before.
    @discardableResult
    private func requestDrain() -> Bool {
        let (isFirst, waiting) = drain.withLock { drain in
            defer { drain = Drain(isRequested: true) }
            return (!drain.isRequested, drain.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return isFirst
    }

    /// Nil when the other end is closed.
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
        // When the supervisor is gone, `handleOrders` knows it first.
        _ = write(supervisor, line, line.count)
    }
}
