import Contracts
import RPC
import Testing

@testable import StorageService

@Suite struct FoldQueueTests {
    private let metric = ProfileMetric(profile: 1, metric: "stepCount")

    private func marked(_ from: Int32, _ to: Int32, by version: Int64) -> [DirtyMetric] {
        [
            DirtyMetric(
                metric: metric, version: version, spans: [DaySpan(from: from, to: to)], weight: 1)
        ]
    }

    /// Folds the slice that waits, as a worker would.
    private func fold(_ board: FoldQueue) async throws -> FoldedMetric? {
        let lease = try #require(await board.lease())
        _ = try await board.finish(lease.number, with: DayColumns())
        return await board.dequeueComplete().first
    }

    @Test func `days marked after a metric was stored are stored alone`() async throws {
        let board = FoldQueue()
        board.recordMarked(marked(0, 9, by: 1))
        await board.applyPendingEvents()
        let first = try #require(try await fold(board))

        // Who stored it hears of both commits after the second.
        board.recordStored(first)
        board.recordMarked(marked(20, 29, by: 3))
        await board.applyPendingEvents()
        let between = await board.dequeueComplete()
        let second = try #require(try await fold(board))

        #expect(first.slices.map(\.days) == [DaySpan(from: 0, to: 9)])
        #expect(between.isEmpty)
        #expect(second.version == 3)
        #expect(second.slices.map(\.days) == [DaySpan(from: 20, to: 29)])
    }

    @Test func `days marked while a metric is folded are stored with it`() async throws {
        let board = FoldQueue()
        board.recordMarked(marked(0, 9, by: 1))
        await board.applyPendingEvents()
        let lease = try #require(await board.lease())

        board.recordMarked(marked(20, 29, by: 2))
        _ = try await board.finish(lease.number, with: DayColumns())
        let early = await board.dequeueComplete()
        let whole = try #require(try await fold(board))

        #expect(early.isEmpty)
        #expect(whole.version == 2)
        #expect(whole.slices.map(\.days.from).sorted() == [0, 20])
    }

    @Test(arguments: [(true, Status.Code.resourceExhausted), (false, .internal)])
    func `who waits for days that cannot be stored hears why`(
        isDiskFull: Bool, code: Status.Code
    ) async throws {
        let board = FoldQueue()
        board.recordMarked(marked(0, 9, by: 1))
        await board.applyPendingEvents()

        for _ in 1...FoldJob.attemptLimit {
            #expect(await board.failure(of: 1) == nil)
            let folded = try #require(try await fold(board))
            await board.recordStoreFailure(
                folded, Status(isDiskFull ? .resourceExhausted : .internal, "It failed."))
        }

        let failure = try #require(await board.failure(of: 1))
        #expect(failure.status.code == code)
        #expect(failure.status.message.contains("disk is full") == isDiskFull)
    }

    @Test func `one more than may wait is refused, and those who wait go on`() async throws {
        let board = FoldQueue()

        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<(FoldWaiters.limit + 1) {
                group.addTask {
                    do {
                        try await board.nextChange(after: 0)
                        return true
                    } catch {
                        guard Status(describing: error).code == .resourceExhausted else {
                            throw error
                        }
                        return false
                    }
                }
            }
            // The first to end is the one that was refused.
            #expect(try await group.next() == false)
            await board.remove(profile: 1)
            for try await isDone in group { #expect(isDone) }
        }
    }
}
