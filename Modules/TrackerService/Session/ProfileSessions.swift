import Contracts
import HostFiles
import RPC
import Synchronization

/// The sessions of the profiles that were used last.
final class ProfileSessions: Sendable {
    private struct State {
        var sessions: [String: ProfileSession] = [:]
        /// Least recently used first.
        var order: [String] = []
        var observers: [AsyncStream<String>.Continuation] = []
    }

    /// Cached sessions. The snapshot of any other profile is loaded again.
    private static let limit = 32

    private let client: Client
    private let changes: CommitCounterReader?
    private let zones: ZoneCatalog
    private let state = Mutex(State())

    init(client: Client, changes: CommitCounterReader?, zones: ZoneCatalog) {
        self.client = client
        self.changes = changes
        self.zones = zones
    }

    /// The names of the profiles whose snapshots are loaded from now on. The newest are buffered.
    func loadedProfiles() -> AsyncStream<String> {
        let (profiles, observer) = AsyncStream<String>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.limit))
        state.withLock { $0.observers.append(observer) }
        return profiles
    }

    func session(of profile: String) -> ProfileSession {
        state.withLock { state in
            let session = state.sessions[profile] ?? newSession(of: profile)
            state.sessions[profile] = session
            state.order.removeAll { $0 == profile }
            state.order.append(profile)
            if state.order.count > Self.limit { state.sessions[state.order.removeFirst()] = nil }
            return session
        }
    }

    private func newSession(of profile: String) -> ProfileSession {
        ProfileSession(client: client, changes: changes, zones: zones) { [weak self] in
            let observers = self?.state.withLock { $0.observers } ?? []
            for observer in observers { observer.yield(profile) }
        }
    }
}
