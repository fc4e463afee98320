import Foundation
import Testing

/// Planning and logging with the commands, through all processes.
@Suite(.serialized) struct JournalTests {
    @Test func `a planned activity is due, logged, counted, undone and explained`() throws {
        let system = try DaylineSystem()
        let monday = "2026-01-05"
        _ = try system.json(
            "activity", "add", "Water", "--target", "2000", "--unit", "ml", "--on", "2026-01-01")
        _ = try system.json(
            "activity", "add", "Floss", "--weekly", "mon,thu", "--on", "2026-01-01")
        _ = try system.json("reminder", "add", "Call mum", "--on", monday)

        let logged = try system.json("log", "water", "1.5", "l", "--on", monday)
        let today = try system.json("today", "--on", monday)
        let streaks = try system.json("streaks", "--on", monday)
        let explained = try system.json("explain", "Floss", "--on", "2026-01-06")
        let undone = try system.json("undo")
        let after = try system.json("today", "--on", monday)
        let redone = try system.run("redo")

        let day = try #require(logged["day"] as? [String: Any])
        #expect(day["total"] as? Double == 1500)
        #expect(day["complete"] as? Bool == false)
        #expect((logged["streak"] as? [String: Any])?["current"] as? Int == 0)
        let slots = try #require(today["slots"] as? [[String: Any]])
        #expect(slots.map { $0["slot"] as? String } == ["allDay", "morning"])
        #expect((today["reminders"] as? [[String: Any]])?.first?["dueOn"] as? String == monday)
        #expect((streaks["streaks"] as? [Any])?.count == 2)
        #expect(explained["verdict"] as? String == "notDue")
        #expect((undone["summary"] as? String)?.hasPrefix("log Water") == true)
        let items = (after["slots"] as? [[String: Any]])?.first?["items"] as? [[String: Any]]
        #expect(try #require(items?.first)["value"] == nil)
        #expect(redone.status == 0)
    }

    @Test func `undo reverts the last step of activities and samples alike`() throws {
        let system = try DaylineSystem()
        let path = "\(system.home)/export.xml"
        try Data(
            """
            <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" \
            unit="kg" startDate="2026-01-05 07:00:00 +0000" endDate="2026-01-05 07:00:00 +0000" \
            value="80"/></HealthData>
            """.utf8
        ).write(to: URL(fileURLWithPath: path))
        _ = try system.json("import", path)
        _ = try system.json("activity", "add", "Floss")
        _ = try system.json("log", "Floss")
        let samples = try system.json("samples", "bodyMass", "--on", "2026-01-05")
        let ref = try #require(
            (samples["samples"] as? [[String: Any]])?.first?["ref"] as? String)
        func weight() throws -> Double? {
            let days = try system.json("days", "bodyMass")["days"] as? [[String: Any]]
            return days?.first?["average"] as? Double
        }
        _ = try system.json("sample", "edit", ref, "81")

        let edited = try weight()
        let first = try system.json("undo")
        let back = try weight()
        let second = try system.json("undo")
        _ = try system.json("redo")
        let third = try system.json("redo")

        #expect(edited == 81)
        #expect((first["summary"] as? String)?.hasPrefix("edit bodyMass of 2026-01-05") == true)
        #expect(back == 80)
        #expect((second["summary"] as? String)?.hasPrefix("log Floss") == true)
        #expect((third["summary"] as? String)?.hasPrefix("edit bodyMass") == true)
        #expect(try weight() == 81)
    }

    private static let invalidArguments: [(arguments: [String], status: Int32)] = [
        (["log", "Flos"], 0), (["log", "Flass"], 1), (["log", "Floss", "3"], 2),
        (["log", "Water", "nan"], 1), (["log", "Water", "5", "kg"], 2),
        (["log", "Floss", "--on", "2026-02-30"], 2),
        (["activity", "add", "floss"], 5), (["activity", "move", "Floss", "--in", "Floss"], 2),
        (["activity", "add", "X", "--weekly", "someday"], 2),
        (["activity", "add", "X", "--daily", "--weekly", "mon"], 2),
        (["reminder", "add", "X", "--target", "3"], 2),
        (["vacation", "add", "2026-02-02..2026-02-01"], 2), (["entry", "delete", "nothing"], 1),
        (["category", "add", "Hygiene"], 5), (["trash", "restore", "nothing"], 1),
        (["redo"], 5),
    ]

    @Test func `invalid arguments are rejected with a message and change nothing`() throws {
        let system = try DaylineSystem()
        _ = try system.json("activity", "add", "Floss")
        _ = try system.json("activity", "add", "Water", "--target", "8", "--unit", "ml")
        let before = try system.json("activity", "list")

        for (arguments, status) in Self.invalidArguments {
            let outcome = try DaylineSystem.run(
                "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
            if status != 0 { #expect(!outcome.errors.isEmpty, "\(arguments)") }
        }

        let after = try system.json("activity", "list")
        #expect(NSDictionary(dictionary: before) == NSDictionary(dictionary: after))
    }
}
