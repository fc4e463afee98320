import Foundation
import Testing

/// Third-party importers, from their template to imported samples.
@Suite struct PluginTests {
    @Test func `an importer is installed from an archive, replaced and removed`() throws {
        let author = try DaylineSystem()
        let created = try author.json("plugins", "new", "bottle", "--language", "python")
        let folder = try #require(created["path"] as? String)
        let archive = "\(author.home)/bottle.tar.gz"
        let packed = try DaylineSystem.run(
            "/usr/bin/tar", ["-czf", archive, "-C", author.home + "/plugins", "bottle"])
        let system = try DaylineSystem()
        let file = "\(system.home)/july.bottle.csv"
        try Data("1767225600000,250\n".utf8).write(to: URL(fileURLWithPath: file))

        let installed = try system.json("plugins", "install", archive)
        let report = try system.json("import", file)
        let twice = try system.run("plugins", "install", folder)
        let replaced = try system.run("plugins", "install", folder, "--replace")
        let unused = "\(system.home)/plugins/unused"
        try FileManager.default.createDirectory(
            atPath: unused, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(unused)/plugin.json"))
        let removedUnused = try system.run("plugins", "remove", "unused", "--yes")
        let unconfirmed = try system.run("plugins", "remove", "bottle")
        let removed = try system.run("plugins", "remove", "bottle", "--yes")
        let own = try system.run("plugins", "remove", "apple-health", "--yes")
        let taken = try system.run("plugins", "new", "csv")

        #expect(packed.status == 0)
        #expect(installed["name"] as? String == "bottle")
        #expect(report["importer"] as? String == "bottle")
        #expect(twice.status == 5 && twice.errors.contains("--replace"))
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(unconfirmed.status != 0)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removedUnused.status == 0, "\(removedUnused.errors)")
        #expect(!FileManager.default.fileExists(atPath: unused))
        #expect(own.status != 0 && own.errors.contains("part of Dayline"))
        #expect(taken.status == 5 && taken.errors.contains("an importer called csv already"))
        #expect(!FileManager.default.fileExists(atPath: "\(system.home)/plugins/bottle"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: system.home)
                .allSatisfy { !$0.hasPrefix(".archive") })
    }

    @Test func `a folder without a usable importer is refused`() throws {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "bottle", "--language", "python")
        let folder = try #require(created["path"] as? String)
        let copy = "\(system.home)/copy"
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        try FileManager.default.createSymbolicLink(
            atPath: "\(copy)/secret", withDestinationPath: "/etc/passwd")
        let damaged = "\(system.home)/damaged.tar"
        try Data("no archive".utf8).write(to: URL(fileURLWithPath: damaged))

        let link = try system.run("plugins", "install", copy, "--replace")
        let empty = try system.run("plugins", "install", system.home)
        let archive = try system.run("plugins", "install", damaged)
        let absent = try system.run("plugins", "install", "/nowhere")

        #expect(link.status != 0 && link.errors.contains("secret"))
        #expect(empty.status != 0 && empty.errors.contains("no plugin.json"))
        #expect(archive.status != 0 && archive.errors.contains("not a readable tar archive"))
        #expect(absent.status != 0 && absent.errors.contains("/nowhere"))
    }

    @Test func `a new Python importer and its test work unchanged`() throws {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "bottle", "--language", "python")
        let folder = try #require(created["path"] as? String)
        let file = "\(system.home)/july.bottle.csv"
        try Data("1767225600000,250\nnonsense\n1767229200000,300\n".utf8)
            .write(to: URL(fileURLWithPath: file))

        let imported = try system.run("--json", "import", file)
        let again = try system.run("--json", "import", file)
        let own = try DaylineSystem.run("/usr/bin/python3", ["\(folder)/test_importer.py"])
        let days = try system.json("days", "dietaryWater", "--zone", "UTC")

        let report = try imported.json()
        #expect(imported.status == 3)
        #expect(report["importer"] as? String == "bottle")
        #expect(report["stored"] as? Int == 2)
        #expect(report["quarantined"] as? Int == 1)
        #expect(try again.json()["duplicate"] as? Int == 2)
        #expect(own.status == 0, "\(own.errors)")
        let totals = try #require(days["days"] as? [[String: Any]])
        #expect(totals.compactMap { $0["sum"] as? Double } == [550])
    }

    @Test func `a new Swift importer is listed once it is built`() throws {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "bottle-log", "--language", "swift")
        let folder = try #require(created["path"] as? String)

        let manifest = try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8)
        let valid = try system.run("plugins", "validate")
        let unbuilt = try system.json("plugins")
        let program = "\(folder)/.build/release/BottleLogImporter"
        try FileManager.default.createDirectory(
            atPath: "\(folder)/.build/release", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(DaylineSystem.programs)/AppleHealthImporter", toPath: program)
        chmod(program, 0o600)
        let closed = try system.json("plugins")
        chmod(program, 0o700)
        let listed = try system.json("plugins")
        let runnable = try system.run("plugins", "validate")

        #expect(runnable.status == 0)
        #expect(runnable.output.hasSuffix("All manifests are valid.\n"))
        #expect(manifest.contains(".executableTarget(name: \"BottleLogImporter\""))
        #expect(manifest.contains(".package(name: \"dayline\", path: "))
        #expect(
            FileManager.default.fileExists(
                atPath: "\(folder)/Sources/BottleLogImporter/BottleLogImporter.swift"))
        #expect(valid.status == 1)
        #expect((valid.output + valid.errors).contains("cannot be run"))
        #expect((unbuilt["problems"] as? [String])?.first?.contains("no such file") == true)
        #expect(
            (closed["problems"] as? [String])?.first?.contains("chmod +x \(program)") == true)
        #expect((listed["problems"] as? [String])?.isEmpty == true)
        let names = (listed["plugins"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names?.contains("bottle-log") == true)
    }

    @Test func `an installed importer reads files that match its name pattern`() throws {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "places")
        let folder = try #require(created["path"] as? String)
        let manifest = URL(fileURLWithPath: "\(folder)/plugin.json")
        try Data(
            try String(contentsOf: manifest, encoding: .utf8)
                .replacingOccurrences(of: "*.places.csv", with: "*.kml").utf8
        ).write(to: manifest)
        let file = "\(system.home)/run.kml"
        try Data("<?xml version=\"1.0\"?>\n<kml></kml>\n".utf8)
            .write(to: URL(fileURLWithPath: file))

        let imported = try system.run("--json", "import", file)

        #expect(try imported.json()["importer"] as? String == "places")
    }

    @Test
    func
        `an invalid number of a Python importer quarantines one line, and an unused zone is reported`()
        throws
    {
        let system = try DaylineSystem()
        try system.run("plugins", "new", "bottle")
        let file = "\(system.home)/july.bottle.csv"
        let lines = ["1767225600000,nan", "1767225600000,250", "1767225600001,-5", "9e30,1"]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))

        let report = try system.run("--json", "import", file, "--zone", "Asia/Tokyo").json()

        #expect(report["stored"] as? Int == 1)
        #expect(report["quarantined"] as? Int == 3)
        let problems = try #require(report["problems"] as? [[String: Any]])
        let reasons = problems.compactMap { $0["reason"] as? String }
        #expect(reasons.contains("its value is not a number"))
        #expect(reasons.contains("its value is negative"))
        #expect(reasons.contains { $0.contains("Asia/Tokyo") })
    }

    @Test func `several exports in a folder are imported only with --all`() throws {
        let system = try DaylineSystem()
        let folder = "\(system.home)/exports"
        for (name, day) in [("a", "2024-01-05"), ("b", "2024-02-06")] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            let date = "\(day) 08:00:00 +0000"
            let text = """
                <?xml version="1.0"?>
                <HealthData>
                 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" \
                startDate="\(date)" endDate="\(date)" value="5"/>
                </HealthData>
                """
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/export.xml"))
        }

        let refused = try system.run("--json", "import", folder)
        let words = try system.run("import", folder)
        let before = try system.json("imports")
        let all = try system.json("import", "--all", folder)

        #expect(refused.status == 5)
        let candidates = try #require(try refused.json()["candidates"] as? [[String: Any]])
        #expect(candidates.compactMap { $0["first"] as? String } == ["2024-01-05", "2024-02-06"])
        #expect(words.output.contains("dayline"))
        #expect(words.output.contains("import \(folder)/b"))
        #expect((before["imports"] as? [Any])?.isEmpty == true)
        let reports = try #require(all["imports"] as? [[String: Any]])
        #expect(reports.compactMap { $0["stored"] as? Int } == [1, 1])
    }

    @Test func `identical files of one command have one table`() throws {
        let system = try DaylineSystem()
        try system.run("plugins", "new", "bottle")
        let files = ["a", "b", "c"].map { "\(system.home)/\($0).bottle.csv" }
        for file in files {
            try Data("1767225600000,250\n".utf8).write(to: URL(fileURLWithPath: file))
        }

        let imported = try system.run("import", files[0], files[1], files[2])

        let lines = imported.output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("dietaryWater") }.count == 1)
        #expect(imported.output.contains("b.bottle.csv: the same bytes as a.bottle.csv"))
        #expect(imported.output.contains("c.bottle.csv: the same bytes as a.bottle.csv"))
    }

    @Test func `a plugin name that is taken or invalid is rejected`() throws {
        let system = try DaylineSystem()
        try system.run("plugins", "new", "bottle")

        let again = try system.run("plugins", "new", "bottle")
        let wrong = try system.run("plugins", "new", "My Bottle")

        #expect(again.status == 5)
        #expect(wrong.status == 2)
    }
}
