import Foundation
import Testing

/// Goals, weights, files, charts and health links with the command, through all processes.
@Suite(.serialized) struct TrackerCommandTests {
    private static let records = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2026-01-08 12:00:00 +0000"/>
         <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Bottle" unit="mL" \
        creationDate="2026-01-05 09:00:00 +0000" startDate="2026-01-05 09:00:00 +0000" \
        endDate="2026-01-05 09:00:00 +0000" value="400"/>
         <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="Bottle" unit="mL" \
        creationDate="2026-01-06 09:00:00 +0000" startDate="2026-01-06 09:00:00 +0000" \
        endDate="2026-01-06 09:00:00 +0000" value="700"/>
         <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
        creationDate="2026-01-05 07:00:00 +0000" startDate="2026-01-05 07:00:00 +0000" \
        endDate="2026-01-05 07:00:00 +0000" value="81.5"/>
         <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
        creationDate="2026-01-05 20:00:00 +0000" startDate="2026-01-05 20:00:00 +0000" \
        endDate="2026-01-05 20:00:00 +0000" value="82"/>
        </HealthData>
        """

    /// A system with UTC as its time zone, and a folder for files.
    private func systemAndFolder() throws -> (DaylineSystem, String) {
        let system = try DaylineSystem()
        _ = try system.json("profile", "zone", "UTC")
        let folder = NSTemporaryDirectory() + "dl-files-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return (system, folder)
    }

    private func entries(_ system: DaylineSystem, _ name: String) throws -> [[String: Any]] {
        try #require(try system.json("entries", name)["entries"] as? [[String: Any]])
    }

    @Test func `a linked activity reads day totals, and its exported entries are not read back`()
        throws
    {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let export = "\(folder)/export.xml"
        try Self.records.write(toFile: export, atomically: true, encoding: .utf8)
        _ = try system.json(
            "activity", "add", "Water", "--type", "cumulative", "--unit", "ml", "--health",
            "dietaryWater", "--health-mode", "both", "--on", "2026-01-01")
        _ = try system.json(
            "activity", "add", "Weigh-in", "--type", "value", "--unit", "lb", "--health",
            "bodyMass", "--health-mode", "read", "--on", "2026-01-01")
        _ = try system.json("log", "Water", "250", "--on", "2026-01-05")

        _ = try system.json("import", export)
        let water = try entries(system, "Water")
        let weights = try entries(system, "Weigh-in")
        let outbox = "\(folder)/outbox.xml"
        let written = try system.json("health", "outbox", outbox)
        let back = try system.json("import", outbox)
        let again = try system.json("health", "sync")
        let samples = try system.json("samples", "bodyMass", "--on", "2026-01-05")["samples"]
        let last = try #require((samples as? [[String: Any]])?.last?["ref"] as? String)
        _ = try system.json("sample", "edit", last, "81", "kg")
        let corrected = try entries(system, "Weigh-in").compactMap { $0["value"] as? Double }

        let synced = water.filter { $0["source"] as? String == "health" }
        #expect(Set(synced.compactMap { $0["value"] as? Double }) == [400, 700])
        #expect(water.count == 3)
        // The latest sample of the day in the activity's unit.
        #expect(weights.count == 1)
        let pounds = try #require(weights[0]["value"] as? Double)
        #expect(abs(pounds - 82 / 0.45359237) < 1e-9)
        #expect(corrected.count == 1)
        #expect(abs(corrected[0] - 81 / 0.45359237) < 1e-9)
        #expect(written["entries"] as? Int == 1)
        #expect(back["stored"] as? Int == 1)
        let results = try #require(again["activities"] as? [[String: Any]])
        #expect(results.allSatisfy { $0["added"] as? Int == 0 && $0["updated"] as? Int == 0 })
        #expect(try entries(system, "Water").count == 3)
    }

    @Test func `a synced entry is removed with its samples, an imported entry stays`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (export, journal) = ("\(folder)/export.xml", "\(folder)/journal.json")
        try Self.records.write(toFile: export, atomically: true, encoding: .utf8)
        let document = """
            {"version":"1.0","activities":[{"id":"w","name":"Weigh-in","typeRaw":"value","unit":"lb",\
            "healthKitTypeID":"bodyMass","healthKitModeRaw":"read",\
            "createdAt":"2026-01-01T00:00:00Z"}],"logs":[{"id":"l","activityID":"w",\
            "date":"2026-01-03T00:00:00Z","statusRaw":"completed","value":180,"source":"healthkit"}]}
            """
        try document.write(toFile: journal, atomically: true, encoding: .utf8)
        _ = try system.json("import", journal, "--as", "dayline-json", "--zone", "UTC")
        _ = try system.json("import", export)
        #expect(try entries(system, "Weigh-in").count == 2)

        let samples = try system.json("samples", "bodyMass", "--on", "2026-01-05")["samples"]
        for sample in try #require(samples as? [[String: Any]]) {
            _ = try system.json("sample", "delete", try #require(sample["ref"] as? String))
        }
        let remaining = try entries(system, "Weigh-in").compactMap { $0["date"] as? String }
        let undone = try system.json("undo")["summary"] as? String
        let restored = try entries(system, "Weigh-in").compactMap { $0["date"] as? String }
        _ = try system.json("health", "sync")

        #expect(remaining == ["2026-01-03"])
        #expect(undone?.contains("bodyMass") == true)
        #expect(restored == ["2026-01-05", "2026-01-03"])
        #expect(
            try entries(system, "Weigh-in").compactMap { $0["date"] as? String } == restored)
    }

    @Test func `the weight log reads samples once weightHealth is set`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let export = "\(folder)/export.xml"
        try Self.records.write(toFile: export, atomically: true, encoding: .utf8)
        func weights() throws -> [[String: Any]] {
            try #require(try system.json("weight", "list")["weights"] as? [[String: Any]])
        }

        _ = try system.json("import", export)
        let off = try system.run("weight", "list")
        _ = try system.json("settings", "set", "weightHealth", "read")
        let on = try system.run("weight", "trend")
        let synced = try system.json("health", "sync")
        let read = try weights()
        let samples = try system.json("samples", "bodyMass", "--on", "2026-01-05")["samples"]
        let last = try #require((samples as? [[String: Any]])?.last?["ref"] as? String)
        _ = try system.json("sample", "edit", last, "81", "kg")
        let corrected = try weights().compactMap { $0["weight"] as? Double }
        let refused = try system.run("settings", "set", "weightHealth", "write")

        #expect(off.errors.contains(" settings set weightHealth read"))
        #expect(on.errors.contains(" health sync"))
        #expect((synced["weight"] as? [String: Any])?["added"] as? Int == 1)
        #expect(read.map { $0["source"] as? String } == ["health"])
        #expect(read.map { $0["weight"] as? Double } == [82])
        #expect(corrected == [81])
        #expect(refused.status == 2)
    }

    @Test func `charts are written as SVG, PNG and CSV, readable by their owner only`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try system.json("activity", "add", "Run", "--on", "2026-01-01")
        _ = try system.json("log", "Run", "--on", "2026-01-05")
        let export = "\(folder)/export.xml"
        try Self.records.write(toFile: export, atomically: true, encoding: .utf8)
        _ = try system.json("import", export)
        _ = try system.json("annotation", "add", "A new bottle", "--on", "2026-01-06")
        for (day, weight) in [("05", "82"), ("06", "81.2"), ("07", "80.9")] {
            _ = try system.json("weight", "add", weight, "kg", "--on", "2026-01-\(day)")
        }
        _ = try system.json("weight", "goal", "75", "kg", "--on", "2026-01-05")

        for (index, command) in [
            ["heatmap", "--on", "2026-01-06"], ["streaks", "--on", "2026-01-06"],
            ["weight", "trend", "--on", "2026-01-08"], ["milestones", "--on", "2026-01-08"],
            ["bars", "Run", "--on", "2026-01-06"], ["recovery", "--on", "2026-01-08"],
            ["window", "dietaryWater", "--on", "2026-01-08"],
            ["chart", "dietaryWater", "--with", "bodyMass", "--on", "2026-01-08"],
        ].enumerated() {
            let (svg, png, csv) = (
                "\(folder)/\(index).svg", "\(folder)/\(index).png", "\(folder)/\(index).csv"
            )
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline",
                ["--home", system.home] + command + ["--svg", svg, "--png", png, "--csv", csv])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("role=\"img\""))
            let bytes = try Data(contentsOf: URL(filePath: png))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try !String(contentsOfFile: csv, encoding: .utf8).isEmpty)
            let mode = try FileManager.default.attributesOfItem(atPath: png)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func `a calendar is exported, and clear can be undone`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try system.json("activity", "template", "morning", "--on", "2026-01-01")
        let calendar = "\(folder)/plans.ics"

        let exported = try system.json("export", calendar)
        let unconfirmed = try system.run("clear")
        _ = try system.json("clear", "--yes")
        let empty = try system.run("export", calendar)
        _ = try system.json("undo")
        let again = try system.json("export", calendar)

        #expect(exported["entries"] as? Int == 1)
        #expect(unconfirmed.status == 2)
        #expect(empty.status == 5)
        #expect(again["entries"] as? Int == 1)
        #expect(
            try String(contentsOfFile: calendar, encoding: .utf8)
                .contains("SUMMARY:Morning routine\r\n"))
    }

    @Test func `a negative value is valid only within the activity's range`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try system.json(
            "activity", "add", "Balance", "--type", "value", "--min", "-10", "--on", "2026-01-01")
        _ = try system.json("activity", "add", "Water", "--target", "8", "--on", "2026-01-01")

        let below = try system.json("log", "Balance", "-5", "--on", "2026-01-05")
        let refused = try system.run("log", "Water", "-5", "--on", "2026-01-05")
        let tooMuch = try system.run("log", "Water", "1e400", "--on", "2026-01-05")
        let none = try system.run("log", "Water", "nan", "--on", "2026-01-05")
        let byBus = try system.run(
            "call", "dayline.tracker.Journal/Log", "{\"activity\":\"Water\",\"value\":1e400}")

        #expect((below["entry"] as? [String: Any])?["value"] as? Double == -5)
        #expect(refused.status == 2)
        #expect(refused.errors.hasPrefix("-5 is too little for \"Water\""))
        #expect(refused.errors.contains(" activity edit Water --min -5"))
        // A word that begins like an amount is not taken for the name of an activity.
        let statuses: [Int32] = [2, 1, 2]
        for (outcome, status) in zip([tooMuch, none, byBus], statuses) {
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(!outcome.errors.isEmpty)
        }
        #expect(try entries(system, "Water").isEmpty)
    }

    private static let invalidArguments: [([String], Int32)] = [
        (["weight", "add", "-5", "kg"], 2), (["weight", "add", "5000", "kg"], 2),
        (["milestones"], 5), (["goal", "show", "Nothing"], 1),
        (["goal", "add", "Late", "--deadline", "2026-02-30"], 2),
        (["import", "/nowhere.json", "--as", "dayline-json"], 1),
        (["import", "/nowhere.json", "--replace"], 2),
    ]

    @Test func `invalid use ends with a message and its exit status`() throws {
        let (system, folder) = try systemAndFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }

        for (arguments, status) in Self.invalidArguments {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)

            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            #expect(!outcome.errors.isEmpty, "\(arguments)")
        }
    }
}
