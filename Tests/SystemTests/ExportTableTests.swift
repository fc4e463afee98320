import Foundation
import Testing

/// `dayline export` of all data of a profile.
@Suite(.serialized) struct ExportTableTests {
    @Test func `exported samples and days are read by the CSV importer without a mapping`() throws {
        let system = try DaylineSystem()
        let export = try GeneratedExport(days: 20, seed: 5, density: 0.2)
        defer { export.remove() }
        try system.run("import", export.zip)
        let folder = "\(system.home)/tables"
        let written = try system.json("export", "--csv", folder)
        for name in ["samples", "days"] { try system.run("profile", "add", name, "--zone", "UTC") }

        for name in ["samples", "days"] {
            let report = try system.run("--profile", name, "import", "\(folder)/\(name).csv")
            #expect(report.status == 0, "\(report.output) \(report.errors)")
        }
        let expected = try system.json("days", "stepCount", "--zone", "UTC")
        let samples = try system.json("--profile", "samples", "days", "stepCount")
        let days = try system.json("--profile", "days", "days", "stepCount")

        let rows = try #require(written["rows"] as? [String: Int])
        #expect(rows["samples"] ?? 0 > 1000)
        func sums(_ answer: [String: Any]) -> [Double] {
            (answer["days"] as? [[String: Any]] ?? []).compactMap { $0["sum"] as? Double }
        }
        #expect(zip(sums(expected), sums(samples)).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(sums(expected).count == sums(samples).count)
        let local = sums(try system.json("days", "stepCount"))
        #expect(zip(local, sums(days)).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(local.count == sums(days).count)
    }

    @Test func `lines and a database have the same rows`() throws {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", "Floss", "--on", "2026-01-01")
        _ = try system.json("log", "Floss", "--on", "2026-01-05..2026-01-06")
        _ = try system.json("weight", "add", "81.2", "kg", "--on", "2026-01-06")

        let lines = try system.run("export", "--jsonl", "-")
        let database = try system.json("export", "--sqlite", "\(system.home)/days.db")
        let late = try system.json(
            "export", "--sqlite", "\(system.home)/late.db", "--from", "2026-01-06")

        #expect(lines.status == 0, "\(lines.errors)")
        let tables = try lines.output.split(separator: "\n").map { line in
            let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require(row?["table"] as? String)
        }
        let rows = try #require(database["rows"] as? [String: Int])
        #expect(
            rows.filter { $0.value > 0 } == Dictionary(tables.map { ($0, 1) }, uniquingKeysWith: +))
        #expect(rows["entries"] == 2)
        #expect((late["rows"] as? [String: Int])?["entries"] == 1)
    }

    @Test func `entered weights and steps of days are observations of FHIR`() throws {
        let system = try DaylineSystem()
        let export = try GeneratedExport(days: 3, seed: 5, density: 0.2)
        defer { export.remove() }
        try system.run("import", export.zip)
        _ = try system.json("weight", "add", "181.2", "lb", "--on", "2026-01-06")

        let stream = try system.run("export", "--fhir", "-")
        let late = try system.json(
            "export", "--fhir", "\(system.home)/late.json", "--from", "2026-01-06", "--to",
            "2026-01-06")

        #expect(stream.status == 0, "\(stream.errors)")
        let bundle = try JSONSerialization.jsonObject(with: Data(stream.output.utf8))
        let entries = try #require((bundle as? [String: Any])?["entry"] as? [[String: Any]])
        let quantities = entries.compactMap { entry in
            (entry["resource"] as? [String: Any])?["valueQuantity"] as? [String: Any]
        }
        let units = Dictionary(grouping: quantities) { $0["code"] as? String ?? "" }
        #expect(units["[lb_av]"]?.first?["value"] as? Double == 181.2)
        #expect(units["/d"]?.count ?? 0 >= 3)
        #expect(stream.errors.contains("observations"))
        #expect(late["observations"] as? Int == 1)
    }

    @Test func `an export without a destination or with two is a usage error`() throws {
        let system = try DaylineSystem()

        let none = try system.run("export")
        let two = try system.run("export", "days.json", "--sqlite", "days.db")
        let stream = try system.run("export", "--sqlite", "-")
        let folder = try system.run("export", "--sqlite", "/nowhere/days.db")

        #expect([none.status, two.status] == [2, 2])
        #expect(none.errors.contains("exactly one destination"))
        #expect(stream.status != 0 && stream.errors.contains("--sqlite days.db"))
        #expect(folder.status != 0 && folder.errors.contains("/nowhere"))
    }

    @Test func `the route of a workout is read back from GPX`() throws {
        let system = try DaylineSystem()
        let export = try GeneratedExport(days: 40, seed: 5, density: 0.2)
        defer { export.remove() }
        try system.run("import", export.zip)
        let workouts = try system.json("workouts")["workouts"] as? [[String: Any]] ?? []
        let routed = try #require(workouts.first { ($0["routes"] as? [Any])?.isEmpty == false })
        let id = try #require(routed["id"] as? String)
        let file = "\(system.home)/run.gpx"

        let written = try system.json("export", file, "--gpx", id)
        let missing = try system.run("export", file, "--gpx", "none")
        try system.run("profile", "add", "copy", "--zone", "UTC")
        try system.run("--profile", "copy", "import", file)
        let copies =
            try system.json("--profile", "copy", "workouts")["workouts"] as? [[String: Any]]

        let before = try system.json("workouts")["workouts"] as? [[String: Any]]
        try system.run("import", file)
        let after = try system.json("workouts")["workouts"] as? [[String: Any]]

        #expect(after?.count == before?.count)
        #expect(copies?.first?["type"] as? String == routed["type"] as? String)
        #expect(copies?.first?["source"] as? String == routed["source"] as? String)
        #expect(written["points"] as? Int ?? 0 > 1)
        #expect(missing.status != 0)
        #expect(copies?.count == 1)
        #expect((copies?.first?["routes"] as? [Any])?.isEmpty == false)
    }
}
