import Contracts
import Logging
import RPC
import Synchronization

/// Imports the pushed files one after another. A file remains until its import has ended, so that none is
/// lost by a restart.
final class PushImports: Sendable {
    let spool: PushSpool
    /// A client of the bus.
    private let bus: Client
    private let logger: Logger
    /// Wakes the task that imports; nil: none runs.
    private let arrival = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Time before another attempt of an import that failed for a passing reason.
    private static let pause = Duration.seconds(10)
    /// Codes of failures after which the same file can be imported.
    private static let passingCodes: [Status.Code] = [
        .unavailable, .resourceExhausted, .deadlineExceeded, .cancelled, .aborted,
    ]

    init(folder: String, bus: Client, logger: Logger) {
        spool = PushSpool(folder: folder)
        self.bus = bus
        self.logger = logger
    }

    /// Starts the import of a stored file.
    func announce() {
        arrival.withLock { _ = $0?.yield() }
    }

    /// Imports what arrives until the task is cancelled.
    func run() async {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        self.arrival.withLock { $0 = arrival }
        arrival.yield()
        let timer = Task {
            while (try? await Task.sleep(for: Self.pause)) != nil { arrival.yield() }
        }
        defer { timer.cancel() }
        for await _ in arrivals { await importWaiting() }
    }

    /// Imports the waiting files until one fails for a passing reason.
    private func importWaiting() async {
        while !Task.isCancelled, let push = spool.waiting.first {
            do {
                try await importFile(push)
                spool.remove(push)
            } catch {
                let status = Status(describing: error)
                guard !Self.passingCodes.contains(status.code) else {
                    logger.notice("The push \(push.name) waits: \(status.message)")
                    return
                }
                let path = spool.reject(push)
                logger.error("The push \(path) cannot be imported: \(status.message)")
            }
        }
    }

    private func importFile(_ push: PushSpool.Push) async throws {
        let options = CallOptions(deadline: .never, profile: push.profile)
        let request = Imports.RunRequest(
            path: spool.path(of: push), name: "push.json", importer: "health-auto-export")
        let report = try await bus.stream(Imports.run, request, options) { _ in }
        logger.info("A push of \(report.read) items was imported as import \(report.id).")
    }
}
