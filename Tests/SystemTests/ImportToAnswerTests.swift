import Foundation
import Testing

/// Importing an export and querying it, through all processes.
@Suite(.serialized) struct ImportToAnswerTests {
    private static let intervals = ["day", "week", "month", "quarter", "half", "year"]

    /// The number of top-level items that the generator wrote.
    private func items(_ export: GeneratedExport) throws -> Int {
        let counts = try #require(export.truth["counts"] as? [String: Int])
        return ["Record", "Correlation", "Workout", "ActivitySummary"].reduce(0) {
            $0 + (counts[$1] ?? 0)
        }
    }

    @Test func `an export is stored completely, once, and the answers equal the oracle's`() throws {
        let export = try GeneratedExport(days: 40, seed: 3)
        defer { export.remove() }
        let system = try DaylineSystem(aggregationWorkers: 2)
        _ = try system.json("profile", "add", "ny", "--zone", "America/New_York")

        let first = try system.json("--profile", "ny", "import", export.zip)
        let second = try system.json("--profile", "ny", "import", export.xml)
        let comparison = try DaylineSystem.run(
            "/usr/bin/env",
            [
                "python3", "\(DaylineSystem.package)/tools/compare.py", export.xml,
                "--dayline", "\(DaylineSystem.programs)/dayline", "--home", system.home,
                "--profile", "ny", "--metrics",
                "stepCount,heartRate,bodyMass", "--on", "2026-07-15", "--merge",
            ])

        #expect(first["read"] as? Int == (try items(export)))
        #expect(first["stored"] as? Int == first["read"] as? Int)
        #expect(second["stored"] as? Int == 0)
        #expect(second["duplicate"] as? Int == first["stored"] as? Int)
        #expect(comparison.status == 0, "\(comparison.output.suffix(2000)) \(comparison.errors)")
    }

    @Test func `days are those of the profile's zone`() throws {
        let system = try DaylineSystem()
        for zone in ["Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns"] {
            let export = try GeneratedExport(days: 12, seed: 5, zone: zone, density: 0.2)
            defer { export.remove() }
            let profile = zone.suffix(4).lowercased()
            _ = try system.json("profile", "add", profile, "--zone", zone)

            _ = try system.json("--profile", profile, "import", export.xml)
            let comparison = try DaylineSystem.run(
                "/usr/bin/env",
                [
                    "python3", "\(DaylineSystem.package)/tools/compare.py", export.xml,
                    "--dayline", "\(DaylineSystem.programs)/dayline", "--home", system.home,
                    "--profile", profile, "--metrics", "stepCount,heartRate", "--zones", zone,
                    "--intervals", "week", "--on", "2026-07-15", "--merge",
                ])

            #expect(
                comparison.status == 0,
                "\(zone): \(comparison.output.suffix(2000)) \(comparison.errors)")
        }
    }

    @Test func `an import is undone and put back by commands`() throws {
        let export = try GeneratedExport(days: 4, seed: 12, density: 0.2)
        defer { export.remove() }
        let system = try DaylineSystem()
        func metrics() throws -> [String: Int] {
            let list = try system.json("metrics")["metrics"] as? [[String: Any]] ?? []
            return Dictionary(
                list.map { ($0["metric"] as? String ?? "", $0["samples"] as? Int ?? 0) },
                uniquingKeysWith: { first, _ in first })
        }
        let imported = try #require(try system.json("import", export.xml)["id"] as? Int)
        let before = try metrics()

        let undo = try system.json("imports", "undo", "\(imported)")
        let removed = try metrics()
        let number = try #require(undo["id"] as? Int)
        let list = try system.run("imports").output
        let restored = try system.json("imports", "\(number)", "--put-back")

        #expect(!before.isEmpty)
        #expect(undo["undoes"] as? Int == imported)
        #expect(removed.isEmpty)
        #expect(list.contains("export.xml (undone)"))
        #expect((restored["stored"] as? Int ?? 0) > 0)
        #expect(try metrics() == before)
    }

    @Test(arguments: ["ios16dtd,dupattr,ctrl,duprec", "trunc"])
    func `a damaged export is read to its end, and the import report balances`(defect: String)
        throws
    {
        let export = try GeneratedExport(days: 6, seed: 9, defects: defect)
        defer { export.remove() }
        let system = try DaylineSystem()

        let outcome = try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "import", export.xml])
        let report = try outcome.json()
        func count(_ key: String) -> Int { report[key] as? Int ?? -1 }

        #expect(
            count("read")
                == count("stored") + count("duplicate") + count("quarantined") + count("ignored"))
        #expect(outcome.status == (defect == "trunc" ? 3 : 0))
        #expect((report["isTruncated"] as? Bool) == (defect == "trunc"))
        // The generator does not count the record with the control character.
        if defect != "trunc" { #expect(count("stored") == (try items(export)) + 1) }
    }
}
