import Broker
import RPC
import Testing

/// Workers of which each has the calls of some profiles.
struct BrokerProfileTests {
    private var broker = SimulatedBroker()
    private let profiles = (0..<40).map { "person\($0)" }

    /// Registers workers with these numbers, with capacity for all calls of a test.
    private mutating func register(_ peers: Int..., capacity: Int = 100) {
        for peer in peers {
            broker.register(
                UInt64(peer), name: "storage-\(peer)", capacity: capacity, isByProfile: true)
        }
    }

    /// The worker that receives a call for each profile.
    private mutating func workers(_ first: Int) -> [String: UInt64] {
        var workers: [String: UInt64] = [:]
        for (offset, profile) in profiles.enumerated() {
            broker.request(first + offset, from: 1, profile: profile)
            workers[profile] = broker.removeSent().first { $0.kind == .request }?.peer
        }
        return workers
    }

    @Test
    mutating func `all calls of a profile reach the same worker, in any case of its name`() {
        register(11, 12, 13)

        let first = workers(0)
        let second = workers(100)

        #expect(first == second)
        #expect(Set(first.values) == [11, 12, 13])
        broker.request(500, from: 2, profile: "PERSON7")
        #expect(broker.removeSent().first { $0.kind == .request }?.peer == first["person7"])
    }

    @Test
    mutating func `only the profiles of a lost worker move, and they return with it`() {
        register(11, 12, 13)
        let before = workers(0)

        broker.disconnect(12)
        _ = broker.removeSent()
        let without = workers(100)
        register(12)
        let after = workers(200)

        for profile in profiles where before[profile] != 12 {
            #expect(without[profile] == before[profile])
        }
        #expect(!without.values.contains(12))
        #expect(after == before)
    }

    @Test
    mutating func `a call waits for the worker of its profile, and calls of others do not`() throws
    {
        register(11, 12)
        let owners = workers(0)
        let own = try #require(profiles.dropFirst().first { owners[$0] == owners[profiles[0]] })
        let other = try #require(profiles.first { owners[$0] != owners[profiles[0]] })
        // A new broker, in which both workers are free.
        broker = SimulatedBroker()
        register(11, 12, capacity: 1)
        broker.request(1, from: 1, profile: profiles[0])
        let owner = try #require(owners[profiles[0]])
        let running = try #require(broker.removeSent().request(to: owner))

        broker.request(2, from: 1, profile: own)
        #expect(broker.removeSent().isEmpty)
        broker.request(3, from: 1, profile: other)
        #expect(broker.removeSent().first { $0.kind == .request }?.peer == owners[other])

        broker.send(.final, running, from: owner)
        #expect(broker.removeSent().request(to: owner) != nil)
    }

    @Test
    mutating func `a repeatable call of a lost worker goes to the next worker of its profile`()
        throws
    {
        register(11, 12)
        broker.request(1, from: 1, repeatable: true, profile: "anna")
        let sent = try #require(broker.removeSent().first { $0.kind == .request })

        broker.disconnect(sent.peer)

        #expect(broker.removeSent().request(to: sent.peer == 11 ? 12 : 11) != nil)
    }

    /// A suspended process would otherwise execute its calls when it continues.
    @Test
    mutating func `the calls of a silent worker are cancelled there`() throws {
        register(11)
        broker.request(1, from: 1, profile: "anna")
        let id = try #require(broker.removeSent().request(to: 11))

        var cancels: [SentMessage] = []
        for _ in 0..<200 where cancels.isEmpty {
            broker.advance(.milliseconds(500))
            cancels = broker.removeSent().sent(.cancel, to: 11)
        }

        #expect(cancels.map(\.id) == [id])
    }
}
