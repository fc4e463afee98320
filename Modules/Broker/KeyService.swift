import CivilTime
import Contracts
import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// The keys of programs on other machines, for programs on this one.
struct KeyService: Service {
    let keys: KeyRing
    let broker: @Sendable () -> Broker?

    func register(on router: inout Router) {
        router.handle(BusKeys.new) { request, _ in
            // Created now, so that a key is not registered if that fails.
            let server = try keys.serverKeys()
            try keys.add(
                KeyRing.StoredKey(
                    name: request.name, publicKey: request.publicKey, roles: request.roles,
                    profile: request.profile, created: WallClock.milliseconds()))
            // Without storage, the next comparison binds the key.
            _ = try? await broker()?.bindKeys()
            return BusKeys.NewResponse(
                serverKey: server.publicKey, address: try await broker()?.remoteAddress())
        }
        router.handle(BusKeys.list) { _, _ in
            let connections = try await broker()?.connections() ?? [:]
            return BusKeys.ListResponse(
                keys: keys.all.map { key in
                    BusKeys.Key(
                        name: key.name, roles: key.roles, profile: key.profile,
                        createdAt: instantText(key.created),
                        connections: connections[key.publicKey] ?? [])
                })
        }
        router.handle(BusKeys.revoke) { request, _ in
            let key = try keys.remove(request.name)
            return BusKeys.RevokeResponse(
                connections: try await broker()?.endConnections(of: key.publicKey) ?? 0)
        }
        router.handle(BusKeys.address) { _, _ in try await address() }
        router.handle(BusKeys.listen) { request, _ in
            // Checked first: binding the previous address again ends its connections, and can fail.
            _ = try request.address.map { try Endpoint.tcp($0) }
            guard request.address == nil || Broker.hasNetwork else {
                try keys.setAddress(request.address)
                try await broker()?.reportMissingNetwork()
                return try await address()
            }
            let previous = try keys.address
            do {
                try await broker()?.bindRemote(request.address)
                try keys.setAddress(request.address)
            } catch {
                try? await broker()?.bindRemote(previous)
                throw error
            }
            return try await address()
        }
    }

    private func address() async throws -> BusKeys.AddressResponse {
        BusKeys.AddressResponse(
            setting: try keys.address, address: try await broker()?.remoteAddress(),
            problem: await broker()?.remoteProblem()?.message)
    }
}
