import Contracts
import Logging
import RPC

/// Imports the pushed files one after another. A file remains until its import has ended, so that none is
/// lost by a restart.
final class PushImports: Sendable {
    let spool: PushSpool
    /// A client of the bus.
    private let bus: Client
    private let logger: Logger
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

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
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts the import of a stored file.
    func announce() { arrival.yield() }

    /// Imports what arrives until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            guard let push = spool.waiting.first else {
                await waitForArrival()
                continue
            }
            do {
                try await importFile(push)
                spool.remove(push)
            } catch {
                let status = Status(describing: error)
                if Self.passingCodes.contains(status.code) {
                    logger.notice("The push \(push.name) waits: \(status.message)")
                    try? await Task.sleep(for: Self.pause)
                } else {
                    let path = spool.reject(push)
                    logger.error("The push \(path) cannot be imported: \(status.message)")
                }
            }
        }
    }

    /// Waits until a file arrives, at most for the time between two attempts.
    private func waitForArrival() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [arrivals] in
                for await _ in arrivals { return }
            }
            group.addTask { try? await Task.sleep(for: Self.pause) }
            await group.next()
            group.cancelAll()
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
