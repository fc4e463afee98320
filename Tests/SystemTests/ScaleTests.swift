import Foundation
import Testing

/// Scaling aggregation while days are folded.
@Suite(.serialized) struct ScaleTests {
    /// Runs `dayline` concurrently with the test.
    private func start(
        _ system: DaylineSystem, _ arguments: [String]
    ) -> Task<DaylineSystem.Outcome, any Error> {
        Task.detached {
            try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home, "--json"] + arguments)
        }
    }

    private func expectExactCounts(_ export: GeneratedExport, _ system: DaylineSystem) throws {
        let comparison = try DaylineSystem.run(
            "/usr/bin/env",
            [
                "python3", "\(DaylineSystem.package)/tools/compare.py", export.xml,
                "--dayline", "\(DaylineSystem.programs)/dayline", "--home", system.home,
                "--profile", "ny", "--metrics", "stepCount,heartRate,bodyMass",
                "--intervals", "month", "--on", "2026-07-15", "--merge",
            ])
        #expect(comparison.status == 0, "\(comparison.output.suffix(2000)) \(comparison.errors)")
    }

    @Test func `scaling during folding neither loses nor repeats a fold`()
        async throws
    {
        let export = try GeneratedExport(days: 60, seed: 11, routes: 20)
        defer { export.remove() }
        let system = try DaylineSystem(aggregationWorkers: 1)
        _ = try system.json("profile", "add", "ny", "--zone", "America/New_York")

        let importing = start(system, ["--profile", "ny", "import", export.zip])
        for count in [4, 1, 3, 2, 5, 1] {
            let scaled = try system.json("scale", "aggregation", "\(count)")
            let workers = try #require(scaled["workers"] as? [[String: Any]])
            let names = workers.compactMap { $0["name"] as? String }
            #expect(names.count { $0.hasPrefix("aggregation-") } == count)
        }
        let imported = try await importing.value

        #expect(imported.status == 0, "\(imported.output) \(imported.errors)")
        try expectExactCounts(export, system)
    }

    @Test func `a new worker takes over the folds of a hung one`() async throws {
        let export = try GeneratedExport(days: 10, seed: 12)
        defer { export.remove() }
        let system = try DaylineSystem(aggregationWorkers: 1)
        _ = try system.json("profile", "add", "ny", "--zone", "America/New_York")
        let status = try system.json("status")
        let workers = try #require(status["workers"] as? [[String: Any]])
        let only = try #require(workers.first { $0["name"] as? String == "aggregation-1" })

        kill(Int32(try #require(only["pid"] as? Int)), SIGSTOP)
        let importing = start(system, ["--profile", "ny", "import", export.zip])
        _ = try system.json("scale", "aggregation", "2")
        let imported = try await importing.value

        #expect(imported.status == 0, "\(imported.output) \(imported.errors)")
        try expectExactCounts(export, system)
    }
}
