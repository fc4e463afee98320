import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Edits for the future and edits of all days, and the answers about the past beside them.
@Suite struct EditedPastTests {
    private let monday = TemporaryTracker.monday

    private func edit(
        _ world: TemporaryTracker, _ name: String, scope: EditScope = .future,
        _ change: (inout Activities.Fields) -> Void
    ) async throws -> Activities.Item {
        var fields = Activities.Fields()
        change(&fields)
        return try await world.client.call(
            Activities.edit,
            Activities.EditRequest(name: name, fields: fields, scope: scope, on: monday))
    }

    @Test func `cards judge each day by the target that it had`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let created = monday.advanced(by: -21)
        try await world.add("Pushups", on: created) { ($0.type, $0.target) = (.cumulative, 100) }
        for back in 1...21 { try await world.log("Pushups", 50, on: monday.advanced(by: -back)) }

        _ = try await edit(world, "Pushups") { $0.target = 40 }
        let cards = try await world.client.call(Statistics.insights, Statistics.AsOfRequest())

        #expect(cards.behind.map(\.rate) == [0])
        #expect(cards.encouragement.targets.isEmpty)
    }

    @Test func `an edit of all days reaches the past where the present has the value already`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Swim", on: monday.advanced(by: -14)) { $0.schedule = .weekly([1]) }
        let future = try await edit(world, "Swim") { $0.schedule = .weekly([2]) }

        let all = try await edit(world, "Swim", scope: .all) { $0.schedule = .weekly([2]) }

        #expect(all.revision != future.revision)
        func past() async throws -> [Schedule] {
            let item = try await world.client.call(
                Activities.show, Activities.ActivityRequest(name: "Swim"))
            return (item.history ?? []).map(\.configuration.schedule)
        }
        #expect(try await past() == [.weekly([2])])
        let step = try await world.client.call(Journal.undo, Empty())
        #expect(step.summary == "edit Swim")
        #expect(try await past() == [.weekly([1])])
    }

    @Test func `an edit of all days that changes no day and no look is not recorded`() async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Swim", on: monday.advanced(by: -14)) { $0.schedule = .weekly([1]) }
        let before = try await world.newestChange()

        _ = try await edit(world, "Swim", scope: .all) { $0.schedule = .weekly([1]) }

        #expect(try await world.newestChange() == before)
    }

    @Test func `milestones before an interval that was set from a day keep their step`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.client.call(
            Weights.add, Weights.AddRequest(weight: 90, unit: .kg, on: monday.advanced(by: -5)))
        _ = try await world.client.call(
            Weights.setGoal,
            Weights.SetGoalRequest(weight: 60, unit: .kg, on: monday.advanced(by: -5)))
        let ask = Weights.MilestonesRequest(on: monday.advanced(by: -1))
        let before = try await world.client.call(Weights.milestones, ask)

        _ = try await world.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .fifteen, on: monday))

        #expect(try await world.client.call(Weights.milestones, ask) == before)
        let now = try await world.client.call(
            Weights.milestones, Weights.MilestonesRequest(on: monday))
        #expect(now.interval == .fifteen)
    }
}
