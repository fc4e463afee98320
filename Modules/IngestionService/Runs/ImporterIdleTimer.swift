import Synchronization

/// The time that an importer lets pass without a batch, of which it has a limited amount.
///
/// The time in which a batch of it is taken in is not the importer's.
final class ImporterIdleTimer: Sendable {
    let limit: Duration
    /// When the importer's turn began; nil while a batch is taken in.
    private let since = Mutex<ContinuousClock.Instant?>(.now)

    init(limit: Duration) {
        self.limit = limit
    }

    /// The importer's turn begins.
    func start() {
        since.withLock { $0 = .now }
    }

    /// The importer's turn is over.
    func stop() {
        since.withLock { $0 = nil }
    }

    /// How long the importer has been silent.
    var silence: Duration {
        since.withLock { since in since.map { $0.duration(to: .now) } ?? .zero }
    }

    /// Returns when the importer was silent for too long.
    func waitUntilExceeded() async throws {
        while true {
            let rest = limit - silence
            if rest <= .zero { return }
            try await Task.sleep(for: rest)
        }
    }
}
