import Glibc
import TestKit
import Testing

/// Seeded runs with kills, clock jumps and broken channels.
@Suite struct DeliveryRunTests {
    /// The seed of the environment, whose run is printed and whose logs stay; nil: all seeds.
    private static let seed = getenv("DAYLINE_SEED").flatMap { UInt64(String(cString: $0)) }

    @Test(arguments: seed.map { $0..<$0 + 1 } ?? TestTier.seeds(12, long: 1000))
    func `each due reminder arrives, once if acknowledged, and never after completion`(
        seed: UInt64
    ) async throws {
        try await SerialTasks.run {
            var run = try DeliveryRun(seed: seed, isPrinted: Self.seed != nil)

            try await run.run()

            #expect(run.problems.isEmpty, "seed \(seed)")
        }
    }
}
