import Contracts
package import Logging
import RPC
import Synchronization

/// Purges the expired records in the trash of each profile: after its first request, and then once a
/// day while the worker runs.
package final class TrashPurgeTask: Sendable {
    /// The interval at which the task compares the clock with the last purge of each profile. The
    /// wall clock also advances while the computer sleeps, a waiting task does not.
    private static let checkInterval = Duration.seconds(3600)
    /// The least time between two purges of a profile.
    private static let purgeIntervalInMilliseconds: Int64 = 24 * 3_600_000
    /// The time limit of a purge.
    private static let timeout = Duration.seconds(600)

    private let service: TrackerService
    private let logger: Logger
    /// The time of the last purge of each profile that was used, in milliseconds since 1970 UTC.
    private let lastPurges = Mutex<[String: Int64]>([:])

    package init(service: TrackerService, logger: Logger) {
        self.service = service
        self.logger = logger
    }

    /// Purges until the task is cancelled or `wait` throws.
    /// - Parameter wait: Suspends for a duration.
    package func run(
        wait: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                for await profile in service.loadedProfiles() { await purgeIfDue(profile) }
            }
            group.addTask { [self] in
                while (try? await wait(Self.checkInterval)) != nil {
                    for profile in lastPurges.withLock({ $0.keys.sorted() }) {
                        await purgeIfDue(profile)
                    }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Purges the trash of a profile unless that was done within a day. An error is logged, and the
    /// purge is attempted again after a day.
    package func purgeIfDue(_ profile: String) async {
        let now = service.now()
        let isDue = lastPurges.withLock { last in
            let isRecent = last[profile].map { abs(now - $0) < Self.purgeIntervalInMilliseconds }
            if isRecent == true { return false }
            last[profile] = now
            return true
        }
        guard isDue else { return }
        do {
            let count = try await service.purgeExpired(
                CallContext(
                    deadline: .after(Self.timeout), metadata: CallMetadata(profile: profile)))
            if count > 0 { logger.info("Purged \(count) records in the trash of \(profile).") }
        } catch {
            guard !Task.isCancelled else { return }
            let status = Status(describing: error)
            logger.error(
                """
                The trash of the profile \(profile) was not purged (\(status.code.name)). \
                The next attempt is in a day.
                """)
            // A message can name an activity.
            logger.debug("The trash was not purged: \(status.message)")
        }
    }
}
