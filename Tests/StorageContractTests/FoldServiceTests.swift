import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct FoldServiceTests {
    @Test(arguments: StorageEngine.allCases)
    func `totals are stale until they are folded, and then have the folded version`(
        engine: StorageEngine
    )
        async throws
    {
        let storage = try await engine.storageWithSteps()

        let before = try await storage.days()
        try await storage.work { task in
            try await storage.commit(task, sum: 5)
            return true
        }
        let folded = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 1))
        let after = try await storage.days()

        #expect(before.body.stale)
        #expect(before.body.version == 0)
        #expect(folded.version == 1)
        #expect(!after.body.stale)
        #expect(after.body.version == 1)
        #expect(try DayColumns(columns: after.columns).sum == [5])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a commit returns the progress of the metric`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storageWithSteps()
        let progress = ValueCollector<Folds.Progress>()

        try await storage.work { task in
            let commit = Packet(
                Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                columns: DayColumns.sample(0, sum: 5).columns)
            await progress.add([try await storage.client.call(Folds.commit, commit)])
            return true
        }

        #expect(await progress.values == [Folds.Progress(done: 1, tasks: 1)])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `metrics of a few days are stored together, when the last of them is folded`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storageWithSteps()
        let id = try await storage.begin()
        try await storage.stage([0], metric: "heartRate", import: id)
        try await storage.stage([0], metric: "bodyMass", import: id)
        try await storage.publish(id)
        let stale = ValueCollector<Int>()

        try await storage.work { task in
            try await storage.commit(task, sum: 5)
            var count = 0
            for metric in ["stepCount", "heartRate", "bodyMass"] {
                let page = try await storage.client.call(
                    Days.read, Days.ReadRequest(metric: metric))
                if page.body.stale { count += 1 }
            }
            await stale.add([count])
            return await stale.values.count == 3
        }
        _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 2))

        #expect(await stale.values == [3, 3, 0])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `slices of a long metric are leased separately and stored together`(engine: DatabaseEngine)
        async throws
    {
        let before = try await engine.storage()
        let id = try await before.begin()
        try await before.stage(Array(0..<300), import: id)
        try await before.publish(id)
        // After a restart the number of samples is unknown, so the days are not one slice.
        let storage = try await before.restarted()
        // A storage worker of a database server folds the days of a profile after its first request.
        #expect(try await storage.totals().isEmpty)
        let tasks = ValueCollector<Folds.FoldTask>()
        let storedDays = ValueCollector<Int>()

        try await storage.work { task in
            await tasks.add([task])
            await storedDays.add([try await storage.totals().count])
            try await storage.fold(task)
            return try await !storage.totals().isEmpty
        }

        let leased = await tasks.values
        #expect(leased.count > 3)
        #expect(await storedDays.values.allSatisfy { $0 == 0 })
        #expect(try await storage.totals().count == 300)
    }

    @Test(arguments: StorageEngine.allCases)
    func `totals of a version that the caller has are not sent again`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storageWithSteps()

        let read = Days.ReadRequest(metric: "stepCount", knownVersion: 0)
        let page = try await storage.client.call(Days.read, read)

        #expect(page.body.isUnchanged)
        #expect(page.columns.isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `the pages of day totals have the days of one response`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storageWithSteps()
        try await storage.fold(until: 1)
        let whole = try await storage.days()
        let pages = ValueCollector<DayColumns>()

        let reply = try await storage.client.stream(
            Days.readPages, Days.ReadRequest(metric: "stepCount")
        ) { page in
            await pages.add([try DayColumns(columns: page.columns)])
        }
        let unchanged = try await storage.client.stream(
            Days.readPages, Days.ReadRequest(metric: "stepCount", knownVersion: 1)
        ) { page in
            await pages.add([try DayColumns(columns: page.columns)])
        }

        #expect(reply == whole.body)
        #expect(await pages.values == [try DayColumns(columns: whole.columns)])
        #expect(unchanged.isUnchanged)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a change of another metric keeps the caller's version valid`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storageWithSteps()
        try await storage.fold(until: 1)
        let id = try await storage.begin()
        try await storage.stage([1], metric: "heartRate", import: id)
        try await storage.publish(id)
        try await storage.fold(until: 2)

        let page = try await storage.client.call(
            Days.read, Days.ReadRequest(metric: "stepCount", knownVersion: 1)
        ).body

        #expect(page.isUnchanged)
        #expect(page.version == 2)
        #expect(!page.stale)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a wait for a version that does not exist is refused`(engine: StorageEngine) async throws {
        let storage = try await engine.storageWithSteps()

        let code = await code(of: {
            _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 2))
        })

        #expect(code == .outOfRange)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a change of the zone marks all days as dirty`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storageWithSteps()
        try await storage.work { task in
            try await storage.commit(task, sum: 5)
            return true
        }

        let change = ZoneChange(from: nil, zone: "Asia/Tokyo")
        let set = try await storage.client.call(
            Profiles.setZone, Profiles.SetZoneRequest(name: "default", change: change))
        let tasks = ValueCollector<Folds.FoldTask>()
        try await storage.work { task in
            await tasks.add([task])
            return true
        }

        #expect(set.version == 2)
        #expect(set.profile.zones == [change])
        #expect(await tasks.values.first?.zones == [change])
        #expect(try await storage.days().body.stale)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `dirty days are folded after a restart`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storageWithSteps()

        let restarted = try await storage.restarted()
        try await restarted.fold(until: 1)

        #expect(try await restarted.totals() == [0: 1])
    }
}
