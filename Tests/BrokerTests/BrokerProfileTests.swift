import Broker
import RPC
import Testing

/// Workers of which each has the calls of some profiles.
struct BrokerProfileTests {
    private var world = BrokerWorld()
    private let profiles = (0..<40).map { "person\($0)" }

    /// Registers workers with these numbers, with capacity for all calls of a test.
    private mutating func register(_ peers: Int..., capacity: Int = 100) {
        for peer in peers {
            world.register(
                UInt64(peer), name: "storage-\(peer)", capacity: capacity, isByProfile: true)
        }
    }

    /// The worker that receives a call for each profile.
    private mutating func workers(_ first: Int) -> [String: UInt64] {
        var workers: [String: UInt64] = [:]
        for (offset, profile) in profiles.enumerated() {
            world.request(first + offset, from: 1, profile: profile)
            workers[profile] = world.removeSent().first { $0.kind == .request }?.peer
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
        world.request(500, from: 2, profile: "PERSON7")
        #expect(world.removeSent().first { $0.kind == .request }?.peer == first["person7"])
    }

    @Test
    mutating func `only the profiles of a lost worker move, and they return with it`() {
        register(11, 12, 13)
        let before = workers(0)

        world.disconnect(12)
        _ = world.removeSent()
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
        // A new world, in which both workers are free.
        world = BrokerWorld()
        register(11, 12, capacity: 1)
        world.request(1, from: 1, profile: profiles[0])
        let owner = try #require(owners[profiles[0]])
        let running = try #require(world.removeSent().request(to: owner))

        world.request(2, from: 1, profile: own)
        #expect(world.removeSent().isEmpty)
        world.request(3, from: 1, profile: other)
        #expect(world.removeSent().first { $0.kind == .request }?.peer == owners[other])

        world.send(.final, running, from: owner)
        #expect(world.removeSent().request(to: owner) != nil)
    }

    @Test
    mutating func `a repeatable call of a lost worker goes to the next worker of its profile`()
        throws
    {
        register(11, 12)
        world.request(1, from: 1, repeatable: true, profile: "anna")
        let sent = try #require(world.removeSent().first { $0.kind == .request })

        world.disconnect(sent.peer)

        #expect(world.removeSent().request(to: sent.peer == 11 ? 12 : 11) != nil)
    }

    /// A suspended process would otherwise execute its calls when it continues.
    @Test
    mutating func `the calls of a silent worker are cancelled there`() throws {
        register(11)
        world.request(1, from: 1, profile: "anna")
        let id = try #require(world.removeSent().request(to: 11))

        var cancels: [SentMessage] = []
        for _ in 0..<200 where cancels.isEmpty {
            world.advance(.milliseconds(500))
            cancels = world.removeSent().sent(.cancel, to: 11)
        }

        #expect(cancels.map(\.id) == [id])
    }
}
