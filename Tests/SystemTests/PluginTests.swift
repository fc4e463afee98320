import Foundation
import Testing

/// An importer of somebody's own, from its first line to its samples.
@Suite struct PluginTests {
    @Test func `a new importer in Python works as it is, and so does its test`() throws {
        let system = try DaylineSystem()
        let made = try system.json("plugins", "new", "bottle", "--language", "python")
        let folder = try #require(made["path"] as? String)
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

    @Test func `a new importer in Swift names its package, and waits to be built`() throws {
        let system = try DaylineSystem()
        let made = try system.json("plugins", "new", "bottle-log", "--language", "swift")
        let folder = try #require(made["path"] as? String)

        let manifest = try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8)
        let valid = try system.run("plugins", "validate")
        let program = "\(folder)/.build/release/BottleLogImporter"
        try FileManager.default.createDirectory(
            atPath: "\(folder)/.build/release", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(DaylineSystem.programs)/AppleHealthImporter", toPath: program)
        let listed = try system.json("plugins")

        #expect(manifest.contains(".executableTarget(name: \"BottleLogImporter\""))
        #expect(manifest.contains(".package(name: \"dayline\", path: "))
        #expect(
            FileManager.default.fileExists(
                atPath: "\(folder)/Sources/BottleLogImporter/BottleLogImporter.swift"))
        #expect(valid.status == 1)
        #expect((valid.output + valid.errors).contains("cannot be run"))
        let names = (listed["plugins"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names?.contains("bottle-log") == true)
    }

    @Test func `a name that is taken, or is none, is refused`() throws {
        let system = try DaylineSystem()
        try system.run("plugins", "new", "bottle")

        let again = try system.run("plugins", "new", "bottle")
        let wrong = try system.run("plugins", "new", "My Bottle")

        #expect(again.status == 5)
        #expect(wrong.status == 2)
    }
}
