import CivilTime
import Contracts
import RPC
import Testing

@Suite struct FoldTests {
    /// Storage with one published chunk of steps, in the first segment.
    private func storage() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage([0], import: id)
        try await storage.publish(id)
        return storage
    }

    private func commit(
        _ task: Folds.Task, sum: Double, to storage: TemporaryStorage
    ) async throws {
        let packet = Packet(
            Folds.Commit(lease: task.lease, stamp: task.stamp),
            columns: DayColumns.sample(0, sum: sum).columns)
        _ = try await storage.client.call(Folds.commit, packet)
    }

    private func days(_ storage: TemporaryStorage) async throws -> Packet<Days.Page> {
        try await storage.client.call(Days.read, Days.Read(metric: "stepCount"))
    }

    /// Takes tasks until `body` says that it has enough.
    private func work(
        _ storage: TemporaryStorage, _ body: @escaping @Sendable (Folds.Task) async throws -> Bool
    ) async throws {
        struct Enough: Error {}
        await #expect(throws: Status.self) {
            try await storage.client.stream(
                Folds.work, Folds.Worker(name: "test"), CallOptions(deadline: .never, window: 1)
            ) { task in
                if try await body(task) { throw Enough() }
            }
        }
    }

    @Test func `published samples are given out, a day wider on both sides`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        let tasks = Collected<Folds.Task>()

        try await work(storage) { task in
            await tasks.add([task])
            return true
        }

        let task = try #require(await tasks.values.first)
        #expect(task.metric == "stepCount")
        #expect(task.profile == "default")
        #expect(task.from == CivilDate(days: -1))
        #expect(task.to == CivilDate(days: 1))
        #expect(task.zones == [ZoneChange(from: nil, zone: "Europe/Berlin")])
    }

    @Test func `totals are stale until they are folded, and of one version then`() async throws {
        let storage = try await storage()
        defer { storage.remove() }

        let before = try await days(storage)
        try await work(storage) { task in
            try await commit(task, sum: 5, to: storage)
            return true
        }
        let folded = try await storage.client.call(Folds.wait, Folds.Wait(version: 1))
        let after = try await days(storage)

        #expect(before.body.stale)
        #expect(before.body.version == 0)
        #expect(folded.version == 1)
        #expect(!after.body.stale)
        #expect(after.body.version == 1)
        #expect(try DayColumns(columns: after.columns).sum == [5])
    }

    @Test func `a version that the caller holds is not sent again`() async throws {
        let storage = try await storage()
        defer { storage.remove() }

        let read = Days.Read(metric: "stepCount", known: 0)
        let page = try await storage.client.call(Days.read, read)

        #expect(page.body.isUnchanged)
        #expect(page.columns.isEmpty)
    }

    @Test func `a worker that goes gives its task back`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        let tasks = Collected<Folds.Task>()

        for _ in 0..<2 {
            try await work(storage) { task in
                await tasks.add([task])
                return true
            }
        }

        let given = await tasks.values
        #expect(given.count == 2)
        #expect(given[0].lease != given[1].lease)
        #expect(given[0].from == given[1].from)
    }

    @Test func `totals of samples that changed meanwhile are refused`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        let refusals = Collected<Status.Code>()
        let rounds = Collected<Int64>()

        try await work(storage) { task in
            await rounds.add([task.stamp])
            if await rounds.values.count == 1 {
                let id = try await storage.begin()
                try await storage.stage([0], import: id, byte: 9)
                try await storage.publish(id)
                do {
                    try await commit(task, sum: 1, to: storage)
                } catch let status as Status {
                    await refusals.add([status.code])
                }
                return false
            }
            try await commit(task, sum: 2, to: storage)
            return await rounds.values.count == 2
        }
        _ = try await storage.client.call(Folds.wait, Folds.Wait(version: 2))

        #expect(await refusals.values == [.aborted])
        #expect(await rounds.values.dropFirst().allSatisfy { $0 == 2 })
        #expect(try DayColumns(columns: try await days(storage).columns).sum == [2])
    }

    @Test func `a move to another zone has all days folded again`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        try await work(storage) { task in
            try await commit(task, sum: 5, to: storage)
            return true
        }

        let change = ZoneChange(from: nil, zone: "Asia/Tokyo")
        let set = try await storage.client.call(
            Profiles.setZone, Profiles.SetZone(name: "default", change: change))
        let tasks = Collected<Folds.Task>()
        try await work(storage) { task in
            await tasks.add([task])
            return true
        }

        #expect(set.version == 2)
        #expect(set.profile.zones == [change])
        #expect(await tasks.values.first?.zones == [change])
        #expect(try await days(storage).body.stale)
    }
}
