import Contracts
package import Logging
package import RPC

/// Removes unused photos once a day while the worker runs.
package struct UnusedPhotoTask: Sendable {
    private let storage: Client
    private let logger: Logger

    /// The time after the start, in which the other workers start.
    private static let firstDelay = Duration.seconds(120)
    private static let interval = Duration.seconds(24 * 3600)

    package init(storage: Client, logger: Logger) {
        self.storage = storage
        self.logger = logger
    }

    /// Runs until the task is cancelled. An error is logged, and the next attempt is after a day.
    package func run() async {
        var delay = Self.firstDelay
        while (try? await Task.sleep(for: delay)) != nil {
            delay = Self.interval
            do {
                let result = try await storage.call(StoredPhotos.removeUnused, Empty())
                if result.removed > 0 { logger.info("Removed \(result.removed) unused photos.") }
            } catch {
                guard !Task.isCancelled else { return }
                logger.error(
                    "Unused photos were not removed: \(Status(describing: error).message)")
            }
        }
    }
}
