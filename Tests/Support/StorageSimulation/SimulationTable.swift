import RPC
import Synchronization

/// The outcomes of many runs.
package struct SimulationTable: Sendable {
    package private(set) var runs = 0
    package private(set) var acknowledged = 0
    package private(set) var failed = 0
    package private(set) var diskFailures = 0
    package private(set) var operations = 0
    /// Runs and runs with problems, by kind of fault and end.
    private var byFault: [String: (runs: Int, problems: Int)] = [:]
    /// The seeds of runs with problems.
    package private(set) var failedSeeds: [UInt64] = []

    package init() {}

    package mutating func add(_ outcome: SimulationRun.Outcome) {
        runs += 1
        acknowledged += outcome.acknowledged
        failed += outcome.failed
        diskFailures += outcome.diskFailures
        operations += outcome.operations
        let hasProblem = !outcome.problems.isEmpty
        if hasProblem { failedSeeds.append(outcome.seed) }
        for fault in outcome.faults {
            byFault[fault, default: (0, 0)].runs += 1
            if hasProblem { byFault[fault]?.problems += 1 }
        }
    }

    /// The table as Markdown.
    package var text: String {
        let rows = byFault.sorted { $0.key < $1.key }.map {
            "| \($0.key) | \($0.value.runs) | \($0.value.problems) |"
        }
        let total = "| all | \(runs) | \(failedSeeds.count) |"
        let lines =
            ["| fault or end | runs | runs with problems |", "|---|---:|---:|"] + rows + [total]
        return lines.joined(separator: "\n")
            + "\n\n\(acknowledged) acknowledged writes and imports, \(failed) others, "
            + "\(operations) operations of the disk, \(diskFailures) of them failed.\n"
    }

    /// Performs runs with ascending seeds, `jobs` at a time. `report` is called with each outcome.
    /// - Throws: If a run could not be performed.
    package static func perform(
        _ count: Int, from seed: UInt64, jobs: Int, folder: String, planted: PlantedFault? = nil,
        report: @escaping @Sendable (SimulationRun.Outcome) -> Void = { _ in }
    ) async throws -> SimulationTable {
        guard SimulatedFileSystem.isRegistered else {
            throw Status(.internal, "SQLite does not accept the simulated file system.")
        }
        let newFiles = try await SimulatedHome.newFiles(in: folder, now: SimulationRun.start)
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    while true {
                        let number = progress.state.withLock { state in
                            state.next += 1
                            return state.next - 1
                        }
                        guard number < count else { return }
                        let run = SimulationRun(
                            seed: seed &+ UInt64(number), folder: folder, planted: planted,
                            newFiles: newFiles)
                        let outcome = try await run.perform()
                        progress.state.withLock { $0.table.add(outcome) }
                        report(outcome)
                    }
                }
            }
            try await group.waitForAll()
        }
        return progress.state.withLock { $0.table }
    }

    private final class Progress: Sendable {
        struct State {
            var next = 0
            var table = SimulationTable()
        }

        let state = Mutex(State())
    }
}
