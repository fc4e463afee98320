package import RPC
package import ZeroMQTransport

/// A peer on another machine, with the key of its connection.
package struct KeyHolder: Sendable {
    let authentication: PeerAuthentication
    let roles: [Role]
    let access: CallerAccess

    package init(
        _ authentication: PeerAuthentication, name: String, profile: String?, roles: [Role]
    ) {
        self.authentication = authentication
        self.roles = roles
        access = CallerAccess(key: name, profile: profile, roles: roles)
    }

    /// IP address of the peer.
    var address: String { authentication.address }

    /// The name of the key.
    var name: String { access.name ?? "" }

    /// The refusal of an announcement; nil if the key has a role for all of its services.
    func refusal(of announcement: WorkerAnnouncement) -> Status? {
        let services = announcement.services.map(\.name)
        guard !services.isEmpty else { return .noServiceAllowed(name) }
        return services.first { service in !roles.contains { $0.canServe(service) } }
            .map { .serviceNotAllowed($0, key: name) }
    }
}

extension Status {
    fileprivate static func serviceNotAllowed(_ service: String, key: String) -> Self {
        Self(
            .permissionDenied, "The key \"\(key)\" has no role to serve \(service).",
            hint: "Create another: dayline keys new NAME --role worker:\(service)")
    }

    fileprivate static func noServiceAllowed(_ key: String) -> Self {
        Self(.permissionDenied, "The worker with the key \"\(key)\" announces no service.")
    }
}

extension BrokerState {
    /// The known holder of a connection; nil for a new connection.
    func holder(_ authentication: PeerAuthentication, _ peer: UInt64) -> KeyHolder? {
        guard let known = holders[peer], known.authentication == authentication else { return nil }
        return known
    }

    /// Records the key of a remote peer, before each of its messages.
    package mutating func identify(
        _ holder: KeyHolder, _ peer: UInt64, now: Instant, into actions: inout [Action]
    ) {
        guard self.holder(holder.authentication, peer) == nil else { return }
        // Another connection has the routing id of one that has ended.
        if holders[peer] != nil { removePeer(peer, now: now, into: &actions) }
        holders[peer] = holder
    }

    /// Removes the peers with a key. Their calls end.
    /// - Returns: The peers.
    mutating func removeHolders(
        of publicKey: String, now: Instant, into actions: inout [Action]
    ) -> [UInt64] {
        let peers = holders.filter { $0.value.authentication.publicKey == publicKey }.map(\.key)
        for peer in peers { removePeer(peer, now: now, into: &actions) }
        return peers
    }

    /// The refusal of a call; nil if the caller may make it.
    func refusal(of route: ParsedRoute, to client: UInt64) -> Status? {
        guard let holder = holders[client] else { return nil }
        let access: MethodAccess? =
            if route.isBusService {
                MethodAccess.ofBusMethods[route.path]
            } else {
                serviceNumbers[route.service].flatMap { services[$0].scopes[route.method] }
                    .map { .scope($0) }
            }
        do {
            try holder.access.check(route.path, access)
            return nil
        } catch {
            return error
        }
    }
}
