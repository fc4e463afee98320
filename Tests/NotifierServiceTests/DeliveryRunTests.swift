import TestKit
import Testing

/// Seeded runs with kills, clock jumps and broken channels.
@Suite struct DeliveryRunTests {
    @Test(arguments: TestTier.seeds(12, long: 1000))
    func `each due reminder arrives, once if acknowledged, and never after completion`(
        seed: UInt64
    ) async throws {
        var run = try DeliveryRun(seed: seed)

        try await run.run()

        #expect(run.problems.isEmpty, "seed \(seed)")
    }
}
