import CivilTime
import Contracts
import Foundation
import RPC
import StorageTestKit
import Synchronization
import Testing

@Suite(.temporaryStorage) struct ChangeTests {
    private func set(
        _ value: String?, _ storage: any StorageUnderTest, key: String? = nil,
        profile: String? = nil
    ) async throws {
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: "weekStart", value: value),
            CallOptions(profile: profile, idempotencyKey: key))
    }

    private func since(
        _ number: Int64, _ storage: any StorageUnderTest, limit: Int? = nil, all: Bool = false
    ) async throws -> Changes.SinceResponse {
        try await storage.client.call(
            Changes.since, Changes.SinceRequest(number: number, limit: limit, isOfAllProfiles: all))
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a change is logged with the previous value`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage(now: { 1_700_000_000_123 })

        try await set("sunday", storage)
        try await set("monday", storage)
        let page = try await since(1, storage)

        #expect(page.latest == 2)
        #expect(
            page.changes == [
                Changes.Change(
                    number: 2, at: "2023-11-14T22:13:20.123Z", profile: "default", who: "person",
                    kind: "setting", key: "weekStart", before: "sunday", after: "monday")
            ])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a request that changes nothing is not logged`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()

        try await set("sunday", storage)
        try await set("sunday", storage)

        #expect(try await since(0, storage).changes.count == 1)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a number that was never issued is out of range`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await set("sunday", storage)

        #expect(await code(of: { _ = try await since(2, storage) }) == .outOfRange)
        #expect(await code(of: { _ = try await since(-1, storage) }) == .outOfRange)
        #expect(await code(of: { _ = try await since(1, storage) }) == nil)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a long log is read in pages`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        for value in ["a", "b", "c"] { try await set(value, storage) }

        let first = try await since(0, storage, limit: 2)
        let rest = try await since(2, storage, limit: 2)

        #expect(first.changes.map(\.after) == ["a", "b"])
        #expect(rest.changes.map(\.after) == ["c"])
    }

    @Test(arguments: StorageEngine.withCommonLog)
    func `a profile sees only its own changes unless all are requested`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        try await set("sunday", storage)

        #expect(try await since(0, storage).changes.map(\.kind) == ["setting"])
        #expect(
            try await since(0, storage, all: true).changes.map(\.kind) == ["profile", "setting"])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `changes are published after their commit`(engine: DatabaseEngine) async throws {
        let published = Mutex<[Int64]>([])
        let storage = try await engine.storage(onChange: { changes in
            published.withLock { $0 += changes.map(\.number) }
        })

        try await set("sunday", storage)
        try await set("monday", storage)

        #expect(published.withLock { $0 } == [1, 2])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a repeated key changes nothing and returns the first response`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        let add = Profiles.AddRequest(name: "kim", zone: "UTC")
        let options = CallOptions(idempotencyKey: "k1")

        let first = try await storage.client.call(Profiles.add, add, options)
        let second = try await storage.client.call(Profiles.add, add, options)

        #expect(first == second)
        let changes = try await storage.client.call(
            Changes.since, Changes.SinceRequest(number: 0), CallOptions(profile: "kim")
        ).changes
        #expect(changes.count == 1)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a repeated key does not overwrite a later change`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()

        try await set("sunday", storage, key: "k1")
        try await set("monday", storage)
        try await set("sunday", storage, key: "k1")

        let values = try await storage.client.call(Settings.list, Empty()).values
        #expect(values == ["weekStart": "monday"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `the key of a request that changed nothing is remembered`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()

        try await set(nil, storage, key: "k1")
        try await set("monday", storage)
        try await set(nil, storage, key: "k1")

        let values = try await storage.client.call(Settings.list, Empty()).values
        #expect(values == ["weekStart": "monday"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a key with another request is refused`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await set("sunday", storage, key: "k1")

        let code = await code(of: { try await set("monday", storage, key: "k1") })

        #expect(code == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.withCommonLog)
    func `a key used for another profile is refused`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(Profiles.add, .init(name: "kim", zone: "UTC"))
        try await set("sunday", storage, key: "k1")
        let options = CallOptions(profile: "kim", idempotencyKey: "k1")

        let code = await code(of: {
            _ = try await storage.client.call(
                Settings.set, .init(key: Settings.weekStart, value: "sunday"), options)
        })

        #expect(code == .failedPrecondition)
    }

    @Test(arguments: DatabaseEngine.allCases, [6, 8])
    func `a key is forgotten after seven days, at a start`(
        engine: DatabaseEngine, days: Int64
    ) async throws {
        let storage = try await engine.storage(now: { 0 })
        try await set("sunday", storage, key: "k1")

        let later = try await storage.restarted(now: { days * 86_400_000 })
        let code = await code(of: { try await set("monday", later, key: "k1") })

        #expect(code == (days > 7 ? nil : .failedPrecondition))
    }

    @Test(arguments: StorageEngine.allCases)
    func `writes that wait together are each committed or refused alone`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        let client = storage.client

        let codes = await withTaskGroup(of: (Int, Status.Code?).self) { group in
            for number in 0..<100 {
                group.addTask {
                    let name = number.isMultiple(of: 2) ? "p\(number)" : "p\(number - 1)"
                    let add = Profiles.AddRequest(name: name, zone: "UTC")
                    return (
                        number, await code(of: { _ = try await client.call(Profiles.add, add) })
                    )
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        let names = try await client.call(Profiles.list, Empty()).profiles.map(\.name)
        #expect(names.count == 51)
        for pair in stride(from: 0, to: 100, by: 2) {
            #expect([codes[pair], codes[pair + 1]].compactMap { $0 } == [.alreadyExists])
        }
    }
}
