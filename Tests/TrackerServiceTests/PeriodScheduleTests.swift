import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Activities that are judged by the week or month, and by a limit.
@Suite struct PeriodScheduleTests {
    private let monday = TemporaryTracker.monday

    @Test func `an activity of n times a week is listed as optional with its period`() async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Gym", on: monday) {
            $0.schedule = .times(3, per: .week(startingOn: nil))
        }

        let logged = try await tracker.log("Gym", on: monday)
        let today = try await tracker.today(monday.advanced(by: 1))

        #expect(logged.streak == Journal.Streak(current: 0, longest: 0, unit: .week))
        #expect(logged.notDue == nil)
        #expect(today.slots.isEmpty && today.progress == 1)
        #expect(today.optional.map(\.name) == ["Gym"])
        let period = try #require(today.optional.first?.period)
        #expect(
            period
                == Journal.Period(from: monday, to: monday.advanced(by: 6), done: 1, needed: 3))
        let explained = try await tracker.client.call(
            Journal.explain, Journal.ExplainRequest(activity: "Gym", on: monday.advanced(by: 1)))
        #expect(explained.verdict == "optional")
    }

    @Test func `the week start is stored with the schedule`() async throws {
        let tracker = try await TemporaryTracker()
        let times = Schedule.times(3, per: .week(startingOn: nil))
        let added = try await tracker.add("Gym") { $0.schedule = times }
        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.weekStart, value: "sunday"))

        let edited = try await tracker.edit("Gym") {
            $0.schedule = .times(4, per: .week(startingOn: nil))
        }
        let later = try await tracker.add("Run") { $0.schedule = times }

        #expect(added.schedule == .times(3, per: .week(startingOn: .monday)))
        #expect(edited.schedule == .times(4, per: .week(startingOn: .monday)))
        #expect(later.schedule == .times(3, per: .week(startingOn: .sunday)))
    }

    @Test func `removing the target removes its period and its direction`() async throws {
        let tracker = try await TemporaryTracker()
        let added = try await tracker.add("Coffee") {
            ($0.target, $0.per, $0.atMost) = (10, .week, true)
        }

        let edited = try await tracker.edit("Coffee") { $0.without = [.target] }

        #expect(added.type == .cumulative && added.per == .week && added.atMost == true)
        #expect(edited.target == nil && edited.per == nil && edited.atMost == nil)
    }

    @Test func `the reply of a log has the limit, and the week or month`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Coffee", on: monday) { ($0.target, $0.atMost) = (2, true) }
        try await tracker.add("Read", on: monday) { ($0.target, $0.per) = (150, .week) }

        let within = try await tracker.log("Coffee", 2, on: monday)
        let exceeded = try await tracker.log("Coffee", 1, on: monday)
        _ = try await tracker.log("Read", 60, on: monday)
        let read = try await tracker.log("Read", 30, on: monday.advanced(by: 1))
        let today = try await tracker.today(monday)
        let heat = try await tracker.client.call(
            Statistics.heatMap,
            Statistics.HeatMapRequest(activity: "Coffee", weeks: 1, on: monday))

        #expect(within.day.atMost == true && within.day.exceeded == nil)
        #expect(exceeded.day.exceeded == true && exceeded.day.total == 3)
        #expect(
            read.day.period
                == Journal.Period(from: monday, to: monday.advanced(by: 6), done: 90, needed: 150))
        let items = today.slots.flatMap(\.items) + today.optional
        #expect(items.filter { $0.exceeded == true }.map(\.name) == ["Coffee"])
        #expect(heat.days.first?.rate == 0 && heat.days.first?.open == nil)
    }

    @Test func `an open day of the heat map is open, not missed`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: monday.advanced(by: -1))

        let heat = try await tracker.client.call(
            Statistics.heatMap, Statistics.HeatMapRequest(weeks: 2, on: monday))

        #expect(heat.days.filter { $0.open == true }.map(\.date) == [monday])
        #expect(heat.days.filter { $0.rate == 0 }.map(\.date) == [monday.advanced(by: -1), monday])
    }
}
