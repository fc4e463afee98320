import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// The tracker in a week, month or year beside the period before.
@Suite struct PeriodTests {
    private let monday = TemporaryTracker.monday

    private func period(
        _ tracker: TemporaryTracker, _ name: String = "week", on day: CivilDate
    ) async throws -> Statistics.PeriodResponse {
        try await tracker.client.call(
            Statistics.period, Statistics.PeriodRequest(period: name, on: day))
    }

    @Test func `rates, days and averages are those of the period and the one before`()
        async throws
    {
        let thursday = monday.advanced(by: 3)
        let tracker = try await TemporaryTracker(today: thursday)
        try await tracker.add("Floss", on: monday.advanced(by: -7))
        try await tracker.add("Water", on: monday.advanced(by: -7)) {
            ($0.type, $0.target, $0.unit) = (.cumulative, 1000, "ml")
        }
        for offset in [-7, -6, 0, 1] {
            try await tracker.log("Floss", on: monday.advanced(by: offset))
        }
        try await tracker.log("Water", 500, on: monday.advanced(by: -1))
        try await tracker.log("Water", 1000, on: monday)
        try await tracker.log("Water", 1500, on: monday.advanced(by: 1))

        let week = try await period(tracker, on: thursday)

        #expect(week.from == monday && week.to == monday.advanced(by: 6))
        #expect(week.through == thursday)
        #expect(week.previous.from == monday.advanced(by: -7))
        #expect(week.previous.to == monday.advanced(by: -1))
        #expect(week.days.map(\.rate) == [1, 1, 0, 0])
        let floss = try #require(week.activities.first { $0.name == "Floss" })
        // Thursday is not over, so that three days were expected.
        #expect(floss.rate == 2.0 / 3 && floss.previousRate == 2.0 / 7)
        #expect([floss.completed, floss.missed, floss.skipped] == [2, 1, 0])
        #expect(floss.streak == Journal.Streak(current: 0, longest: 2))
        #expect(floss.average == nil)
        let water = try #require(week.activities.first { $0.name == "Water" })
        #expect(water.average == 1250 && water.previousAverage == 500)
        #expect(water.unit == "ml" && water.previousRate == 0)
    }

    @Test func `activities of later days, reminders and untouched ones are left out`() async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Later", on: monday)
        try await tracker.add("Call", on: monday.advanced(by: -3)) { $0.schedule = .sticky }
        try await tracker.add("Floss", on: monday.advanced(by: -3))

        let week = try await period(tracker, on: monday.advanced(by: -1))

        #expect(week.activities.map(\.name) == ["Floss"])
    }

    @Test(arguments: [
        ("week", "2025-12-29", "2026-01-04", "2025-12-22", "2025-12-28"),
        ("month", "2026-01-01", "2026-01-31", "2025-12-01", "2025-12-31"),
        ("year", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"),
    ])
    func `the period contains the day, and the one before has whole days`(
        name: String, from: String, to: String, before: String, last: String
    ) async throws {
        let tracker = try await TemporaryTracker()

        let period = try await period(tracker, name, on: try #require(CivilDate("2026-01-02")))

        #expect([period.from, period.to].map(\.description) == [from, to])
        #expect(
            [period.previous.from, period.previous.to].map(\.description) == [before, last])
        #expect(period.days.last?.date.description == "2026-01-02")
    }

    @Test func `milestones are those that were reached in the period`() async throws {
        let tracker = try await TemporaryTracker()
        func weigh(_ weight: Double, _ day: Int) async throws {
            _ = try await tracker.client.call(
                Weights.add,
                Weights.AddRequest(
                    weight: weight, unit: .kg, on: monday.advanced(by: day), future: true))
        }
        try await weigh(90, -9)
        _ = try await tracker.client.call(
            Weights.setGoal,
            Weights.SetGoalRequest(weight: 80, unit: .kg, start: 90, on: monday.advanced(by: -9)))
        try await weigh(87.9, -1)

        let lastWeek = try await period(tracker, on: monday.advanced(by: -1))
        let thisWeek = try await period(tracker, on: monday)

        #expect(lastWeek.milestones.map(\.target) == [88])
        #expect(lastWeek.milestones.map(\.date) == [monday.advanced(by: -1)])
        #expect(thisWeek.milestones.isEmpty)
    }

    @Test func `goals have the consistency and progress of the period and the one before`()
        async throws
    {
        let tracker = try await TemporaryTracker(today: monday.advanced(by: 2))
        let start = monday.advanced(by: -7)
        try await tracker.add("Floss", on: start)
        try await tracker.add("Weight", on: start) { ($0.type, $0.unit) = (.value, "kg") }
        _ = try await tracker.client.call(
            Goals.add,
            Goals.AddRequest(title: "Fit", deadline: monday.advanced(by: 9), on: start))
        _ = try await tracker.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: "Floss", role: .activity))
        _ = try await tracker.client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: "Weight", role: .metric, baseline: 90, target: 80))
        for offset in [-7, 0, 1] { try await tracker.log("Floss", on: monday.advanced(by: offset)) }
        try await tracker.log("Weight", 88, on: monday.advanced(by: -1))
        try await tracker.log("Weight", 85, on: monday.advanced(by: 1))

        let week = try await period(tracker, on: monday.advanced(by: 2))
        let lastWeek = try await period(tracker, on: monday.advanced(by: -1))

        let goal = try #require(week.goals.first)
        #expect(week.goals.count == 1 && goal.title == "Fit" && !goal.paused)
        #expect(goal.daysLeft == 7)
        // Wednesday is not over, so that two days were expected.
        #expect(goal.consistency == 1 && goal.previousConsistency == 1.0 / 7)
        let metric = try #require(goal.metrics.first)
        #expect([metric.baseline, metric.latest, metric.target] == [90, 85, 80])
        #expect(metric.unit == "kg")
        #expect(metric.progress == 0.5 && metric.previousProgress == 0.2)
        let earlier = try #require(lastWeek.goals.first)
        // As of Sunday, which was not over.
        #expect(earlier.consistency == 1.0 / 6 && earlier.previousConsistency == nil)
        #expect(earlier.metrics.map(\.latest) == [88])
        #expect(earlier.metrics.map(\.previousProgress) == [nil])
    }

    @Test(arguments: ["day", "quarter", "", "Week"])
    func `another period is rejected with the accepted ones`(name: String) async throws {
        let tracker = try await TemporaryTracker()

        let failure = await status { _ = try await self.period(tracker, name, on: self.monday) }

        #expect(failure?.code == .invalidArgument)
        #expect(failure?.hint == "Use week, month, year.")
    }

    @Test(arguments: ["0000-01-01", "9999-12-31"])
    func `a day at the end of the calendar has a period or an error`(day: String) async throws {
        let tracker = try await TemporaryTracker()
        let date = try #require(CivilDate(day))

        for name in ["week", "month", "year"] {
            let failure = await status { _ = try await self.period(tracker, name, on: date) }
            #expect(failure == nil || failure?.code == .invalidArgument)
        }
    }
}
