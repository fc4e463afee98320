import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ReminderDoneTests {
    private let monday = TemporaryTracker.monday

    private func completionDay(_ tracker: TemporaryTracker, on day: CivilDate?) async throws
        -> CivilDate?
    {
        try await tracker.client.call(
            Activities.list, Activities.ListRequest(reminders: true, on: day)
        ).activities.first?.doneOn
    }

    @Test func `a sticky reminder is listed with the day it was done`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Call mum", on: monday.advanced(by: -3)) { $0.schedule = .sticky }
        let before = try await completionDay(tracker, on: nil)

        try await tracker.log("Call mum", on: monday.advanced(by: -1))

        #expect(before == nil)
        #expect(try await completionDay(tracker, on: nil) == monday.advanced(by: -1))
        #expect(try await completionDay(tracker, on: monday.advanced(by: -2)) == nil)
        let shown = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Call mum"))
        #expect(shown.doneOn == monday.advanced(by: -1))
    }

    @Test func `a reminder for a day is done on that day, and an activity has no such day`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Taxes") { $0.schedule = .adhoc(TemporaryTracker.monday) }
        try await tracker.add("Floss")

        try await tracker.log("Taxes")
        try await tracker.log("Floss")

        #expect(try await completionDay(tracker, on: nil) == monday)
        let floss = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Floss"))
        #expect(floss.doneOn == nil)
    }
}
