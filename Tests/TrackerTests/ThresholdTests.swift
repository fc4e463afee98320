import Testing
import Tracker

/// Numbers that differ from a threshold by a rounding error only.
@Suite struct ThresholdTests {
    @Test(
        arguments: [(0.7 + 0.1, 0.8), (8.0, 8), (-1, -2), (0, 0), (0.1 * 3, 0.3)]
            as [(Double, Double)])
    func `a sum of decimal fractions reaches the number that it adds up to`(
        total: Double, target: Double
    ) {
        #expect(total.reaches(target))
        #expect(!(target - 0.001).reaches(target))
    }

    @Test(
        arguments: [(0.1 + 0.2, 0.3), (8.0, 8), (-2, -1), (70.01 - 70, 0.01)]
            as [(Double, Double)])
    func `a number within a rounding error of a limit does not exceed the limit`(
        total: Double, limit: Double
    ) {
        #expect(!total.exceeds(limit))
        #expect((limit + 0.001).exceeds(limit))
    }

    @Test func `a synced value that moved by a hundredth is unchanged`() {
        let synced = (id: "synced", value: Optional(70.0))

        #expect(HealthSync(of: synced, value: 70.01) == .unchanged)
        #expect(HealthSync(of: synced, value: 70.02) == .update("synced", value: 70.02))
    }

    @Test func `a baseline within a thousandth of the target has no progress`() {
        #expect(MetricTarget(baseline: 20, target: 20.001).progress(latest: 20) == nil)
        #expect(MetricTarget(baseline: 20, target: 20.002).progress(latest: 20.002) == 1)
    }

    @Test func `a weighted mean of four fifths is green`() {
        let contributions = [0.1, 0.2, 0.3].map { weight in
            GoalContribution(rate: 0.8, weight: weight, expected: 14, isStopped: false)
        }

        #expect(
            GoalContribution.consistency(of: contributions).map(ScoreColor.init(score:)) == .green)
        #expect(ScoreColor(score: 0.79) == .orange)
    }
}
