import Contracts
import PostgresClient
import PostgresStorage
import RPC
import Randomness
import StorageCore
import StorageService
import StorageTestKit
import Testing
import Tracker

/// A move to a database that another home writes to meanwhile.
@Suite(.temporaryStorage, .timeLimit(.minutes(3))) struct MoveWhileWritingTests {
    private func entries(
        _ client: Client, of profile: String = "default"
    ) async throws -> [String] {
        try await client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0),
            CallOptions(profile: profile)
        ).entries().map(\.entry.id.rawValue)
    }

    private func log(_ id: String, in profile: String = "default", _ client: Client) async throws {
        _ = try await client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [change(entry(id))]),
            CallOptions(profile: profile, idempotencyKey: "\(profile)-\(id)"))
    }

    /// Logs entries until the task is cancelled. The keys permit repeating a call with an unknown outcome.
    /// - Returns: The acknowledged entries.
    private func write(
        _ prefix: String, in profile: String = "default", after pause: Duration = .zero,
        _ client: Client
    ) async -> [String] {
        var acknowledged: [String] = []
        try? await Task.sleep(for: pause)
        while !Task.isCancelled {
            let id = "\(prefix)-\(acknowledged.count)"
            do {
                try await log(id, in: profile, client)
                acknowledged.append(id)
            } catch {
                // The same entry is logged again.
                await Task.yield()
            }
        }
        return acknowledged
    }

    /// Copies the default profile of a home without a name.
    private func copy(
        _ rows: SQLiteRows, to server: PostgresRows
    ) async throws -> MovedProfile {
        let original = try #require(try await rows.profiles().first)
        var copy = original
        copy.id = 4711
        _ = try await ProfileCopy(from: rows, to: server).copy(original, as: copy, NumberShift())
        return copy
    }

    /// Copies the default profile of a home with one entry, without a name.
    private func copyOfEntry(to server: PostgresRows) async throws -> MovedProfile {
        let source = try await TemporaryStorage()
        try await apply(source, "log", change(entry("moved")))
        return try await copy(SQLiteRows(reading: source.path), to: server)
    }

    @Test func `a profile that another home begins to use during the move is not deleted`()
        async throws
    {
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let moved = try await copyOfEntry(to: server)

        try await log("late", target.client)
        let refused = await code(of: { try await server.publish([moved]) })
        let afterRefusal = try await entries(target.client)
        try await server.publish([moved], shouldReplace: true)

        #expect(refused == .alreadyExists)
        #expect(afterRefusal == ["late"])
        #expect(try await entries(target.client) == ["moved"])
    }

    @Test func `a profile that another home adds during the move keeps its name`() async throws {
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let moved = MovedProfile(
            id: 4711, name: "anna", dataVersion: 1, knownFrom: 1,
            lastNumbers: [.change: 0, .series: 0, .imports: 0, .originals: 0])
        try await server.replace(moved) { _ in }
        _ = try await target.client.call(
            Profiles.add, Profiles.AddRequest(name: "Anna", zone: "UTC"))
        try await log("late", in: "anna", target.client)

        let refused = await code(of: { try await server.publish([moved]) })

        #expect(refused == .alreadyExists)
        #expect(try await entries(target.client, of: "anna") == ["late"])
    }

    @Test func `a named copy that another home has used is neither replaced nor discarded`()
        async throws
    {
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let moved = try await copyOfEntry(to: server)
        try await server.publish([moved])
        let other = try await TemporaryPostgresStorage(database: target.database)
        defer { other.service.close() }

        let wasOwned = try await server.isOwned(moved.id)
        try await log("late", other.client)
        let refused = await code(of: { try await server.replace(moved) { _ in } })
        try await server.discard([moved.id])

        #expect(!wasOwned)
        #expect(try await server.isOwned(moved.id))
        #expect(refused == .alreadyExists)
        #expect(try await entries(other.client).sorted() == ["late", "moved"])
    }

    @Test func `a named copy that no home has used is replaced and discarded with its name`()
        async throws
    {
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let moved = try await copyOfEntry(to: server)

        try await server.publish([moved])
        try await server.replace(moved) { _ in }
        let replaced = try await server.namesake(of: "default")
        try await server.publish([moved])
        let named = try await server.namesake(of: "default")
        try await server.discard([moved.id])

        #expect(replaced == nil)
        #expect(named?.id == moved.id)
        #expect(try await server.namesake(of: "default") == nil)
        #expect(try await server.profile(moved.id) == nil)
    }

    @Test func `profiles are named together, or none is`() async throws {
        let source = try await TemporaryStorage()
        let target = try await TemporaryPostgresStorage()
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let moved = try await copy(SQLiteRows(reading: source.path), to: server)
        var anna = moved
        anna.id = 4712
        anna.name = "anna"
        try await server.replace(anna) { _ in }
        let present = try await server.namesake(of: "default")
        _ = try await target.client.call(
            Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        try await log("late", in: "anna", target.client)

        let refused = await code(of: { try await server.publish([moved, anna]) })
        let afterRefusal = try await server.namesake(of: "default")
        try await server.publish([moved, anna], shouldReplace: true)

        #expect(refused == .alreadyExists)
        #expect(present != nil && afterRefusal?.id == present?.id)
        #expect(try await server.namesake(of: "default")?.id == moved.id)
        #expect(try await server.namesake(of: "anna")?.id == anna.id)
    }

    @Test(arguments: 1...8)
    func `each acknowledged change is in the database once`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let source = try await TemporaryStorage()
        for id in 0..<20 { try await apply(source, "log", change(entry("moved-\(id)"))) }
        let target = try await TemporaryPostgresStorage()
        let client = target.client
        _ = try await client.call(Profiles.add, Profiles.AddRequest(name: "anna", zone: "UTC"))
        let pool = try PostgresDatabases.pool(of: target.database)
        defer { pool.close() }
        let server = PostgresRows(pool)
        let pause = Duration.milliseconds(Int.random(in: 0...60, using: &random))

        let anna = Task { await write("anna", in: "anna", client) }
        let namesake = Task { await write("late", after: pause, client) }
        let moved = try await copy(SQLiteRows(reading: source.path), to: server)
        let refused = await code(of: { try await server.publish([moved]) })
        try await Task.sleep(for: .milliseconds(50))
        anna.cancel()
        namesake.cancel()
        let (ofAnna, late) = (await anna.value, await namesake.value)

        let isPublished = refused == nil
        let expected = (isPublished ? (0..<20).map { "moved-\($0)" } : []) + late
        #expect(isPublished || refused == .alreadyExists)
        // The last call of each may have been cancelled after its commit.
        let others = try await entries(client, of: "anna").filter { $0 != "anna-\(ofAnna.count)" }
        #expect(others.sorted() == ofAnna.sorted())
        let found = try await entries(client).filter { $0 != "late-\(late.count)" }
        #expect(found.sorted() == expected.sorted(), "seed \(seed), refused: \(!isPublished)")
    }
}
