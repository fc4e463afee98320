import Contracts
import GRDB
import RPC
import Testing

/// Day totals that differ from their samples.
@Suite struct DayTotalCheckupTests {
    private let export = Export(
        records: (0..<200).map { .steps($0 * 60, 100 + $0) }
            + (0..<50).map { .steps($0 * 120, 70, source: "Watch") }
            + (0..<50).map { .heartRate($0 * 600, Double(50 + $0)) }
            + (0..<9).map { .weight($0 * 20, "80") },
        rows: [Export.workout(1), Export.workout(3, type: "Walking", source: "Phone")])

    private func check(_ system: TemporaryHealthSystem, isRepairing: Bool = false) async throws
        -> Checkups.Check
    {
        let found = try await system.aggregation.call(
            Checkups.aggregation, Checkups.RunRequest(isRepairing: isRepairing))
        return try #require(found.checks.first { $0.name == "days" })
    }

    @Test func `folded day totals agree with their samples`() async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)

        let check = try await check(system)

        #expect(check.ok, "\(check.detail)")
        #expect(check.detail.contains("metrics in 1 profiles"), "\(check.detail)")
        #expect(!check.detail.hasPrefix("0 "))
    }

    @Test(arguments: [
        ("stepCount", "sum = sum * 10"), ("stepCount", "raw_sum = raw_sum + 1"),
        ("heartRate", "min = min - 1"), ("heartRate", "max = max + 1"),
        ("bodyMass", "last = 79"), ("bodyMass", "count = count + 1"),
        ("workoutDuration", "sum = 1"), ("stepCount", "day = day + 9999999"),
    ])
    func `a wrong day total is found, and a repair folds it again`(
        metric: String, change: String
    ) async throws {
        let system = try await TemporaryHealthSystem()
        try await system.runImport(export)
        let right = try await system.sums(metric)
        var configuration = Configuration()
        // Storage may still write.
        configuration.busyMode = .timeout(10)
        let file = "\(system.folder)/dayline.sqlite"
        try await DatabaseQueue(path: file, configuration: configuration).write {
            for tier in ["recent", "settled"] {
                try $0.execute(
                    sql: """
                        UPDATE \(tier)_day_total SET \(change) WHERE metric = '\(metric)' AND day = (
                            SELECT max(day) FROM day_total WHERE metric = '\(metric)')
                        """)
            }
        }

        let wrong = try await check(system)
        let repaired = try await check(system, isRepairing: true)

        #expect(!wrong.ok)
        #expect(wrong.detail.contains(metric), "\(wrong.detail)")
        #expect(repaired.ok, "\(repaired.detail)")
        #expect(repaired.isLossy == nil)
        #expect(try await check(system).ok)
        #expect(try await system.sums(metric) == right)
    }
}
