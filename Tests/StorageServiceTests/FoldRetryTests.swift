import CivilTime
import Contracts
import RPC
import StorageTestKit
import TestKit
import Testing

@Suite(.temporaryStorage) struct FoldRetryTests {
    /// Storage whose file has its maximum size, with thirteen years of dirty days, and the staged import
    /// that fills the file.
    private func full() async throws -> (storage: TemporaryStorage, filler: Int64) {
        let storage = try await TemporaryStorage(pageLimit: 260)
        let id = try await storage.begin()
        try await storage.stage(Array(0..<400), import: id)
        try await storage.publish(id)
        let filler = try await storage.begin()
        for size in [20_000, 1000, 100] {
            _ = await code(of: {
                for segment in 2..<300 {
                    try await storage.stage([Int64(segment)], import: filler, size: size)
                }
            })
        }
        return (storage, filler)
    }

    /// Folds until the task is cancelled, with one sample on each day.
    private func work(_ storage: TemporaryStorage) async {
        while !Task.isCancelled {
            _ = try? await storage.client.stream(
                Folds.work, Empty(),
                CallOptions(deadline: .never, window: 1)
            ) { task in
                var totals = DayColumns()
                for day in task.from.days...task.to.days { totals.append(.sample(day, sum: 1)) }
                let commit = Packet(
                    Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                    columns: totals.columns)
                _ = try await storage.client.call(Folds.commit, commit)
            }
        }
    }

    private func free(_ filler: Int64, _ storage: TemporaryStorage) async throws {
        _ = try await storage.client.call(Staging.abort, Staging.AbortRequest(id: filler))
    }

    @Test
    func `folds that failed on a full disk are listed, and the next wait retries them`()
        async throws
    {
        let (storage, filler) = try await full()
        let worker = Task { await work(storage) }
        defer { worker.cancel() }

        let refused = await code(of: {
            _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 1))
        })
        let state = try await storage.state()
        let check = try #require(try await storage.checks()["folds"])
        try await free(filler, storage)
        _ = try await storage.client.call(Folds.wait, Folds.WaitRequest(version: 1))

        #expect(refused == .resourceExhausted)
        let pending = try #require(state.pendingFolds.first)
        #expect(pending.metric == "stepCount")
        #expect(pending.profile == "default")
        #expect(pending.attempts >= 8)
        #expect(pending.reason.contains("disk is full"))
        #expect(!check.ok)
        #expect(check.detail.contains("stepCount"))
        #expect(try await storage.state().pendingFolds == [])
        #expect(try await storage.days().body.stale == false)
    }

    @Test func `storage retries failed folds by itself when the disk has space`() async throws {
        let (storage, filler) = try await full()
        let worker = Task { await work(storage) }
        defer { worker.cancel() }
        try await eventually("a refused fold") {
            try await !storage.state().pendingFolds.isEmpty
        }

        try await free(filler, storage)

        try await eventually("the days to be folded") {
            try await !storage.days().body.stale
        }
        #expect(try await storage.checks()["folds"]?.ok == true)
    }

    @Test func `an import retries all failed folds of its profile`()
        async throws
    {
        let storage = try await TemporaryStorage.withSteps()
        struct Broken: Error {}
        for _ in 0..<8 {
            await #expect(throws: Status.self) {
                try await storage.client.stream(
                    Folds.work, Empty(),
                    CallOptions(deadline: .never, window: 1)
                ) { _ in throw Broken() }
            }
        }
        // The last lease is released when storage notices the end of the stream.
        try await eventually("the slice to be parked") {
            try await storage.state().pendingFolds.map(\.attempts) == [8]
        }

        _ = try await storage.client.call(Staging.prepare, Empty())
        try await storage.fold(until: 1)

        #expect(try await storage.state().pendingFolds == [])
    }
}
