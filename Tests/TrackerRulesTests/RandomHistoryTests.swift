import CivilTime
import ScheduleProof
import TestKit
import Testing

/// Compares random histories with the plain model. A failure names the seed; `dayline-scheduleproof
/// histories` compares any number of histories.
@Suite struct RandomHistoryTests {
    @Test(arguments: TestTier.seeds(50, long: 150))
    func `a random history of some weeks equals the plain model`(seed: UInt64) {
        let history = RandomHistory(seed: seed, days: 40)
        let days = (0..<40).map { history.first.advanced(by: $0) }

        let comparison = ModelComparison(in: history.model, on: days, streaksOn: days)

        #expect(comparison.differences.isEmpty, "seed \(seed): \(comparison.differences.prefix(3))")
    }

    @Test(arguments: TestTier.seeds(20, long: 60))
    func `a random history of more than a year equals the plain model`(seed: UInt64) {
        var history = RandomHistory(seed: seed, days: 400)

        let comparison = ModelComparison(
            in: history.model, on: history.someDays(4), streaksOn: history.someDays(1))

        #expect(comparison.differences.isEmpty, "seed \(seed): \(comparison.differences.prefix(3))")
    }
}
