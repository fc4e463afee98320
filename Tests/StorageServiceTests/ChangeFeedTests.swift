import Contracts
import RPC
import Testing

/// The changes of a profile, as those follow them who were away.
@Suite struct ChangeFeedTests {
    private func set(
        _ value: String?, in storage: TemporaryStorage, profile: String? = nil
    ) async throws {
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: Settings.weekStart, value: value),
            CallOptions(profile: profile))
    }

    private func read(_ trail: ChangeFeed) async throws -> [String?] {
        let values = ValueCollector<String?>()
        try await trail.read { await values.add([$0.after]) }
        return await values.values
    }

    @Test func `each change comes once, in order`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let trail = try await ChangeFeed(storage.client, profile: nil, after: nil)
        try await set("sunday", in: storage)
        try await set("saturday", in: storage)

        let first = try await read(trail)
        let second = try await read(trail)
        try await set(nil, in: storage)
        let third = try await read(trail)

        #expect(first == ["sunday", "saturday"])
        #expect(second.isEmpty)
        #expect(third == [nil])
    }

    @Test func `another profile's changes are passed over`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let trail = try await ChangeFeed(storage.client, profile: "default", after: nil)
        let before = trail.number
        try await set("sunday", in: storage, profile: "kim")

        let changes = try await read(trail)

        #expect(changes.isEmpty)
        #expect(trail.number > before)
    }

    @Test func `what a receiver did not take comes again`() async throws {
        struct Full: Error {}
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let trail = try await ChangeFeed(storage.client, profile: nil, after: nil)
        try await set("sunday", in: storage)
        try await set("saturday", in: storage)

        await #expect(throws: Full.self) {
            try await trail.read { if $0.after == "saturday" { throw Full() } }
        }

        #expect(try await read(trail) == ["saturday"])
    }

    @Test func `a number of another database is refused`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }

        let code = await code(of: {
            _ = try await ChangeFeed(storage.client, profile: nil, after: 999)
        })

        #expect(code == .outOfRange)
    }

    @Test(arguments: [
        ([], ["setting", "goal"]), (["change"], ["setting", "goal"]),
        (["change.setting"], ["setting"]), (["change.sett"], []), (["import"], []),
    ])
    func `changes are replayed by topic`(topics: [String], kinds: [String]) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let start = try await ChangeFeed(storage.client, profile: nil, after: nil).number
        try await set("sunday", in: storage)
        try await apply(storage, "goal", goal("{}"))
        let found = ValueCollector<String>()

        try await EventSubscription(storage.client, topics: topics, profile: nil, after: start)
            .replay { await found.add([$0.kind]) }

        #expect(Set(await found.values) == Set(kinds))
    }
}
