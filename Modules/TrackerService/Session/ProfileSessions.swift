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
    }

    /// Cached sessions. The snapshot of any other profile is loaded again.
    private static let limit = 32

    private let client: Client
    private let zones: ZoneCatalog
    private let state = Mutex(State())
    /// The names of profiles whose snapshots were loaded, for one consumer. The newest are buffered.
    let loadedProfiles: AsyncStream<String>
    private let loads: AsyncStream<String>.Continuation

    init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
        (loadedProfiles, loads) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(Self.limit))
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
        ProfileSession(client: client, zones: zones) { [loads] in loads.yield(profile) }
    }
}
