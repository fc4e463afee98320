import Broker
import BusTestKit
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// Announcements of processes that the supervisor started, and of others.
struct BrokerTokenTests {
    private let secret: StartSecret
    private var broker: SimulatedBroker

    init() throws {
        secret = try #require(StartSecret(text: "000102030405060708090a0b0c0d0e0f"))
        broker = SimulatedBroker(secret: secret)
    }

    private func token(_ instance: String) -> String { secret.token(of: .instance(instance)) }

    @Test
    mutating func `a reserved service name is accepted with the token of the start`() {
        broker.register(
            11, instance: "storage.1", services: ["dayline.storage.Days"],
            token: token("storage.1"))

        #expect(broker.removeSent().sent(.ready, to: 11).count == 1)
        broker.request(1, from: 1, route: "dayline.storage.Days/Read")
        #expect(broker.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a reserved service name is refused without a token`() {
        broker.register(11, services: ["s", "dayline.storage.Days"])

        #expect(broker.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `a token of another holder is refused`() {
        let tokens = [
            token("storage.2"), secret.token(of: .supervisor), secret.text, "",
            StartSecret().token(of: .instance("storage.1")),
        ]

        for token in tokens {
            broker.register(
                11, instance: "storage.1", services: ["dayline.storage.Days"], token: token)

            #expect(broker.removeSent().sent(.final, to: 11).map(\.status) == [.permissionDenied])
        }
        #expect(broker.state.listing.workers.isEmpty)
    }

    @Test
    mutating func `a process without a token serves other names`() {
        broker.register(11, services: ["org.example.Echo"])

        broker.request(1, from: 1, route: "org.example.Echo/Say")

        #expect(broker.removeSent().request(to: 11) != nil)
    }

    @Test
    mutating func `a process without a token does not replace an instance, whose calls continue`()
        throws
    {
        broker.register(
            11, instance: "storage.1", services: ["dayline.storage.Days"],
            token: token("storage.1"))
        broker.request(1, from: 1, route: "dayline.storage.Days/Read")
        let id = try #require(broker.removeSent().request(to: 11))

        broker.register(12, instance: "storage.1", services: ["s"])

        let sent = broker.removeSent()
        #expect(sent.sent(.final, to: 12).map(\.status) == [.permissionDenied])
        #expect(sent.end(of: 1, for: 1) == nil)
        broker.send(.final, id, from: 11)
        #expect(broker.removeSent().end(of: 1, for: 1) == .ok)
    }

    @Test
    mutating func `an instance with its token replaces itself on another connection`() {
        for peer in [11, 12] as [UInt64] {
            broker.register(
                peer, instance: "storage.1", services: ["dayline.storage.Days"],
                token: token("storage.1"))
        }

        #expect(broker.state.listing.workers.count == 1)
        broker.request(1, from: 1, route: "dayline.storage.Days/Read")
        #expect(broker.removeSent().request(to: 12) != nil)
    }

    @Test
    mutating func
        `a process with the name of a worker gets no calls of the worker's reserved services`()
    {
        broker.register(
            11, instance: "storage.1", name: "storage", services: ["dayline.storage.Days"],
            token: token("storage.1"))
        broker.register(12, instance: "evil", name: "storage", services: ["org.example.Echo"])

        for number in 1...4 {
            broker.request(number, from: 1, route: "dayline.storage.Days/Read@storage")
        }

        #expect(broker.removeSent().sent(.request, to: 12).isEmpty)
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
