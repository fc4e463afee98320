import CivilTime
import Contracts
import RPC
import TestKit
import Testing
import Tracker

/// Tests of an activity with a health link and an edit for later days.
@Suite(.cleanup) struct LinkedDayTests {
    private static let first = CivilDate(days: 20_000)

    /// An activity in kilograms that reads body mass, with three measured days and an edit as of
    /// the third.
    private func entries(
        after change: (inout Activities.Fields) -> Void
    ) async throws -> (entries: [LoggedEntry], problem: String?) {
        let system = try await FoldingSystem(day: Int64(Self.first.days) + 3)
        try await system.addScale(on: Self.first)
        try await system.replaceSamples([80, 81, 82], from: Int64(Self.first.days))
        _ = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
        var fields = Activities.Fields()
        change(&fields)
        _ = try await system.schedule.call(
            Activities.edit,
            Activities.EditRequest(name: "Scale", fields: fields, on: Self.first.advanced(by: 2)))

        let synced = try await system.schedule.call(HealthLinks.sync, HealthLinks.SyncRequest())
        let listing = try await system.schedule.call(
            Entries.list, Entries.ListRequest(activity: "Scale"))
        return (listing.entries.reversed(), synced.activities.first?.problem)
    }

    @Test func `a day is read in the unit that the activity had on it`() async throws {
        let (entries, problem) = try await entries { $0.unit = "lb" }

        #expect(entries.map(\.unit) == ["kg", "kg", "lb"])
        #expect(entries.prefix(2).map(\.value) == [80, 81])
        #expect(abs(try #require(entries.last?.value) - 82 / 0.45359237) < 1e-9)
        #expect(problem == nil)
    }

    @Test func `an unknown unit is reported, and the days before it are still read`()
        async throws
    {
        let (entries, problem) = try await entries { $0.unit = "km" }

        #expect(entries.map(\.unit) == ["kg", "kg", "km"])
        #expect(entries.map(\.value) == [80, 81, 82])
        #expect(
            problem == "\"Scale\" is kept in km on \(Self.first.advanced(by: 2)), "
                + "and kg cannot be converted to that unit.")
    }
}
