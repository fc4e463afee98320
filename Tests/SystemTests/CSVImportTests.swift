import Foundation
import Testing
import ZipWriter

/// CSV files read by the importer in Python, from the guessed mapping to day totals.
@Suite struct CSVImportTests {
    private func write(_ text: String, _ name: String, _ system: DaylineSystem) throws -> String {
        let path = "\(system.home)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test
    func `columns, units and dates are guessed, and an extended file adds only its new rows`()
        throws
    {
        let system = try DaylineSystem()
        let file = try write(
            """
            Datum;Gewicht (kg);Steps;Notiz
            13.03.2026;81,2;10.412;
            14.03.2026;80,9;8.001;nach dem Lauf
            15.03.2026;viel;7.500;

            """, "waage.csv", system)

        let first = try system.run("--json", "import", file)
        let again = try write(
            try String(contentsOfFile: file, encoding: .utf8) + "16.03.2026;80,5;9.000;\n",
            "waage.csv", system)
        let second = try system.run("--json", "import", again).json()
        let weights = try system.json("days", "bodyMass")
        let steps = try system.json("days", "stepCount")

        let report = try first.json()
        #expect(first.status == 3)
        #expect(report["importer"] as? String == "csv")
        #expect(report["read"] as? Int == 6)
        #expect(report["stored"] as? Int == 5)
        #expect(report["quarantined"] as? Int == 1)
        #expect(second["stored"] as? Int == 2)
        #expect(second["duplicate"] as? Int == 5)
        let masses = try #require(weights["days"] as? [[String: Any]])
        #expect(masses.compactMap { $0["average"] as? Double } == [81.2, 80.9, 80.5])
        #expect(masses.first?["day"] as? String == "2026-03-13")
        let counts = try #require(steps["days"] as? [[String: Any]])
        #expect(counts.compactMap { $0["sum"] as? Double } == [10_412, 8001, 7500, 9000])
    }

    @Test func `a dry run prints the mapping, and an edited mapping reads the file`() throws {
        let system = try DaylineSystem()
        let file = try write("when,reading\n2026-03-13 07:30,5.6\n", "sugar.csv", system)

        let guessed = try system.run("import", file, "--dry-run")
        let mapping = try write(
            guessed.output.replacingOccurrences(
                of: "\"metric\": null", with: "\"metric\": \"bodyTemperature\", \"unit\": \"degF\""),
            "sugar.mapping", system)
        let read = try system.json("import", file, "--mapping", mapping)
        let metrics = try system.json("metrics")
        let missing = try system.run("import", file, "--mapping", "\(system.home)/none")

        #expect(guessed.status == 0)
        #expect(guessed.errors.contains("would store 0 of 1"))
        #expect(read["stored"] as? Int == 1)
        let stored = try #require((metrics["metrics"] as? [[String: Any]])?.first)
        #expect(stored["metric"] as? String == "bodyTemperature")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("There is no mapping"))
    }

    @Test func `exported weights of a profile are read by another profile`() throws {
        let system = try DaylineSystem()
        try system.run("weight", "add", "180", "lb", "--on", "2026-03-13")
        let file = "\(system.home)/weights.csv"
        try system.run("export", file, "--weight")
        try system.run("profile", "add", "copy", "--zone", "UTC")

        let report = try system.json("--profile", "copy", "import", file)
        let days = try system.json("--profile", "copy", "days", "bodyMass")

        #expect(report["stored"] as? Int == 1)
        let mass = (days["days"] as? [[String: Any]])?.first?["average"] as? Double
        #expect(abs((mass ?? 0) - 81.646_626_6) < 1e-6)
    }

    @Test func `a folder or an archive of tables comes back into another profile once`() throws {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Run", "--type", "value", "--unit", "km")
        try system.run("log", "Run", "5")
        try system.run("goal", "add", "Fit")
        let steps = try write("date,steps\n2026-03-13,9000\n", "phone.csv", system)
        try system.run("import", steps)
        let folder = "\(system.home)/tables"
        try system.run("export", "--csv", folder)
        try system.run("profile", "add", "copy", "--zone", "UTC")

        let refused = try system.run("--profile", "copy", "import", folder)
        let first = try system.json("--profile", "copy", "import", "--all", folder)
        let second = try system.json("--profile", "copy", "import", "--all", folder)
        let own = try system.json("import", "--all", folder)
        var archive = ZipWriter(.deflated)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let table = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            archive.add("tables/\(name)", Array(table))
        }
        let zip = "\(system.home)/tables.zip"
        try Data(archive.bytes).write(to: URL(fileURLWithPath: zip))
        try system.run("profile", "add", "zipped", "--zone", "UTC")
        let whole = try system.run("--profile", "zipped", "import", zip)
        let zipped = try system.json("--profile", "zipped", "import", "--all", zip)

        #expect(refused.errors.contains("import --all"))
        func stored(_ list: [String: Any]) -> [String: Int] {
            let reports = list["imports"] as? [[String: Any]] ?? []
            return Dictionary(
                reports.map { ($0["file"] as? String ?? "", $0["stored"] as? Int ?? -1) }
            ) { $1 }
        }
        #expect(stored(first)["samples.csv"] == 1)
        #expect(stored(first)["weights.csv"] == 0)
        #expect(stored(first)["activities.csv"] == 1)
        #expect(stored(first)["entries.csv"] == 1)
        #expect(stored(first)["goals.csv"] == 1)
        #expect(whole.errors.contains("import --all"))
        #expect(stored(zipped) == stored(first))
        #expect(stored(second).values.allSatisfy { $0 == 0 }, "\(second)")
        #expect(stored(own)["entries.csv"] == 0)
        #expect(stored(own)["activities.csv"] == 0)
    }

    @Test func `a mapping of an importer without mappings is reported`() throws {
        let system = try DaylineSystem()
        try system.run("plugins", "new", "bottle")
        let file = try write("1767225600000,250\n", "july.bottle.csv", system)
        let mapping = try write("{}", "x.mapping", system)

        let report = try system.json("import", file, "--mapping", mapping)

        #expect((report["notice"] as? String)?.contains("does not use --mapping") == true)
    }
}
