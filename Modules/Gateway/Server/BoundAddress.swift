import RPC
import Synchronization

/// The port of the server once the server listens, and the reason for another address than that of the
/// settings.
final class BoundAddress: Sendable {
    private struct State {
        var port: Int?
        var isEncrypted = false
        /// The port before ``BoundAddress/reset()``.
        var previous: Int?
        var problem: String?
    }

    private let state = Mutex(State())
    private static let pollInterval = Duration.milliseconds(20)

    /// nil: the server listens where the settings say.
    var problem: String? { state.withLock { $0.problem } }

    /// True if the server listens.
    var isSet: Bool { state.withLock { $0.port } != nil }

    /// The port that the server had before; nil: it listens for the first time.
    var previous: Int? { state.withLock { $0.previous } }

    func set(_ port: Int, isEncrypted: Bool) {
        state.withLock { state in
            state.port = port
            state.isEncrypted = isEncrypted
        }
    }

    func report(_ problem: String) { state.withLock { $0.problem = problem } }

    /// Forgets the port and the problem, before the server listens again.
    func reset() { state.withLock { $0 = State(previous: $0.port ?? $0.previous) } }

    /// The port, and whether the server uses TLS.
    /// - Throws: UNAVAILABLE if the server does not listen in time.
    func endpoint(within limit: Duration) async throws(Status) -> (port: Int, isEncrypted: Bool) {
        let deadline = ContinuousClock.now + limit
        while true {
            let (port, isEncrypted) = state.withLock { ($0.port, $0.isEncrypted) }
            if let port { return (port, isEncrypted) }
            guard ContinuousClock.now < deadline, !Task.isCancelled else {
                throw Status(
                    .unavailable, "The web app does not listen yet.",
                    hint: "Show the reason with: dayline logs web")
            }
            try? await Task.sleep(for: Self.pollInterval)
        }
    }
}
