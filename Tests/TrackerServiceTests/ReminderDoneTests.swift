import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ReminderDoneTests {
    private let monday = TemporaryTracker.monday

    private func completionDay(_ world: TemporaryTracker, on day: CivilDate?) async throws
        -> CivilDate?
    {
        try await world.client.call(
            Activities.list, Activities.ListRequest(reminders: true, on: day)
        ).activities.first?.doneOn
    }

    @Test func `a reminder that stays is listed with the day it was done`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Call mum", on: monday.advanced(by: -3)) { $0.schedule = .sticky }
        let before = try await completionDay(world, on: nil)

        try await world.log("Call mum", on: monday.advanced(by: -1))

        #expect(before == nil)
        #expect(try await completionDay(world, on: nil) == monday.advanced(by: -1))
        #expect(try await completionDay(world, on: monday.advanced(by: -2)) == nil)
        let shown = try await world.client.call(
            Activities.show, Activities.ActivityRequest(name: "Call mum"))
        #expect(shown.doneOn == monday.advanced(by: -1))
    }

    @Test func `a reminder for a day is done on it, and an activity is never done for good`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Taxes") { $0.schedule = .adhoc(TemporaryTracker.monday) }
        try await world.add("Floss")

        try await world.log("Taxes")
        try await world.log("Floss")

        #expect(try await completionDay(world, on: nil) == monday)
        let floss = try await world.client.call(
            Activities.show, Activities.ActivityRequest(name: "Floss"))
        #expect(floss.doneOn == nil)
    }
}
