import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Edits for the future do not change answers as of an earlier day.
@Suite struct PastAnswerTests {
    private let created = TemporaryTracker.monday.advanced(by: -9)
    private let edited = TemporaryTracker.monday.advanced(by: -4)
    private var before: CivilDate { edited.advanced(by: -1) }

    /// A change of each field of a configuration.
    private static let changes: [@Sendable (inout Activities.Fields) -> Void] = [
        { $0.unit = "lb" }, { $0.unit = "ml" }, { $0.without = [.unit] }, { $0.mode = .average },
        { $0.type = .value }, { $0.type = .cumulative }, { $0.type = .checkbox },
        { $0.type = .metric }, { $0.type = .answer }, { $0.target = 50 },
        { $0.without = [.target] },
        { $0.minimum = -5 }, { $0.maximum = 900 }, { $0.slots = [.morning, .evening] },
        { $0.schedule = .weekly([1]) }, { $0.carryForward = true }, { $0.isPassive = true },
        { $0.health = "bodyMass" },
    ]

    private func answers(_ client: Client) async throws -> [String] {
        let bars = try await client.call(
            Statistics.bars, Statistics.BarsRequest(activity: "A", range: "month", on: before))
        let goal = try await client.call(Goals.show, Goals.GoalRequest(goal: "Fit", on: before))
        let insights = try await client.call(
            Statistics.insights, Statistics.AsOfRequest(on: before))
        return ["\(bars)", "\(goal)", "\(insights)"]
    }

    private func tracker(_ type: ActivityType) async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("A", on: created) {
            $0.type = type
            if type != .checkbox { $0.unit = "kg" }
        }
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Fit", on: created))
        for back in [2, 1, 0] {
            let value = type == .checkbox ? nil : 80 + Double(back)
            try await tracker.log("A", value, on: before.advanced(by: -back))
        }
        return tracker
    }

    @Test(arguments: [ActivityType.cumulative, .value, .checkbox], changes.indices)
    func `bars, goals and cards as of a day before an edit are unchanged`(
        type: ActivityType, change: Int
    ) async throws {
        let tracker = try await tracker(type)
        let isNumber = type != .checkbox
        _ = try await tracker.client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: "A", role: isNumber ? .metric : .activity,
                baseline: isNumber ? 85 : nil, target: isNumber ? 75 : nil, on: created))
        let earlier = try await answers(tracker.client)

        _ = try? await tracker.edit("A", on: edited, Self.changes[change])

        #expect(try await answers(tracker.client) == earlier)
    }

    @Test func `a pause does not change a goal as of an earlier day`() async throws {
        let tracker = try await tracker(.checkbox)
        _ = try await tracker.client.call(
            Goals.link, Goals.LinkRequest(goal: "Fit", activity: "A", role: .activity, on: created))
        let earlier = try await answers(tracker.client)

        _ = try await tracker.client.call(
            Activities.pause, Activities.ActivityRequest(name: "A", on: edited))

        #expect(try await answers(tracker.client) == earlier)
    }

    @Test func `a goal is shown in the present unit after an edit of the unit`() async throws {
        let tracker = try await tracker(.value)
        _ = try await tracker.client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: "A", role: .metric, baseline: 90, target: 70, on: created))

        try await tracker.edit("A", on: edited) { $0.unit = "g" }

        let metric = try #require(
            try await tracker.client.call(Goals.show, Goals.GoalRequest(goal: "Fit")).goal.metrics
                .first)
        #expect(metric.unit == "g")
        #expect([metric.baseline, metric.latest, metric.target] == [90_000, 80_000, 70_000])
        #expect(metric.progress == 0.5)
        let bars = try await tracker.client.call(
            Statistics.bars, Statistics.BarsRequest(activity: "A", range: "month"))
        #expect(bars.low == 80_000)
        #expect(bars.high == 82_000)
    }

    @Test func `days before an activity was created have no bar`() async throws {
        let tracker = try await tracker(.checkbox)

        let bars = try await tracker.client.call(
            Statistics.bars,
            Statistics.BarsRequest(activity: "A", range: "week", on: created.advanced(by: 1)))

        #expect(bars.bars.map(\.value) == [nil, nil, nil, nil, nil, 0, 0])
    }
}
