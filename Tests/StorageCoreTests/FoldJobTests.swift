import Contracts
import Randomness
import StorageTestKit
import Testing

@testable import StorageCore

@Suite struct FoldJobTests {
    private func days(_ from: Int32, _ to: Int32) -> DaySpan { DaySpan(from: from, to: to) }

    @Test func `a span of many years is cut into slices that cover it once`() {
        var job = FoldJob(version: 1)

        let (_, waiting) = job.add([days(-900, 5000)], version: 1)

        #expect(waiting.first?.from == -900)
        #expect(waiting.last?.to == 5000)
        #expect(waiting.count == 8)
        for (slice, next) in zip(waiting, waiting.dropFirst()) {
            #expect(slice.to + 1 == next.from)
        }
    }

    @Test(arguments: [(1, 1), (FoldJob.sliceSamples - 1, 1), (FoldJob.sliceSamples, 8), (0, 8)])
    func `many years with few samples are one slice`(samples: Int64, slices: Int) {
        var job = FoldJob(version: 1)

        let (_, waiting) = job.add([days(-900, 5000)], version: 1, samples: samples)

        #expect(waiting.count == slices)
        #expect(waiting.first?.from == -900)
        #expect(waiting.last?.to == 5000)
    }

    @Test func `a span of millennia is cut into no more slices than the limit`() {
        var job = FoldJob(version: 1)

        let (_, waiting) = job.add([days(.min, .max)], version: 1)

        #expect(waiting.count == FoldJob.sliceLimit)
        #expect(waiting.first?.from == .min)
        #expect(waiting.last?.to == .max)
    }

    @Test func `a change of other days keeps folded slices`() throws {
        var job = FoldJob(version: 1)
        _ = job.add([days(0, 9)], version: 1)
        job.finish(days(0, 9), with: .sample(3, sum: 1))

        let (invalidated, waiting) = job.add([days(20, 29)], version: 2)
        job.finish(days(20, 29), with: .sample(25, sum: 2))

        #expect(invalidated.isEmpty)
        #expect(waiting == [days(20, 29)])
        #expect(try #require(job.foldedSlices).map(\.days) == [days(0, 9), days(20, 29)])
        #expect(job.version == 2)
    }

    @Test func `a change of leased days invalidates the lease`() {
        var job = FoldJob(version: 1)
        _ = job.add([days(0, 9)], version: 1)
        let isLeased = job.lease(days(0, 9), as: 7)

        let (invalidated, waiting) = job.add([days(5, 14)], version: 2)

        #expect(isLeased)
        #expect(invalidated == [7])
        #expect(waiting == [days(0, 9), days(10, 14)])
        #expect(job.foldedSlices == nil)
    }

    @Test func `slices never overlap for any order of added spans`() {
        for seed in 0..<200 {
            var random = SplitMix64(seed: UInt64(seed))
            var job = FoldJob(version: 0)
            var dirty: Set<Int32> = []
            for version in 1...8 {
                let from = Int32.random(in: 0..<3000, using: &random)
                let to = from + Int32.random(in: 0..<1500, using: &random)
                dirty.formUnion(from...to)
                _ = job.add([days(from, to)], version: Int64(version))
            }

            let covered = job.slices.flatMap { Array($0.days.from...$0.days.to) }

            #expect(covered.count == Set(covered).count, "seed \(seed)")
            #expect(Set(covered) == dirty, "seed \(seed)")
        }
    }

    @Test func `a slice is parked after the maximum number of attempts`() {
        var job = FoldJob(version: 1)
        _ = job.add([days(0, 9)], version: 1)

        for attempt in 1...FoldJob.attemptLimit {
            let isLeased = job.lease(days(0, 9), as: Int64(attempt))
            let isWaiting = job.release(days(0, 9))
            #expect(isLeased)
            #expect(isWaiting == (attempt < FoldJob.attemptLimit))
        }

        #expect(job.isParked)
        let isLeased = job.lease(days(0, 9), as: 99)
        #expect(!isLeased)
        _ = job.add([days(0, 0)], version: 2)
        #expect(!job.isParked)
    }
}
