import Contracts
import Glibc
package import RPC
import ZeroMQ
import ZeroMQTransport

/// Connections over TCP.
extension Broker {
    /// Accepts connections at the stored address. Without it, and if it cannot be bound, local programs are
    /// served nevertheless.
    func bindStoredAddress() async {
        guard let keys else { return }
        do {
            guard let address = try keys.address else { return }
            try await bindRemote(address)
        } catch {
            let problem = Status(describing: error)
            try? await loop.run { [self] in state.with { $0.remoteProblem = problem } }
        }
    }

    /// The reason why the stored address is not bound; nil if it is bound, or there is no address.
    package func remoteProblem() async -> Status? {
        try? await loop.run { [self] in state.with { $0.remoteProblem } }
    }

    /// True if this process may open sockets of the network. The supervisor permits them to a broker that
    /// starts with a stored address.
    static var hasNetwork: Bool {
        [AF_INET, AF_INET6].contains { family in
            let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { return false }
            Glibc.close(descriptor)
            return true
        }
    }

    /// Reports that the stored address cannot be bound before the next start of the broker.
    func reportMissingNetwork() async throws {
        let problem = Status(
            .failedPrecondition, "The broker was started without the network.",
            hint: "Start it again with: dayline restart broker")
        try await loop.run { [self] in state.with { $0.remoteProblem = problem } }
    }

    /// The address at which connections over TCP are accepted; nil if none are.
    func remoteAddress() async throws -> String? {
        try await loop.run { [self] in state.with { $0.shell?.remoteAddress } }
    }

    /// Accepts connections over TCP at another address; nil ends all of them.
    /// - Throws: FAILED_PRECONDITION if the address cannot be bound; the previous one is then bound again.
    func bindRemote(_ address: String?) async throws {
        guard let keys else { return }
        let endpoint = try address.map { try Endpoint.tcp($0) }
        let pair = try endpoint == nil ? nil : keys.serverKeys()
        RemoteConnections.limit(limits.remoteConnections)
        let peers = try await loop.run { [self] in
            try state.with { state in
                state.remoteProblem = nil
                if state.authentication == nil {
                    state.authentication = try AuthenticationHandler(loop: loop) {
                        keys.key($0) != nil
                    }
                }
                return try state.shell?.replaceRemote(
                    with: endpoint, pair, loop: loop, handler: handler) ?? []
            }
        }
        for peer in peers { session.remove(peer: peer) }
    }

    /// Ends the connections with a key, which was removed before.
    /// - Returns: The number of those that have sent a message.
    func endConnections(of publicKey: String) async throws -> Int {
        try await loop.run { [self] in
            var peers: [UInt64] = []
            change { state, now, actions in
                peers = state.removeHolders(of: publicKey, now: now, into: &actions)
            }
            for peer in peers { session.remove(peer: peer) }
            // Connections that have sent nothing yet may have the key; others connect again.
            let valid = state.with { $0.shell?.holders ?? [] }.map(\.authentication.connection)
            RemoteConnections.endAll(except: valid)
            return peers.count
        }
    }

    /// IP addresses of the connections by the public key of their key.
    func connections() async throws -> [String: [String]] {
        try await loop.run { [self] in
            let holders = state.with { $0.shell?.holders ?? [] }
            return Dictionary(grouping: holders, by: \.authentication.publicKey)
                .mapValues { $0.map(\.address).sorted() }
        }
    }
}
