import Broker
import BusTestKit
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// Announcements of processes that the supervisor started, and of others.
struct BrokerTokenTests {
    private let secret: StartSecret
    private var world: BrokerWorld

    init() throws {
        secret = try #require(StartSecret(text: "000102030405060708090a0b0c0d0e0f"))
        world = BrokerWorld(secret: secret)
    }

    private func token(_ instance: String) -> String { secret.token(of: .instance(instance)) }

    @Test
    mutating func `a reserved service name is accepted with the token of the start`() {
        world.register(
            11, instance: "storage.1", services: ["dayline.storage.Days"],
            token: token("storage.1"))

        #expect(world.removeSent().sent(.ready, to: 11).count == 1)
        world.request(1, from: 1, route: "dayline.storage.Days/Read")
        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a reserved service name is refused without a token`() {
        world.register(11, services: ["s", "dayline.storage.Days"])

        #expect(world.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `a token of another holder is refused`() {
        let tokens = [
            token("storage.2"), secret.token(of: .supervisor), secret.text, "",
            StartSecret().token(of: .instance("storage.1")),
        ]

        for token in tokens {
            world.register(
                11, instance: "storage.1", services: ["dayline.storage.Days"], token: token)

            #expect(world.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
        }
        #expect(world.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `a process without a token serves other names`() {
        world.register(11, services: ["org.example.Echo"])

        world.request(1, from: 1, route: "org.example.Echo/Say")

        #expect(world.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a process without a token does not replace an instance, whose calls continue`()
        throws
    {
        world.register(
            11, instance: "storage.1", services: ["dayline.storage.Days"],
            token: token("storage.1"))
        world.request(1, from: 1, route: "dayline.storage.Days/Read")
        let id = try #require(world.removeSent().request(to: 11))

        world.register(12, instance: "storage.1", services: ["s"])

        let sent = world.removeSent()
        #expect(sent.sent(.final, to: 12).map(\.status) == [.permissionDenied])
        #expect(sent.end(of: 1, for: 1) == nil)
        world.send(.final, id, from: 11)
        #expect(world.removeSent().end(of: 1, for: 1) == .ok)
    }

    @Test
    mutating func `an instance with its token replaces itself on another connection`() {
        for peer in [11, 12] as [UInt64] {
            world.register(
                peer, instance: "storage.1", services: ["dayline.storage.Days"],
                token: token("storage.1"))
        }

        #expect(world.state.listing.workers.count == 1)
        world.request(1, from: 1, route: "dayline.storage.Days/Read")
        #expect(world.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func
        `a process with the name of a worker gets no calls of the worker's reserved services`()
    {
        world.register(
            11, instance: "storage.1", name: "storage", services: ["dayline.storage.Days"],
            token: token("storage.1"))
        world.register(12, instance: "evil", name: "storage", services: ["org.example.Echo"])

        for number in 1...4 {
            world.request(number, from: 1, route: "dayline.storage.Days/Read@storage")
        }

        #expect(world.removeSent().sent(.request, to: 12).isEmpty)
    }
}

/// Requests reserved to the supervisor, over a socket.
@Suite(.timeLimit(.minutes(1)))
struct BrokerSupervisorTests {
    @Test
    func `only the supervisor may report processes`() async throws {
        let secret = StartSecret()
        let folder = try RunFolder()
        let loop = try Loop()
        let broker = Broker(endpoint: try folder.endpoint(), loop: loop, secret: secret)
        try await broker.start()
        let connection = BusConnection(endpoint: try folder.endpoint(), loop: loop)
        let client = Client(connection)

        for token in [nil, "", secret.token(of: .instance("x")), secret.text] {
            let expectError = await #expect(throws: Status.self) {
                try await client.call(BusBroker.expect, .init(services: ["s"], token: token))
            }
            let reportError = await #expect(throws: Status.self) {
                try await client.call(BusBroker.instanceEnded, .init(instance: "x", token: token))
            }
            #expect(expectError?.code == .permissionDenied)
            #expect(reportError?.code == .permissionDenied)
        }
        let token = secret.token(of: .supervisor)
        _ = try await client.call(BusBroker.expect, .init(services: ["s"], token: token))
        _ = try await client.call(BusBroker.instanceEnded, .init(instance: "x", token: token))

        connection.close()
        await broker.stop()
        loop.stop()
    }
}
