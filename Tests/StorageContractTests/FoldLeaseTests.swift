import CivilTime
import Contracts
import RPC
import StorageTestKit
import TestKit
import Testing

@Suite(.temporaryStorage) struct FoldLeaseTests {
    @Test(arguments: DatabaseEngine.allCases)
    func `published samples are leased with one more day on both sides`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storageWithSteps()
        let tasks = ValueCollector<Folds.FoldTask>()

        try await storage.work { task in
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

    @Test(arguments: DatabaseEngine.allCases)
    func `the task of a disconnected worker is leased again`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storageWithSteps()
        let tasks = ValueCollector<Folds.FoldTask>()

        for _ in 0..<2 {
            try await storage.work { task in
                await tasks.add([task])
                return true
            }
        }

        let leased = await tasks.values
        #expect(leased.count == 2)
        #expect(leased[0].lease != leased[1].lease)
        #expect(leased[0].from == leased[1].from)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `totals of samples that have changed since are refused`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storageWithSteps()
        let refusals = ValueCollector<Status.Code>()
        let rounds = ValueCollector<Int64>()

        try await storage.work { task in
            await rounds.add([task.stamp])
            if await rounds.values.count == 1 {
                let id = try await storage.begin()
                try await storage.stage([0], import: id, byte: 9)
                try await storage.publish(id)
                do {
                    try await storage.commit(task, sum: 1)
                } catch let status as Status {
                    await refusals.add([status.code])
                }
                return false
            }
            try await storage.commit(task, sum: 2)
            return await rounds.values.count == 2
        }
        _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 2))

        #expect(await refusals.values == [.aborted])
        #expect(await rounds.values.dropFirst().allSatisfy { $0 == 2 })
        #expect(try DayColumns(columns: try await storage.days().columns).sum == [2])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `totals of days outside of the task are refused, and the task is leased again`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storageWithSteps()
        let refusals = ValueCollector<Status.Code>()

        try await storage.work { task in
            let totals = DayColumns.sample(await refusals.values.isEmpty ? 99 : 0, sum: 1)
            do {
                _ = try await storage.client.call(
                    Folds.commit,
                    Packet(
                        Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                        columns: totals.columns))
                return true
            } catch let status as Status {
                await refusals.add([status.code])
                return false
            }
        }

        #expect(await refusals.values == [.invalidArgument])
        #expect(try await storage.totals() == [0: 1])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a wait for days that no worker can fold ends with an error`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storageWithSteps()
        struct Broken: Error {}

        let waiting = Task {
            await code(of: {
                _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 1))
            }
            )
        }
        for _ in 0..<8 {
            await #expect(throws: Status.self) {
                try await storage.client.stream(
                    Folds.work, Empty(),
                    CallOptions(deadline: .never, window: 1)
                ) { _ in throw Broken() }
            }
        }

        #expect(await waiting.value == .internal)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `stopping storage ends all calls that wait for folds`(engine: DatabaseEngine) async throws
    {
        let storage = try await engine.storageWithSteps()
        let tasks = ValueCollector<Folds.FoldTask>()
        let client = storage.client
        // One worker has the only task, the other waits for a task, and the call waits for the fold.
        let workers = (0..<2).map { _ in
            Task {
                try await client.stream(
                    Folds.work, Empty(), CallOptions(deadline: .never)
                ) { await tasks.add([$0]) }
            }
        }
        let waiting = Task { try await client.call(Folds.wait, Folds.WaitRequest(version: 1)) }
        try await eventually("a task") { await !tasks.values.isEmpty }

        await storage.stopFolding()

        for worker in workers { #expect(try await worker.value == Empty()) }
        let status = await #expect(throws: Status.self) { try await waiting.value }
        #expect(status?.code == .unavailable)
    }
}
