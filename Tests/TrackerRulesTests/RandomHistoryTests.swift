import CivilTime
import ScheduleProof
import Testing

/// Histories made from a seed, against the plain model. A failure names the seed.
/// `dayline-scheduleproof histories` compares as many as there is time for.
@Suite struct RandomHistoryTests {
    @Test(arguments: 0..<UInt64(150))
    func `a random history of some weeks agrees with the plain model`(seed: UInt64) {
        let history = RandomHistory(seed: seed, days: 40)
        let days = (0..<40).map { history.first.advanced(by: $0) }

        let agreement = ModelComparison(in: history.model, on: days, streaksOn: days)

        #expect(agreement.differences.isEmpty, "seed \(seed): \(agreement.differences.prefix(3))")
    }

    @Test(arguments: 0..<UInt64(60))
    func `a random history of more than a year agrees with the plain model`(seed: UInt64) {
        var history = RandomHistory(seed: seed, days: 400)

        let agreement = ModelComparison(
            in: history.model, on: history.someDays(4), streaksOn: history.someDays(1))

        #expect(agreement.differences.isEmpty, "seed \(seed): \(agreement.differences.prefix(3))")
    }
}
