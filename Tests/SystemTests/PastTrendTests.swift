import Foundation
import Testing

/// Days and trends of activities whose unit, type or values have changed.
@Suite(.serialized) struct PastTrendTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
        _ = try system.json("profile", "zone", "UTC")
    }

    @Test func `earlier values are converted to the current unit`() throws {
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

    @Test func `a day total keeps its aggregation after the activity's type has changed`() throws {
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

    @Test func `the trend of a container is an error and not a prefix match of a metric`() throws {
        _ = try system.json("activity", "add", "Con", "--type", "container")

        let outcome = try system.run("trends", "Con")

        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("\"Con\" has no numbers."), "\(outcome.errors)")
        #expect(outcome.errors.contains("bars Con"), "\(outcome.errors)")
    }

    @Test func `a trend of answers has the latest answer of each interval`() throws {
        _ = try system.json(
            "activity", "add", "Mood", "--type", "answer", "--options", "good,fair,bad",
            "--on", "2026-03-01")
        for (answer, day) in [("bad", "02"), ("fair", "02"), ("good", "09"), ("bad", "10")] {
            _ = try system.json("log", "Mood", answer, "--on", "2026-03-\(day)")
        }

        let reply = try system.json("trends", "Mood", "--interval", "day", "--on", "2026-03-11")

        let series = try #require(reply["series"] as? [[String: Any]])
        #expect(series.map { $0["latest"] as? String } == ["fair", "good", "bad"])
        #expect(
            series.map { $0["latestAt"] as? String } == ["2026-03-02", "2026-03-09", "2026-03-10"])
        #expect(series.allSatisfy { $0["averageValue"] == nil && $0["sum"] == nil })
        let table = try system.run("trends", "Mood", "--on", "2026-03-11")
        #expect(table.output.contains("fair"), "\(table.output)")
        let window = try system.run("window", "Mood")
        #expect(window.status != 0)
        #expect(window.errors.contains("trends Mood"), "\(window.errors)")
    }
}
