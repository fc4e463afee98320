import Broker
import BusTestKit
import Contracts
import Foundation
import HostFiles
import RPC
import TestKit
import ZeroMQ
import ZeroMQTransport

/// A broker that accepts connections over TCP on loopback, with a local worker, and clients with keys.
final class RemoteBus: Sendable {
    let folder: RunFolder
    let home: Home
    let loop: Loop
    let broker: Broker
    let local: BusConnection
    let worker: TestWorker
    let address: String

    init(connections: Int? = nil) async throws {
        folder = try RunFolder()
        loop = try Loop()
        home = Home(folder: folder.path, runFolder: folder.path)
        var limits = BrokerLimits()
        limits.startupPeriod = .zero
        if let connections { limits.remoteConnections = connections }
        broker = Broker(
            endpoint: try folder.endpoint(), loop: loop, limits: limits, keys: try KeyRing(home))
        try await broker.start()
        local = BusConnection(
            endpoint: try folder.endpoint(), loop: loop, connectTimeout: .seconds(5))
        worker = try TestWorker(
            Notes(), instance: "notes-1", capacity: 8, at: try folder.endpoint())
        await worker.connection.waitForRegistration()
        let listening = try await Client(local).call(
            BusKeys.listen, BusKeys.ListenRequest(address: "tcp://127.0.0.1:0"))
        address = listening.address ?? ""
        TestCleanup.add { [self] in await stop() }
    }

    /// Creates a key.
    func key(_ name: String, _ roles: String..., profile: String? = "default") async throws
        -> BusKey
    {
        try await key(name, roles: roles, profile: profile)
    }

    func key(_ name: String, roles: [String], profile: String?) async throws -> BusKey {
        let pair = try CurveKeyPair()
        let response = try await Client(local).call(
            BusKeys.new,
            BusKeys.NewRequest(
                name: name, publicKey: pair.publicKey, roles: roles, profile: profile))
        return BusKey(
            name: name, profile: profile, publicKey: pair.publicKey, secretKey: pair.secretKey,
            serverKey: response.serverKey)
    }

    func endpoint(_ key: BusKey) throws -> Endpoint { try .tcp(address, key: key) }

    /// A connection with a key.
    func connection(_ key: BusKey) throws -> BusConnection {
        BusConnection(endpoint: try endpoint(key), loop: loop)
    }

    /// The status of a call with a key; nil if the call succeeds.
    func failure(
        _ body: (Client) async throws -> Void, _ key: BusKey
    ) async throws -> Status? {
        let connection = try connection(key)
        defer { connection.close() }
        do {
            try await body(Client(connection))
            return nil
        } catch {
            return Status(describing: error)
        }
    }

    func stop() async {
        await worker.drain()
        local.close()
        await broker.stop()
        loop.stop()
    }
}
