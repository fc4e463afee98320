import Contracts
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct OwnershipTests {
    /// Two workers that both take a profile over from each other are the worst case of a wrong route.
    @Test func `two workers that write the same profile lose and repeat no change`() async throws {
        let first = try await TemporaryPostgresStorage()
        let second = try await TemporaryPostgresStorage(database: first.database)
        let count = 20

        let acknowledged = await withTaskGroup(of: Int.self) { group in
            for (name, storage) in [("a", first), ("b", second)] {
                group.addTask {
                    var acknowledged = 0
                    for number in 0..<count {
                        let id = "\(name)\(number)"
                        while true {
                            let reply = try? await apply(
                                storage, "log", change(entry(id)), key: id)
                            if reply != nil { break }
                        }
                        acknowledged += 1
                    }
                    return acknowledged
                }
            }
            return await group.reduce(0, +)
        }

        let changes = try await first.client.call(
            Changes.since, Changes.SinceRequest(number: 0)
        ).changes
        #expect(acknowledged == 2 * count)
        #expect(changes.map(\.number) == Array(1...Int64(2 * count)))
        #expect(Set(changes.map(\.key)).count == 2 * count)
        #expect(try await entries(second).count == 2 * count)
    }

    /// The request may have been executed by the other worker, and its caller told that it failed.
    @Test func `a worker that has lost a profile does not execute the request`() async throws {
        let first = try await TemporaryPostgresStorage(reclaimDelay: .seconds(60))
        let second = try await TemporaryPostgresStorage(database: first.database)
        try await apply(first, "log", change(entry("a")))
        try await apply(second, "log", change(entry("b")))

        let refusal = await code(of: { try await apply(first, "log", change(entry("c"))) })
        // The broker cancels the calls of a suspended worker.
        let later = Task { try await apply(first, "log", change(entry("d"))) }
        later.cancel()
        let ending = await code(of: { _ = try await later.value })

        let (former, owner) = (
            try await first.client.call(StorageFigures.get, Empty()),
            try await second.client.call(StorageFigures.get, Empty())
        )
        #expect(former.gainedProfiles == 1 && former.lostProfiles == 1)
        #expect(owner.gainedProfiles == 1 && owner.lostProfiles == 0)
        #expect(refusal == .unavailable)
        #expect(ending == .cancelled)
        #expect(try await entries(first).map(\.id.rawValue) == ["a", "b"])
    }

    @Test func `a suspended transaction does not block a takeover`() async throws {
        let first = try await TemporaryPostgresStorage()
        try await apply(first, "log", change(entry("a")))
        let address = try TemporaryPostgres.shared.get().address(
            of: first.database, role: PostgresDatabases.worker)
        let connection = try await PostgresConnection.open(address, within: .seconds(30))
        defer { connection.close() }

        let limit = try await connection.run(
            [PostgresQuery("SHOW idle_in_transaction_session_timeout")], within: .seconds(30))

        #expect(try limit[0].first?.text(0) == "10s")
    }

    @Test func `dirty days of a worker that ended are folded by the next reader`() async throws {
        let first = try await TemporaryPostgresStorage()
        let id = try await first.begin()
        try await first.stage([0], import: id)
        let version = try await first.publish(id).version
        first.service.close()
        let second = try await TemporaryPostgresStorage(database: first.database)

        let before = try await second.client.call(
            Days.read, Days.ReadRequest(metric: "stepCount")
        ).body
        try await second.fold(until: version)

        #expect(before.stale)
        #expect(try await second.totals().isEmpty == false)
    }

    /// The days are in the queue of the other worker, which the wait would not notice.
    @Test func `a wait for folds at a former owner reports the loss, and then owns the profile`()
        async throws
    {
        let first = try await TemporaryPostgresStorage()
        let second = try await TemporaryPostgresStorage(database: first.database)
        try await apply(first, "log", change(entry("a")))
        let id = try await second.begin()
        try await second.stage([0], import: id)
        let version = try await second.publish(id).version

        let refusal = await code(of: {
            _ = try await first.client.call(
                Folds.wait, Folds.WaitRequest(version: version),
                CallOptions(deadline: .after(.seconds(5))))
        })
        try await first.fold(until: version)

        #expect(refusal == .unavailable)
        #expect(try await first.totals() == [0: 1])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a read of dirty days at a former owner makes it the owner again`() async throws {
        let first = try await TemporaryPostgresStorage()
        let second = try await TemporaryPostgresStorage(database: first.database)
        try await apply(first, "log", change(entry("a")))
        try await second.publishSteps()

        let before = try await first.days()
        try await first.work { task in
            try await first.fold(task)
            return true
        }

        #expect(before.body.stale)
        #expect(try await first.days().body.stale == false)
    }

    @Test func `a read does not take a profile over`() async throws {
        let first = try await TemporaryPostgresStorage()
        let second = try await TemporaryPostgresStorage(database: first.database)
        try await apply(first, "log", change(entry("a")))
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: first.database), within: .seconds(30))
        defer { connection.close() }
        func epoch() async throws -> Int64? {
            try await connection.run(
                [PostgresQuery("SELECT owner_epoch FROM dayline.profile")], within: .seconds(30))[0]
                .first?.int64(0)
        }
        let before = try await epoch()

        #expect(try await entries(second).count == 1)
        #expect(try await second.client.call(Profiles.list, Empty()).profiles.count == 1)

        #expect(try await epoch() == before)
    }

    @Test func `a killed server loses and repeats no acknowledged change`() async throws {
        let server = try TemporaryPostgres()
        defer { server.remove() }
        let owner = try await PostgresConnection.open(server.address(), within: .seconds(30))
        try await owner.run(script: "CREATE ROLE worker LOGIN", within: .seconds(30))
        owner.close()
        _ = try await PostgresMigrator.migrate(server.address(), worker: "worker")
        let pool = PostgresPool(try server.address(role: "worker"))
        let service = try await PostgresStorage(pool, systemZone: "UTC")
        defer { service.close() }
        let client = Client(inProcess: service)
        let (started, reports) = AsyncStream.makeStream(of: Void.self)
        let (writers, logs) = (4, 25)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    for number in 0..<logs {
                        let id = "\(writer)-\(number)"
                        let request = TrackerRecords.ApplyRequest(
                            summary: "log", changes: [try change(entry(id))])
                        while (try? await client.call(
                            TrackerRecords.apply, request, CallOptions(idempotencyKey: id))) == nil
                        {}
                        reports.yield()
                    }
                }
            }
            group.addTask {
                var acknowledged = 0
                for await _ in started {
                    acknowledged += 1
                    if acknowledged == writers * logs / 3 { break }
                }
                server.kill()
                try server.start()
            }
            try await group.waitForAll()
        }

        let changes = try await client.call(
            Changes.since, Changes.SinceRequest(number: 0)
        ).changes
        #expect(changes.map(\.number) == Array(1...Int64(writers * logs)))
        #expect(Set(changes.map(\.key)).count == writers * logs)
    }
}
