import Synchronization

/// Measures the silence of an importer: the time without a batch from it. The time in which a batch is
/// processed does not count.
final class SilenceTimer: Sendable {
    let limit: Duration
    /// Start of the current wait for a batch; nil while a batch is processed.
    private let since = Mutex<ContinuousClock.Instant?>(.now)

    init(limit: Duration) {
        self.limit = limit
    }

    /// Starts waiting for a batch.
    func start() {
        since.withLock { $0 = .now }
    }

    /// Stops waiting: a batch has arrived.
    func stop() {
        since.withLock { $0 = nil }
    }

    /// Time since the last batch was processed; zero while one is.
    var silence: Duration {
        since.withLock { since in since.map { $0.duration(to: .now) } ?? .zero }
    }

    /// Returns when the silence exceeds the limit.
    func waitUntilExceeded() async throws {
        while true {
            let remaining = limit - silence
            if remaining <= .zero { return }
            try await Task.sleep(for: remaining)
        }
    }
}
