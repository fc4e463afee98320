import Contracts
import PostgresStorage
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct AbandonedFoldTests {
    @Test
    func `profiles with dirty days are found, and a wait for no version makes an owner fold them`()
        async throws
    {
        let first = try await TemporaryPostgresStorage()
        for name in ["anna", "ben"] {
            _ = try await first.client.call(
                Profiles.add, Profiles.AddRequest(name: name, zone: "UTC"))
        }
        let id = try await first.begin(profile: "anna")
        try await first.stage([0], import: id, profile: "anna")
        let version = try await first.publish(id, profile: "anna").version
        let second = try await TemporaryPostgresStorage(database: first.database)

        let dirty = try await second.service.dirtyProfiles()
        _ = try await second.client.call(
            Folds.wait, Folds.WaitRequest(version: 0), CallOptions(profile: "anna"))
        try await second.fold(until: version, profile: "anna")

        #expect(dirty == ["anna"])
        #expect(try await second.service.dirtyProfiles() == [])
        #expect(try await second.totals(profile: "anna") == [0: 1])
    }
}
