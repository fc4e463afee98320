import Contracts
import PostgresClient
import PostgresServer
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct RowCheckTests {
    private let limit = Duration.seconds(30)

    private func rows(_ storage: TemporaryPostgresStorage) async throws -> Checkups.Check {
        let checks = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false)
        ).checks
        return try #require(checks.first { $0.name == "rows" })
    }

    /// A file numbers the changes of all profiles together, so that a moved profile has a part of the numbers.
    @Test func `gaps between changes are allowed, and changes after the last number are not`()
        async throws
    {
        let storage = try await TemporaryPostgresStorage()
        for name in ["a", "b", "c"] { try await apply(storage, name, change(entry(name))) }
        let owner = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: limit)
        defer { owner.close() }

        try await owner.run(
            script: """
                UPDATE dayline.change SET number = number + 10 WHERE number > 1;
                UPDATE dayline.profile SET change_number = change_number + 20
                """, within: limit)
        let moved = try await rows(storage)
        try await owner.run(
            script: "UPDATE dayline.profile SET change_number = 1", within: limit)
        let damaged = try await rows(storage)

        #expect(moved.ok, "\(moved.detail)")
        #expect(!damaged.ok)
        #expect(damaged.detail.contains("changes after the last number"))
    }
}
