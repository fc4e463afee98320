import Contracts
import HostFiles
import Logging
import RPC
import Synchronization

/// Imports the pushed files one after another.
///
/// A file remains until its import has ended, so that none is lost by a restart. A file whose profile does
/// not exist waits for the profile. After a transient failure the file is tried again later, and those after
/// it are not delayed. Messages of failures can have values of the files: log records above the level debug
/// have their codes only.
final class PushImports: Sendable {
    let folder: PushFolder
    /// A client of the bus.
    let bus: Client
    private let logger: Logger
    /// Wakes the task that imports; nil: none runs.
    private let arrival = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// Shortest and longest time before another attempt after a transient failure.
    private static let pauses: ClosedRange<Duration> = .seconds(10)...(.seconds(3600))
    private static let longestPauseOfFailures = Duration.seconds(160)

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
        var delays: [PushFolder.Push: Delay] = [:]
        var alarm: Task<Void, any Error>?
        defer { alarm?.cancel() }
        for await _ in arrivals {
            await importWaiting(&delays)
            alarm?.cancel()
            guard let next = delays.values.map(\.end).min() else { continue }
            alarm = Task {
                try await Task.sleep(until: next)
                arrival.yield()
            }
        }
    }

    private struct Delay {
        /// Time from the latest attempt to the next one.
        var length: Duration
        var end: ContinuousClock.Instant
    }

    /// Imports the waiting files that are not delayed.
    private func importWaiting(_ delays: inout [PushFolder.Push: Delay]) async {
        let waiting = folder.waiting
        delays = delays.filter { waiting.contains($0.key) }
        let due = waiting.filter { push in delays[push].map { $0.end <= .now } ?? true }
        let missing = await missingProfiles(of: due)
        for push in due where !Task.isCancelled && !missing.contains(push.profile) {
            do {
                try folder.finish(push, as: try await importFile(push))
                delays[push] = nil
            } catch {
                let status = Status(describing: error)
                // The number of a finished import could not be stored: the next import adds nothing.
                let isImported = error is HostFileError
                if !isImported, isFinal(status, after: delays[push]), reject(push, status) {
                    delays[push] = nil
                    continue
                }
                let length =
                    delays[push].map { min($0.length * 2, Self.pauses.upperBound) }
                    ?? Self.pauses.lowerBound
                delays[push] = Delay(length: length, end: .now + length)
                logger.notice("The push \(push.id) waits \(length) (\(status.code.name)).")
                logger.debug("The push \(push.id) waits: \(status.message)")
            }
        }
    }

    /// The profiles of pushes that do not exist. Storage, which counts the data of all profiles to list them,
    /// is not called for the default profile, which always exists. If storage does not answer, all profiles
    /// count as existing: an import then fails and is tried again.
    private func missingProfiles(of pushes: [PushFolder.Push]) async -> Set<String> {
        let names = Set(pushes.map(\.profile)).filter {
            !ExistingProfiles.isSame($0, CallMetadata.defaultProfile)
        }
        guard !names.isEmpty, let existing = try? await ProfileFollower(bus).profiles() else {
            return []
        }
        return names.filter { !existing.hasProfile(named: $0) }
    }

    /// True if another attempt would fail as well.
    private func isFinal(_ status: Status, after delay: Delay?) -> Bool {
        switch status.code {
        // A worker that stops cancels the import.
        case .cancelled: false
        // The disk failed, so that the database seems damaged, or an importer crashed. Both can be lasting.
        case .internal, .dataLoss: (delay?.length ?? .zero) >= Self.longestPauseOfFailures
        default: !status.code.canSucceedLater
        }
    }

    /// The files of profiles that do not exist, oldest first.
    /// - Throws: An error of the call, such as DEADLINE_EXCEEDED if storage does not answer.
    func unowned() async throws -> [PushFolder.FailedPush] {
        let unfinished = folder.unfinished
        guard !unfinished.isEmpty else { return [] }
        let existing = try await ProfileFollower(bus).profiles()
        return unfinished.filter { !existing.hasProfile(named: $0.profile) }
            .compactMap { folder.unowned($0) }
    }

    /// - Returns: False if the failure cannot be stored; the push waits.
    private func reject(_ push: PushFolder.Push, _ status: Status) -> Bool {
        do {
            let sentences = [status.message, status.hint].compactMap(\.self)
            try folder.reject(push, for: sentences.joined(separator: " "))
            logger.error(
                """
                The push \(push.id) cannot be imported (\(status.code.name)). Show the reason with: \
                dayline imports pushes
                """)
            logger.debug("The push \(push.id) cannot be imported: \(status.message)")
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
            path: folder.file(of: push), name: "push.json", importer: Imports.pushImporter)
        let report = try await bus.stream(Imports.run, request, options) { _ in }
        logger.info("A push of \(report.read) items was imported as import \(report.id).")
        return report.id
    }
}
