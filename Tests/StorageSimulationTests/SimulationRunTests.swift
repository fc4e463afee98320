import Foundation
import StorageSimulation
import Testing

/// Runs of storage, staging and folds on a simulated disk.
@Suite(.serialized) struct SimulationRunTests {
    private func table(
        _ count: Int, planted: PlantedFault? = nil
    ) async throws -> (table: SimulationTable, problems: [String]) {
        let problems = ProblemList()
        let table = try await SimulationTable.perform(
            count, from: 1, jobs: 2, folder: NSTemporaryDirectory(), planted: planted
        ) { outcome in
            problems.add(outcome.problems.map { "seed \(outcome.seed): \($0)" })
        }
        return (table, problems.all)
    }

    @Test func `acknowledged writes survive faults, kills and power cuts`() async throws {
        let (table, problems) = try await table(20)

        #expect(problems.isEmpty)
        #expect(table.acknowledged > 100)
        #expect(table.diskFailures > 0)
    }

    @Test(arguments: [
        (PlantedFault.ignoredSync, 30, "was not written"),
        (.lostWrite, 1, "the entry planted is missing, which was not written"),
        (.repeatedWrite, 1, "2 times in the change log"),
        (.wrongTotal, 1, "has the total"),
    ])
    func `a planted fault is found`(planted: PlantedFault, runs: Int, problem: String) async throws
    {
        let (table, problems) = try await table(runs, planted: planted)

        #expect(!table.failedSeeds.isEmpty)
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
    }
}
