import Testing

@testable import Supervision

struct RestartPolicyTests {
    @Test(arguments: [
        (0, 0), (1, 50), (2, 100), (3, 200), (8, 6_400), (9, 10_000), (10, 10_000), (1_000, 10_000),
    ])
    func `delays double up to a limit`(failures: Int, milliseconds: Int) {
        let delay = RestartPolicy().delay(afterCrashes: failures, random: 0.5)

        #expect(delay == .milliseconds(milliseconds))
    }

    @Test(arguments: [(0.0, 80), (0.5, 100), (1.0, 120)])
    func `a delay varies at random by a fifth`(chance: Double, milliseconds: Int) {
        let delay = RestartPolicy().delay(afterCrashes: 2, random: chance)

        #expect(abs(delay / .milliseconds(milliseconds) - 1) < 1e-9)
    }

    /// The fifth crash, after four at time zero.
    @Test(arguments: [(59_999, true), (60_000, false)])
    func `a crash counts for a minute`(milliseconds: Int, isLast: Bool) {
        let policy = RestartPolicy()
        var history = CrashHistory()
        for _ in 1...4 {
            _ = history.recordCrash(at: .zero, readyFor: nil, policy: policy, random: 0.5)
        }

        let decision = history.recordCrash(
            at: .milliseconds(milliseconds), readyFor: nil, policy: policy, random: 0.5)

        #expect((decision == .fail) == isLast)
    }
}
