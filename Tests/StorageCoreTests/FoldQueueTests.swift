import Contracts
import RPC
import Testing

@testable import StorageCore

@Suite struct FoldQueueTests {
    private let metric = ProfileMetric(profile: 1, metric: "stepCount")

    private func marked(_ from: Int32, _ to: Int32, by version: Int64) -> [DirtyMetric] {
        [
            DirtyMetric(
                metric: metric, version: version, spans: [DaySpan(from: from, to: to)], weight: 1)
        ]
    }

    /// Folds the waiting slice as a worker does; nil if its metric is not complete.
    private func fold(_ queue: FoldQueue) async throws -> FoldedMetric? {
        let lease = try #require(await queue.nextLease())
        _ = try await queue.finish(lease.number, with: DayColumns())
        return await queue.dequeueComplete().first
    }

    @Test func `days marked after a metric was stored are stored alone`() async throws {
        let queue = FoldQueue()
        queue.recordMarked(marked(0, 9, by: 1))
        await queue.applyPendingEvents()
        let first = try #require(try await fold(queue))

        // Both commits are applied after the second one.
        queue.recordStored(first)
        queue.recordMarked(marked(20, 29, by: 3))
        await queue.applyPendingEvents()
        let between = await queue.dequeueComplete()
        let second = try #require(try await fold(queue))

        #expect(first.slices.map(\.days) == [DaySpan(from: 0, to: 9)])
        #expect(between.isEmpty)
        #expect(second.version == 3)
        #expect(second.slices.map(\.days) == [DaySpan(from: 20, to: 29)])
    }

    @Test func `days marked while a metric is folded are stored with it`() async throws {
        let queue = FoldQueue()
        queue.recordMarked(marked(0, 9, by: 1))
        await queue.applyPendingEvents()
        let lease = try #require(await queue.nextLease())

        queue.recordMarked(marked(20, 29, by: 2))
        _ = try await queue.finish(lease.number, with: DayColumns())
        let early = await queue.dequeueComplete()
        let complete = try #require(try await fold(queue))

        #expect(early.isEmpty)
        #expect(complete.version == 2)
        #expect(complete.slices.map(\.days.from).sorted() == [0, 20])
    }

    /// A worker that loses a profile can be its owner again before the loss is applied.
    @Test func `days marked after a profile was lost are folded`() async throws {
        let queue = FoldQueue()
        queue.recordMarked(marked(0, 9, by: 1))
        await queue.applyPendingEvents()

        queue.recordRemoved(profile: metric.profile)
        queue.recordMarked(marked(20, 29, by: 2))
        await queue.applyPendingEvents()
        let folded = try #require(try await fold(queue))

        #expect(folded.version == 2)
        #expect(folded.slices.map(\.days) == [DaySpan(from: 20, to: 29)])
    }

    @Test(arguments: [(true, Status.Code.resourceExhausted), (false, .internal)])
    func `a wait for totals that cannot be stored fails with the reason`(
        isDiskFull: Bool, code: Status.Code
    ) async throws {
        let queue = FoldQueue()
        queue.recordMarked(marked(0, 9, by: 1))
        await queue.applyPendingEvents()

        for _ in 1...FoldJob.attemptLimit {
            #expect(await queue.failure(of: 1) == nil)
            let folded = try #require(try await fold(queue))
            await queue.recordStoreFailure(
                folded, Status(isDiskFull ? .resourceExhausted : .internal, "It failed."))
        }

        let failure = try #require(await queue.failure(of: 1))
        #expect(failure.status.code == code)
        #expect(failure.status.message.contains("disk is full") == isDiskFull)
    }

    @Test func `a call beyond the limit of waiting calls is refused, and the others continue`()
        async throws
    {
        let queue = FoldQueue()

        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<(FoldWaiters.limit + 1) {
                group.addTask {
                    do {
                        try await queue.nextChange(after: 0)
                        return true
                    } catch {
                        guard Status(describing: error).code == .resourceExhausted else {
                            throw error
                        }
                        return false
                    }
                }
            }
            // The refused call ends first.
            #expect(try await group.next() == false)
            await queue.remove(profile: 1)
            for try await isDone in group { #expect(isDone) }
        }
    }
}
