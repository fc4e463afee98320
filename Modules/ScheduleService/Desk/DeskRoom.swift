import Contracts
import HostFiles
import RPC
import Synchronization

/// The desks of the profiles that were worked on last.
final class DeskRoom: Sendable {
    private struct State {
        var desks: [String: Desk] = [:]
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

    func desk(of profile: String) -> Desk {
        state.withLock { state in
            let desk = state.desks[profile] ?? Desk(client: client, zones: zones)
            state.desks[profile] = desk
            state.order.removeAll { $0 == profile }
            state.order.append(profile)
            if state.order.count > Self.limit { state.desks[state.order.removeFirst()] = nil }
            return desk
        }
    }
}
