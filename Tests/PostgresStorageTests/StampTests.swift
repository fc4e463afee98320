import Contracts
import PostgresStorage
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StampTests {
    private func stamp(
        _ storage: TemporaryPostgresStorage, of profile: String = "default"
    ) async throws -> String {
        try await storage.client.call(Days.stamp, Empty(), CallOptions(profile: profile)).value
    }

    @Test func `the stamp of a profile changes with each of its commits and no other`() async throws
    {
        let storage = try await TemporaryPostgresStorage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        let anna = try await stamp(storage, of: "anna")
        var stamps = [try await stamp(storage)]

        try await apply(storage, "log", change(entry("a")))
        stamps.append(try await stamp(storage))
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: Settings.units, value: "us"))
        stamps.append(try await stamp(storage))
        let id = try await storage.begin()
        stamps.append(try await stamp(storage))
        try await storage.stage([0], import: id)
        stamps.append(try await stamp(storage))
        let version = try await storage.publish(id).version
        stamps.append(try await stamp(storage))
        try await storage.fold(until: version)
        stamps.append(try await stamp(storage))
        _ = try await step(storage, TrackerRecords.undo)
        stamps.append(try await stamp(storage))

        #expect(Set(stamps).count == stamps.count)
        #expect(try await stamp(storage) == stamps.last)
        #expect(try await stamp(storage, of: "anna") == anna)
    }

    @Test func `storage workers and restarts agree on the stamp of a profile`() async throws {
        let first = try await TemporaryPostgresStorage()
        let second = try await TemporaryPostgresStorage(database: first.database)
        try await apply(first, "log", change(entry("a")))

        let before = try await stamp(first)
        let other = try await stamp(second)
        try await apply(second, "log", change(entry("b")))
        let after = try await stamp(first)

        #expect(other == before)
        #expect(after != before)
        #expect(try await stamp(second) == after)
    }

    @Test func `the stamp of a profile that was added again is new`() async throws {
        let storage = try await TemporaryPostgresStorage()
        var stamps: [String] = []
        for _ in 0..<2 {
            _ = try await storage.client.call(
                Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
            stamps.append(try await stamp(storage, of: "anna"))
            _ = try await storage.client.call(
                Profiles.remove, Profiles.RemoveRequest(name: "anna"))
        }

        #expect(stamps[0] != stamps[1])
    }
}
