import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Edits for the future and edits of all days, and their effect on answers about the past.
@Suite struct EditedPastTests {
    private let monday = TemporaryTracker.monday

    @Test func `cards use the target of each day`() async throws {
        let tracker = try await TemporaryTracker()
        let created = monday.advanced(by: -21)
        try await tracker.add("Pushups", on: created) { ($0.type, $0.target) = (.cumulative, 100) }
        for back in 1...21 { try await tracker.log("Pushups", 50, on: monday.advanced(by: -back)) }

        _ = try await tracker.edit("Pushups", on: monday) { $0.target = 40 }
        let cards = try await tracker.client.call(Statistics.insights, Statistics.AsOfRequest())

        #expect(cards.behind.map(\.rate) == [0])
        #expect(cards.encouragement.targets.isEmpty)
    }

    @Test func `an edit of all days changes past days even if the present has the value`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Swim", on: monday.advanced(by: -14)) { $0.schedule = .weekly([1]) }
        let future = try await tracker.edit("Swim", on: monday) { $0.schedule = .weekly([2]) }

        let all = try await tracker.edit("Swim", on: monday, scope: .all) {
            $0.schedule = .weekly([2])
        }

        #expect(all.revision != future.revision)
        func past() async throws -> [Schedule] {
            let item = try await tracker.client.call(
                Activities.show, Activities.ActivityRequest(name: "Swim"))
            return (item.history ?? []).map(\.configuration.schedule)
        }
        #expect(try await past() == [.weekly([2])])
        let step = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        #expect(step.summary == "edit Swim")
        #expect(try await past() == [.weekly([1])])
    }

    @Test func `an edit of all days without an effect is not recorded`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Swim", on: monday.advanced(by: -14)) { $0.schedule = .weekly([1]) }
        let before = try await tracker.newestChange()

        _ = try await tracker.edit("Swim", on: monday, scope: .all) { $0.schedule = .weekly([1]) }

        #expect(try await tracker.newestChange() == before)
    }

    @Test func `milestones before an interval that was set from a day keep their step`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(
            Weights.add, Weights.AddRequest(weight: 90, unit: .kg, on: monday.advanced(by: -5)))
        _ = try await tracker.client.call(
            Weights.setGoal,
            Weights.SetGoalRequest(weight: 60, unit: .kg, on: monday.advanced(by: -5)))
        let request = Weights.MilestonesRequest(on: monday.advanced(by: -1))
        let before = try await tracker.client.call(Weights.milestones, request)

        _ = try await tracker.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .fifteen, on: monday))

        #expect(try await tracker.client.call(Weights.milestones, request) == before)
        let now = try await tracker.client.call(
            Weights.milestones, Weights.MilestonesRequest(on: monday))
        #expect(now.interval == .fifteen)
    }
}
