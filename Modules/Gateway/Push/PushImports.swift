import Contracts
import HostFiles
import Logging
import RPC
import Synchronization

/// Imports the pushed files one after another. A file remains until its import has ended, so that none is
/// lost by a restart. After a failure that may pass, the same file is tried again after a pause.
final class PushImports: Sendable {
    let folder: PushFolder
    /// A client of the bus.
    private let bus: Client
    private let logger: Logger
    /// Wakes the task that imports; nil: none runs.
    private let arrival = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Time before another attempt of an import that failed for a passing reason.
    private static let pause = Duration.seconds(10)
    /// Codes of failures after which the same file can be imported.
    private static let transientCodes: [Status.Code] = [
        .unavailable, .resourceExhausted, .deadlineExceeded, .cancelled, .aborted,
    ]

    /// Writes the files.
    var spool: PushSpool { PushSpool(folder: folder) }

    init(folder: PushFolder, bus: Client, logger: Logger) {
        self.folder = folder
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
        for await _ in arrivals {
            while await !importWaiting(), (try? await Task.sleep(for: Self.pause)) != nil {}
        }
    }

    /// Imports the waiting files until one fails for a passing reason.
    /// - Returns: False if that file waits for another attempt.
    private func importWaiting() async -> Bool {
        while !Task.isCancelled, let push = folder.waiting.first {
            do {
                try folder.finish(push, as: try await importFile(push))
            } catch {
                let status = Status(describing: error)
                guard !Self.transientCodes.contains(status.code) else {
                    logger.notice("The push \(push.id) waits: \(status.message)")
                    return false
                }
                guard reject(push, status) else { return false }
            }
        }
        return true
    }

    /// - Returns: False if the failure cannot be stored; the push waits.
    private func reject(_ push: PushFolder.Push, _ status: Status) -> Bool {
        do {
            let sentences = [status.message, status.hint].compactMap(\.self)
            try folder.reject(push, for: sentences.joined(separator: " "))
            logger.error(
                """
                The push \(push.id) cannot be imported: \(status.message) See it with: dayline imports \
                pushes
                """)
            return true
        } catch {
            logger.error("The failure of the push \(push.id) cannot be stored: \(error)")
            return false
        }
    }

    /// - Returns: The number of the import.
    private func importFile(_ push: PushFolder.Push) async throws -> Int64 {
        let options = CallOptions(deadline: .never, profile: push.profile)
        let request = Imports.RunRequest(
            path: folder.file(of: push), name: "push.json", importer: "health-auto-export")
        let report = try await bus.stream(Imports.run, request, options) { _ in }
        logger.info("A push of \(report.read) items was imported as import \(report.id).")
        return report.id
    }
}
