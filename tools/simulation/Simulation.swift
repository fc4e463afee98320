import ArgumentParser
import Foundation
import Glibc
import StorageSimulation

/// Runs storage, staging and folds against a simulated disk and clock in one process.
@main
struct Simulation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dayline-simulation",
        abstract: "Run storage, imports and folds against a simulated disk and clock.",
        discussion: """
            The status is 1 if a run has a problem. A seed repeats the draws of a run, but not the timing of \
            its threads.
            """)

    @Option(help: "Number of runs.")
    var runs = 300

    @Option(help: "Seed of the first run.")
    var seed: UInt64 = 1

    @Option(help: "Number of runs at once.")
    var jobs = 2

    @Option(help: "Folder of temporary files (default: /dev/shm, or that of the system).")
    var folder: String?

    @Option(
        help: "Damage to add to each run: ignored-sync, lost-write, repeated-write or wrong-total.")
    var plant: PlantedFault?

    @Flag(help: "Print a line for each run.")
    var verbose = false

    mutating func validate() throws {
        guard runs > 0, jobs > 0 else {
            throw ValidationError("The numbers of runs and jobs must be 1 or more.")
        }
    }

    @concurrent
    mutating func run() async throws {
        let start = ContinuousClock.now
        let isVerbose = verbose
        let isInMemory = FileManager.default.isWritableFile(atPath: "/dev/shm")
        let folder = folder ?? (isInMemory ? "/dev/shm" : NSTemporaryDirectory())
        let table = try await SimulationTable.perform(
            runs, from: seed, jobs: jobs, folder: folder, planted: plant
        ) { outcome in
            for problem in outcome.problems { print("seed \(outcome.seed): \(problem)") }
            if isVerbose {
                print(
                    "seed \(outcome.seed): \(outcome.acknowledged) acknowledged, "
                        + "\(outcome.failed) others, \(outcome.operations) operations, "
                        + outcome.faults.sorted().joined(separator: ", "))
            }
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        print(table.text)
        print(
            "\(runs) runs in \(Int(seconds.rounded())) s, \(seconds * 1000 / Double(runs)) ms each")
        guard table.failedSeeds.isEmpty else {
            let seed = table.failedSeeds.sorted()[0]
            print("Repeat the first with: dayline-simulation --runs 1 --seed \(seed)")
            throw ExitCode.failure
        }
    }
}

extension PlantedFault: ExpressibleByArgument {}
