import Foundation
import Testing

/// What is changed about an activity for the future changes no answer as of a day before.
@Suite(.serialized) struct PastTrendTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        _ = try system.json("profile", "zone", "UTC")
    }

    private func answers(_ name: String, on day: String) throws -> [String] {
        try [
            ["trends", name, "--interval", "day", "--on", day],
            ["trends", name, "--interval", "week", "--on", day], ["window", name, "--on", day],
        ].map { command in
            var reply = try system.json(command)
            reply["version"] = nil
            let data = try JSONSerialization.data(withJSONObject: reply, options: .sortedKeys)
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ["--type", "value"], ["--mode", "average"], ["--unit", "l"], ["--type", "checkbox"],
        ["--type", "value", "--unit", "cl"],
    ])
    func `an edit changes nothing about the past`(edit: [String]) throws {
        let name = "Water \(edit.joined())"
        _ = try system.json(
            "activity", "add", name, "--type", "cumulative", "--unit", "ml", "--on", "2026-02-01")
        for (value, day) in [
            ("150", "02-10"), ("200", "03-02"), ("300", "03-02"), ("100", "03-03"),
        ] {
            _ = try system.json("log", name, value, "--on", "2026-\(day)")
        }
        let before = try answers(name, on: "2026-03-04")

        _ = try system.json(["activity", "edit", name] + edit + ["--on", "2026-03-05"])

        #expect(try answers(name, on: "2026-03-04") == before)
    }

    @Test func `earlier numbers are told in the unit of now`() throws {
        _ = try system.json(
            "activity", "add", "Weigh", "--type", "value", "--unit", "kg", "--on", "2026-03-01")
        _ = try system.json("log", "Weigh", "80", "--on", "2026-03-02")
        _ = try system.json("activity", "edit", "Weigh", "--unit", "lb", "--on", "2026-03-05")
        _ = try system.json("log", "Weigh", "176", "--on", "2026-03-06")

        let reply = try system.json("days", "Weigh")

        let days = try #require(reply["days"] as? [[String: Any]])
        let sums = days.compactMap { $0["sum"] as? Double }
        #expect(reply["unit"] as? String == "lb")
        #expect(sums.count == 2)
        #expect(abs((sums.first ?? 0) - 80 / 0.453_592_37) < 1e-9)
        #expect(sums.last == 176)
    }

    @Test func `a day says its own number where there are numbers of another kind since`() throws {
        _ = try system.json(
            "activity", "add", "Coffee", "--type", "cumulative", "--on", "2026-03-01")
        for value in ["2", "3"] {
            _ = try system.json("log", "Coffee", value, "--on", "2026-03-02")
        }
        _ = try system.json("activity", "edit", "Coffee", "--type", "value", "--on", "2026-03-05")
        _ = try system.json("log", "Coffee", "4", "--on", "2026-03-06")

        let reply = try system.json("trends", "Coffee", "--interval", "day", "--on", "2026-03-07")

        let series = try #require(reply["series"] as? [[String: Any]])
        #expect(series.compactMap { $0["averageValue"] as? Double } == [5, 4])
    }

    @Test func `what has no numbers says so, and is no beginning of a metric's name`() throws {
        _ = try system.json("activity", "add", "Mood", "--type", "answer", "--answer", "text")

        let outcome = try system.run("trends", "Mood")

        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("\"Mood\" has no numbers."), "\(outcome.errors)")
        #expect(outcome.errors.contains("entries Mood"), "\(outcome.errors)")
    }
}
