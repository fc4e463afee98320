import Contracts
import RPC
import StorageTestKit
import Testing

/// A change feed that is read after the changes were made.
@Suite(.temporaryStorage) struct ChangeFeedTests {
    private func set(
        _ value: String?, in storage: any StorageUnderTest, profile: String? = nil
    ) async throws {
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: Settings.weekStart, value: value),
            CallOptions(profile: profile))
    }

    private func read(_ feed: ChangeFeed) async throws -> [String?] {
        let values = ValueCollector<String?>()
        try await feed.read { await values.add([$0.after]) }
        return await values.values
    }

    @Test(arguments: DatabaseEngine.withCommonLog)
    func `each change is delivered once, in order`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let feed = try await ChangeFeed(storage.client, profile: nil, after: nil)
        try await set("sunday", in: storage)
        try await set("saturday", in: storage)

        let first = try await read(feed)
        let second = try await read(feed)
        try await set(nil, in: storage)
        let third = try await read(feed)

        #expect(first == ["sunday", "saturday"])
        #expect(second.isEmpty)
        #expect(third == [nil])
    }

    @Test(arguments: DatabaseEngine.withCommonLog)
    func `another profile's changes are skipped`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let feed = try await ChangeFeed(storage.client, profile: "default", after: nil)
        let before = feed.number
        try await set("sunday", in: storage, profile: "kim")

        let changes = try await read(feed)

        #expect(changes.isEmpty)
        #expect(feed.number > before)
    }

    @Test(arguments: DatabaseEngine.withCommonLog)
    func `a change that the receiver rejected is delivered again`(engine: DatabaseEngine)
        async throws
    {
        struct Full: Error {}
        let storage = try await engine.storage()
        let feed = try await ChangeFeed(storage.client, profile: nil, after: nil)
        try await set("sunday", in: storage)
        try await set("saturday", in: storage)

        await #expect(throws: Full.self) {
            try await feed.read { if $0.after == "saturday" { throw Full() } }
        }

        #expect(try await read(feed) == ["saturday"])
    }

    @Test(arguments: DatabaseEngine.withCommonLog)
    func `a number of another database is refused`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()

        let code = await code(of: {
            _ = try await ChangeFeed(storage.client, profile: nil, after: 999)
        })

        #expect(code == .outOfRange)
    }

    @Test(
        arguments: DatabaseEngine.withCommonLog,
        [
            ([], ["setting", "goal"]), (["change"], ["setting", "goal"]),
            (["change.setting"], ["setting"]), (["change.sett"], []), (["import"], []),
        ] as [([String], [String])])
    func `changes are replayed by topic`(
        engine: DatabaseEngine, replayed: ([String], [String])
    ) async throws {
        let (topics, kinds) = replayed
        let storage = try await engine.storage()
        let start = try await ChangeFeed(storage.client, profile: nil, after: nil).number
        try await set("sunday", in: storage)
        try await apply(storage, "goal", goal("{}"))
        let found = ValueCollector<String>()

        try await EventSubscription(storage.client, topics: topics, profile: nil, after: start)
            .replay { await found.add([$0.kind]) }

        #expect(Set(await found.values) == Set(kinds))
    }
}
