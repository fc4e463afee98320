import Contracts
import HostFiles
import RPC
import Synchronization

/// The desks of the profiles that were worked on last.
final class ProfileSessions: Sendable {
    private struct State {
        var sessions: [String: ProfileSession] = [:]
        /// Least recently used first.
        var order: [String] = []
    }

    /// Books that are kept; another is read anew when it is asked for.
    private static let limit = 32

    private let client: Client
    private let zones: ZoneCatalog
    private let state = Mutex(State())

    init(client: Client, zones: ZoneCatalog) {
        self.client = client
        self.zones = zones
    }

    func session(of profile: String) -> ProfileSession {
        state.withLock { state in
            let desk = state.sessions[profile] ?? ProfileSession(client: client, zones: zones)
            state.sessions[profile] = desk
            state.order.removeAll { $0 == profile }
            state.order.append(profile)
            if state.order.count > Self.limit { state.sessions[state.order.removeFirst()] = nil }
            return desk
        }
    }
}
