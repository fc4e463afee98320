import CivilTime
import Contracts
import Milestones
import RPC
import Testing

@Suite struct WeightTests {
    private let monday = TemporaryTracker.monday
    private let later = TemporaryTracker.monday.advanced(by: 30)

    @discardableResult
    private func weigh(
        _ tracker: TemporaryTracker, _ weight: Double, _ unit: WeightUnit = .lb, day: Int = 0
    ) async throws -> Weights.AddResponse {
        try await tracker.client.call(
            Weights.add,
            Weights.AddRequest(
                weight: weight, unit: unit, on: monday.advanced(by: day), future: true))
    }

    private func progress(_ tracker: TemporaryTracker) async throws -> Weights.MilestonesResponse {
        try await tracker.client.call(Weights.milestones, Weights.MilestonesRequest(on: later))
    }

    private func tracker(goal: Double = 180, _ weights: Double...) async throws -> TemporaryTracker
    {
        let tracker = try await TemporaryTracker()
        for (day, weight) in weights.enumerated() { try await weigh(tracker, weight, day: day) }
        _ = try await tracker.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: goal, unit: .lb, on: monday))
        return tracker
    }

    @Test func `a reached milestone is celebrated once, oldest first, until it is acknowledged`()
        async throws
    {
        let tracker = try await tracker(200)

        let crossed = try await weigh(tracker, 189, day: 1)
        let still = try await weigh(tracker, 188.5, day: 2)
        let next = try await tracker.client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let done = try await tracker.client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let after = try await weigh(tracker, 188, day: 3)

        #expect(crossed.celebration?.target == 195)
        #expect(crossed.celebration?.achievedDate == monday.advanced(by: 1))
        #expect(still.celebration?.target == 195)
        #expect(next.celebration?.target == 190)
        #expect(done.celebration == nil)
        #expect(after.celebration == nil)
        #expect(done.targets.map(\.target) == [195, 190, 185, 180])
        #expect(done.targets.map(\.reached) == [true, true, false, false])
        #expect(done.history.map(\.target) == [195, 190])
    }

    @Test func `a milestone that waits for its celebration keeps the day on which it was reached`()
        async throws
    {
        let tracker = try await tracker(200)
        try await weigh(tracker, 194, day: 1)
        try await weigh(tracker, 189, day: 2)
        try await weigh(tracker, 187, day: 3)

        let waiting = try await progress(tracker)
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let acknowledged = try await progress(tracker)

        let days = [1, 2].map { monday.advanced(by: $0) }
        #expect(waiting.targets.map(\.achievedDate) == days + [nil, nil])
        #expect(waiting.history.map(\.target) == [195])
        #expect(acknowledged.targets.map(\.achievedDate) == days + [nil, nil])
        #expect(acknowledged.celebration?.achievedDate == days[1])
    }

    @Test func `another interval records reached targets silently and keeps all records`()
        async throws
    {
        let tracker = try await tracker(200)
        try await weigh(tracker, 194, day: 1)
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))

        let ten = try await tracker.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: later))
        try await weigh(tracker, 184, day: 2)
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let five = try await tracker.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .five, on: later))

        #expect(ten.targets.map(\.target) == [190, 180])
        #expect(ten.intervalLabel == "10 lb")
        #expect(five.celebration == nil)
        #expect(five.history.map(\.target) == [195, 190, 185])
        #expect(five.history.allSatisfy { $0.celebrationShown })
    }

    @Test func `another unit records reached targets silently`() async throws {
        let tracker = try await tracker(200)
        try await weigh(tracker, 185.5, day: 1)
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        _ = try await tracker.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))

        let kilograms = try await tracker.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, on: later))
        let next = try await weigh(tracker, 83.9, .kg, day: 2)

        #expect(kilograms.celebration == nil)
        #expect(kilograms.targets.map(\.target) == [90, 88, 86, 84, 82, 80])
        #expect(kilograms.targets.map(\.reached) == [true, true, true, false, false, false])
        #expect(next.celebration?.target == 84)
    }

    @Test func `undo of another interval removes the records that it added`() async throws {
        let tracker = try await tracker(200)
        try await weigh(tracker, 194, day: 1)
        let before = try await progress(tracker)

        let changed = try await tracker.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: later))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let undone = try await progress(tracker)
        _ = try await tracker.client.call(Journal.redo, Journal.StepRequest())

        #expect(changed.interval == .ten)
        #expect(undone == before)
        #expect(try await progress(tracker) == changed)
    }

    @Test func `the interval of milestones is also a setting`() async throws {
        let tracker = try await tracker(200)

        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.milestoneInterval, value: "fifteen"))

        #expect(try await progress(tracker).interval == .fifteen)
    }

    @Test func `weights keep the unit they were entered in`() async throws {
        let tracker = try await tracker(200)
        try await weigh(tracker, 88.2, .kg, day: 8)

        let listing = try await tracker.client.call(Weights.list, Weights.ListRequest(on: later))

        #expect(listing.weights.map(\.unit) == [.kg, .lb])
        #expect(listing.weights.map(\.weight) == [88.2, 200])
        #expect(listing.unit == .lb)
        #expect(listing.weights[0].direction == .down)
        #expect(listing.weights[1].weeklyRate == nil)
    }

    @Test func `editing and deleting a weight is undone exactly`() async throws {
        let tracker = try await tracker(200)
        let added = try await weigh(tracker, 190, day: 1)
        let before = try await tracker.client.call(Weights.list, Weights.ListRequest(on: later))

        _ = try await tracker.client.call(
            Weights.edit, Weights.EditRequest(id: added.entry.id, weight: 191, note: "after lunch"))
        let edited = try await tracker.client.call(Weights.list, Weights.ListRequest(on: later))
        _ = try await tracker.client.call(Weights.delete, Weights.DeleteRequest(id: added.entry.id))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(edited.weights[0].weight == 191)
        #expect(edited.weights[0].note == "after lunch")
        #expect(
            try await tracker.client.call(Weights.list, Weights.ListRequest(on: later)) == before)
    }

    @Test func `a weight on a day after today is refused unless the call says that it is meant`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let tomorrow = monday.advanced(by: 1)
        let today = try await weigh(tracker, 200)

        let added = await status {
            _ = try await tracker.client.call(
                Weights.add, Weights.AddRequest(weight: 199, unit: .lb, on: tomorrow))
        }
        let moved = await status {
            _ = try await tracker.client.call(
                Weights.edit, Weights.EditRequest(id: today.entry.id, day: tomorrow))
        }
        let accepted = try await tracker.client.call(
            Weights.edit, Weights.EditRequest(id: today.entry.id, day: tomorrow, future: true))
        let corrected = try await tracker.client.call(
            Weights.edit, Weights.EditRequest(id: today.entry.id, weight: 198, day: tomorrow))

        for refusal in [added, moved] {
            #expect(refusal?.code == .failedPrecondition)
            #expect(refusal?.message.contains("2026-01-06 is after today, 2026-01-05") == true)
            #expect(refusal?.hint?.contains("--future") == true)
        }
        #expect(accepted.date == tomorrow)
        #expect(corrected.weight == 198)
    }

    @Test func `a trend leads to the day the goal is reached`() async throws {
        let tracker = try await tracker()
        for day in 0..<15 { try await weigh(tracker, 200 - Double(day), day: day) }

        let trend = try await tracker.client.call(
            Weights.trend, Weights.TrendRequest(on: monday.advanced(by: 20)))

        #expect(trend.days.count == 15)
        #expect(trend.perDay.map { abs($0 + 1) < 1e-9 } == true)
        #expect(trend.prediction?.status == "onTrack")
        #expect(trend.prediction?.date == monday.advanced(by: 20))
        #expect(trend.forecast.count == 14)
        #expect(trend.weeklyRate == -7)
    }

    @Test(arguments: [
        (0.5, WeightUnit.lb, Double?.none), (1501, .lb, nil), (0, .kg, nil), (681, .kg, nil),
        (80, .kg, 0.5), (80, .kg, 61),
    ])
    func `a weight or body fat out of range is refused`(
        weight: Double, unit: WeightUnit, bodyFat: Double?
    ) async throws {
        let tracker = try await TemporaryTracker()

        let refusal = await status {
            _ = try await tracker.client.call(
                Weights.add, Weights.AddRequest(weight: weight, unit: unit, bodyFat: bodyFat))
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(
            try await tracker.client.call(Weights.list, Weights.ListRequest(on: later)).weights
                .isEmpty)
    }

    @Test(arguments: [-1, 731, Int.max, Int.min])
    func `a forecast of an invalid length is refused`(ahead: Int) async throws {
        let tracker = try await tracker(200, 199, 198)

        let refusal = await status {
            _ = try await tracker.client.call(
                Weights.trend, Weights.TrendRequest(ahead: ahead, on: later))
        }

        #expect(refusal?.code == .invalidArgument)
    }

    @Test(arguments: [(0, 0), (1, 1), (5, 2)])
    func `a listing has at most the requested number of rows`(limit: Int, count: Int) async throws {
        let tracker = try await tracker(200, 199)

        let listing = try await tracker.client.call(
            Weights.list, Weights.ListRequest(limit: limit, on: later))

        #expect(listing.weights.count == count)
    }

    @Test(
        arguments: [([198, 195, 193], 195), ([197, 193.2, 192], 193.2)] as [([Double], Double)])
    func `only the first weight entry past each milestone is listed on request`(
        weights: [Double], first: Double
    ) async throws {
        let tracker = try await tracker(200)
        for (day, weight) in weights.enumerated() {
            try await weigh(tracker, weight, day: day + 1)
        }

        let listing = try await tracker.client.call(
            Weights.list, Weights.ListRequest(withMilestone: true, on: later))

        #expect(listing.weights.map(\.weight) == [first])
        #expect(listing.weights.map(\.milestone) == [195])
    }

    @Test func `origins and dismissals of weight entries are exported and imported`()
        async throws
    {
        let document = """
            {"version":"1.0","activities":[],"dayline":{"weight":{"health-2026-01-05":{"entry":\
            {"day":"2026-01-05","unit":"kg","weight":82},"modified":1,\
            "origin":{"day":"2026-01-05","reader":"another"}}},\
            "dismissedWeighing":{"2026-01-06":{"day":"2026-01-06"}}}}
            """
        let trackers = [try await TemporaryTracker(), try await TemporaryTracker()]

        let report = try await trackers[0].importDocument(document)
        let text = try await trackers[0].export()
        _ = try await trackers[1].importDocument(text)
        let listing = try await trackers[1].client.call(
            Weights.list, Weights.ListRequest(on: later))

        #expect(report.problems.isEmpty)
        #expect(text.contains("dismissedWeighing"))
        #expect(listing.weights.map(\.source) == [.health])
        #expect(try await trackers[1].export() == text)
    }

    @Test func `a forecast of years ends at the limits of weights`() async throws {
        let tracker = try await tracker(200, 190, 180, 170)

        let trend = try await tracker.client.call(
            Weights.trend, Weights.TrendRequest(ahead: 700, on: later))

        let last = try #require(trend.forecast.last)
        #expect(trend.forecast.first.map { $0.weight > 100 } == true)
        #expect([last.weight, last.low] == [1, 1])
        #expect(last.high >= last.weight)
    }

    @Test func `without a goal there are no milestones`() async throws {
        let tracker = try await TemporaryTracker()

        let refusal = await status { _ = try await progress(tracker) }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.hint == "Set one with: dayline weight goal 75 kg")
    }

    @Test func `a request that needs a goal weight is refused without one and changes nothing`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let before = try await tracker.newestChange()

        let refusals = [
            await status {
                _ = try await tracker.client.call(
                    Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: monday))
            },
            await status {
                _ = try await tracker.client.call(
                    Weights.acknowledge, Weights.MilestonesRequest(on: monday))
            },
        ]

        #expect(refusals.allSatisfy { $0?.code == .failedPrecondition })
        #expect(try await tracker.newestChange() == before)
    }

    @Test(arguments: [(29.9, "30"), (199.6, "199.5")])
    func `the limits in a refusal are valid goals`(goal: Double, limit: String) async throws {
        let tracker = try await TemporaryTracker()

        let refusal = await status {
            _ = try await tracker.client.call(
                Weights.setGoal, Weights.SetGoalRequest(weight: goal, unit: .kg))
        }
        _ = try await tracker.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: try #require(Double(limit)), unit: .kg))

        #expect(
            refusal?.message
                == "A goal of \(goal) kg is out of range: a goal lies between 30 kg and 199.5 kg.")
    }

    @Test func `a negative limit and an unknown weekday are rejected`() async throws {
        let tracker = try await TemporaryTracker()

        for request in [
            Weights.ListRequest(limit: -1), Weights.ListRequest(weekdays: [8]),
            Weights.ListRequest(weekdays: [0]),
        ] {
            let rejection = await status {
                _ = try await tracker.client.call(Weights.list, request)
            }
            #expect(rejection?.code == .invalidArgument)
        }
    }
}
