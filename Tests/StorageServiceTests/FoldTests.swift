import CivilTime
import Contracts
import RPC
import Randomness
import StorageService
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

    @Test func `whoever commits is told how far the metric is`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        let told = Collected<Folds.Progress>()

        try await work(storage) { task in
            let commit = Packet(
                Folds.Commit(lease: task.lease, stamp: task.stamp),
                columns: DayColumns.sample(0, sum: 5).columns)
            await told.add([try await storage.client.call(Folds.commit, commit)])
            return true
        }

        #expect(await told.values == [Folds.Progress(done: 1, tasks: 1)])
    }

    @Test func `metrics of a few days are stored together, when the last of them is folded`()
        async throws
    {
        let storage = try await storage()
        defer { storage.remove() }
        let id = try await storage.begin()
        try await storage.stage([0], metric: "heartRate", import: id)
        try await storage.stage([0], metric: "bodyMass", import: id)
        try await storage.publish(id)
        let stale = Collected<Int>()

        try await work(storage) { task in
            try await commit(task, sum: 5, to: storage)
            var count = 0
            for metric in ["stepCount", "heartRate", "bodyMass"] {
                let page = try await storage.client.call(Days.read, Days.Read(metric: metric))
                if page.body.stale { count += 1 }
            }
            await stale.add([count])
            return await stale.values.count == 3
        }
        _ = try await storage.client.call(Folds.wait, Folds.Wait(version: 2))

        #expect(await stale.values == [3, 3, 0])
    }

    @Test func `a storage that stops ends what waits for folding`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        let tasks = Collected<Folds.Task>()
        let client = storage.client
        // One has the only task, the other waits for one, the third for what comes of it.
        let workers = (0..<2).map { _ in
            Task {
                try await client.stream(
                    Folds.work, Folds.Worker(name: "test"), CallOptions(deadline: .never)
                ) { await tasks.add([$0]) }
            }
        }
        let waiting = Task { try await client.call(Folds.wait, Folds.Wait(version: 1)) }
        while await tasks.values.isEmpty { await Task.yield() }

        await storage.service.stopFolding()

        for worker in workers { #expect(try await worker.value == Empty()) }
        let status = await #expect(throws: Status.self) { try await waiting.value }
        #expect(status?.code == .unavailable)
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

    @Test func `a change of another metric leaves a version that the caller holds`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        try await storage.fold(until: 1)
        let id = try await storage.begin()
        try await storage.stage([1], metric: "heartRate", import: id)
        try await storage.publish(id)
        try await storage.fold(until: 2)

        let page = try await storage.client.call(
            Days.read, Days.Read(metric: "stepCount", known: 1)
        ).body

        #expect(page.isUnchanged)
        #expect(page.version == 2)
        #expect(!page.stale)
    }

    @Test func `a version that is not there yet cannot be waited for`() async throws {
        let storage = try await storage()
        defer { storage.remove() }

        let code = await code(of: {
            _ = try await storage.client.call(Folds.wait, Folds.Wait(version: 2))
        })

        #expect(code == .outOfRange)
    }

    @Test func `totals of other days than the task's are refused, and the task is given anew`()
        async throws
    {
        let storage = try await storage()
        defer { storage.remove() }
        let refusals = Collected<Status.Code>()

        try await work(storage) { task in
            let totals = DayColumns.sample(await refusals.values.isEmpty ? 99 : 0, sum: 1)
            do {
                _ = try await storage.client.call(
                    Folds.commit,
                    Packet(
                        Folds.Commit(lease: task.lease, stamp: task.stamp),
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

    @Test func `a metric of many years is shared, and shown when all of it is folded`() async throws
    {
        let before = try await TemporaryStorage()
        defer { before.remove() }
        let id = try await before.begin()
        try await before.stage(Array(0..<300), import: id)
        try await before.publish(id)
        // Storage that starts does not know how few samples there are.
        before.service.close()
        let storage = try await TemporaryStorage(folder: before.folder)
        let tasks = Collected<Folds.Task>()
        let seen = Collected<Int>()

        try await work(storage) { task in
            await tasks.add([task])
            await seen.add([try await storage.totals().count])
            try await storage.fold(task)
            return try await !storage.totals().isEmpty
        }

        let given = await tasks.values
        #expect(given.count > 3)
        #expect(await seen.values.allSatisfy { $0 == 0 })
        #expect(try await storage.totals().count == 300)
    }

    @Test func `what was not folded before a restart is folded after it`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        storage.service.close()

        let restarted = try await TemporaryStorage(folder: storage.folder)
        try await restarted.fold(until: 1)

        #expect(try await restarted.totals() == [0: 1])
    }

    @Test func `days that nobody can fold end the wait with an error`() async throws {
        let storage = try await storage()
        defer { storage.remove() }
        struct Broken: Error {}

        let waiting = Task {
            await code(of: { _ = try await storage.client.call(Folds.wait, Folds.Wait(version: 1)) }
            )
        }
        for _ in 0..<8 {
            await #expect(throws: Status.self) {
                try await storage.client.stream(
                    Folds.work, Folds.Worker(name: "test"),
                    CallOptions(deadline: .never, window: 1)
                ) { _ in throw Broken() }
            }
        }

        #expect(await waiting.value == .internal)
    }

    @Test(arguments: 0..<6)
    func `totals are those of the samples, whatever is published while workers come and go`(
        seed: Int
    ) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        var random = SplitMix64(seed: UInt64(seed))
        var expected: [String: [Int32: Double]] = [:]
        let workers = (0..<3).map { number in
            Task {
                var random = SplitMix64(seed: UInt64(seed * 10 + number + 1000))
                struct Leaving: Error {}
                while !Task.isCancelled {
                    let patience = Int.random(in: 1...5, using: &random)
                    let done = Collected<Void>()
                    // The stream ends when the worker leaves, which is what is tried here.
                    _ = try? await storage.client.stream(
                        Folds.work, Folds.Worker(name: "test"),
                        CallOptions(deadline: .never, window: 1)
                    ) { task in
                        try await storage.fold(task)
                        await done.add([()])
                        if await done.values.count == patience { throw Leaving() }
                    }
                }
            }
        }
        var version: Int64 = 0

        for _ in 0..<20 {
            let id = try await storage.begin()
            let metric = ["a", "b"].randomElement(using: &random) ?? "a"
            let byte = UInt8.random(in: 1...200, using: &random)
            let segments = Set((0..<5).map { _ in Int64.random(in: 0..<250, using: &random) })
            try await storage.stage(Array(segments), metric: metric, import: id, byte: byte)
            version = try await storage.publish(id).version
            for segment in segments {
                expected[metric, default: [:]][Int32(segment * 1_048_576 / 86_400)] = Double(byte)
            }
        }
        _ = try await storage.client.call(Folds.wait, Folds.Wait(version: version))
        for worker in workers { worker.cancel() }
        for worker in workers { await worker.value }

        for (metric, days) in expected {
            #expect(try await storage.totals(metric) == days, "seed \(seed), metric \(metric)")
        }
    }
}
