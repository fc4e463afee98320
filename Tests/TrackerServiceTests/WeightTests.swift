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
        _ world: TemporaryTracker, _ weight: Double, _ unit: WeightUnit = .lb, day: Int = 0
    ) async throws -> Weights.AddResponse {
        try await world.client.call(
            Weights.add,
            Weights.AddRequest(weight: weight, unit: unit, on: monday.advanced(by: day)))
    }

    private func progress(_ world: TemporaryTracker) async throws -> Weights.MilestonesResponse {
        try await world.client.call(Weights.milestones, Weights.MilestonesRequest(on: later))
    }

    private func world(goal: Double = 180, _ weights: Double...) async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        for (day, weight) in weights.enumerated() { try await weigh(world, weight, day: day) }
        _ = try await world.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: goal, unit: .lb, on: monday))
        return world
    }

    @Test func `a crossing is celebrated once, oldest first, until it was seen`() async throws {
        let world = try await world(200)
        defer { world.remove() }

        let crossed = try await weigh(world, 189, day: 1)
        let still = try await weigh(world, 188.5, day: 2)
        let next = try await world.client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let done = try await world.client.call(
            Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let after = try await weigh(world, 188, day: 3)

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

    @Test func `what waits to be celebrated keeps the day that it was reached on`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        try await weigh(world, 194, day: 1)
        try await weigh(world, 189, day: 2)
        try await weigh(world, 187, day: 3)

        let waiting = try await progress(world)
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let seen = try await progress(world)

        let days = [1, 2].map { monday.advanced(by: $0) }
        #expect(waiting.targets.map(\.achievedDate) == days + [nil, nil])
        #expect(waiting.history.map(\.target) == [195])
        #expect(seen.targets.map(\.achievedDate) == days + [nil, nil])
        #expect(seen.celebration?.achievedDate == days[1])
    }

    @Test func `another interval records what was passed silently and forgets nothing`()
        async throws
    {
        let world = try await world(200)
        defer { world.remove() }
        try await weigh(world, 194, day: 1)
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))

        let ten = try await world.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: later))
        try await weigh(world, 184, day: 2)
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        let five = try await world.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .five, on: later))

        #expect(ten.targets.map(\.target) == [190, 180])
        #expect(ten.intervalLabel == "10 lb")
        #expect(five.celebration == nil)
        #expect(five.history.map(\.target) == [195, 190, 185])
        #expect(five.history.allSatisfy { $0.celebrationShown })
    }

    @Test func `another unit records what was passed silently`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        try await weigh(world, 185.5, day: 1)
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))
        _ = try await world.client.call(Weights.acknowledge, Weights.MilestonesRequest(on: later))

        let kilograms = try await world.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg, on: later))
        let next = try await weigh(world, 83.9, .kg, day: 2)

        #expect(kilograms.celebration == nil)
        #expect(kilograms.targets.map(\.target) == [90, 88, 86, 84, 82, 80])
        #expect(kilograms.targets.map(\.reached) == [true, true, true, false, false, false])
        #expect(next.celebration?.target == 84)
    }

    @Test func `another interval is taken back with what it recorded`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        try await weigh(world, 194, day: 1)
        let before = try await progress(world)

        let changed = try await world.client.call(
            Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: later))
        _ = try await world.client.call(Journal.undo, Empty())
        let undone = try await progress(world)
        _ = try await world.client.call(Journal.redo, Empty())

        #expect(changed.interval == .ten)
        #expect(undone == before)
        #expect(try await progress(world) == changed)
    }

    @Test func `the setting of the interval is the same as the command's`() async throws {
        let world = try await world(200)
        defer { world.remove() }

        _ = try await world.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.milestoneInterval, value: "fifteen"))

        #expect(try await progress(world).interval == .fifteen)
    }

    @Test func `weights keep the unit they were entered in`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        try await weigh(world, 88.2, .kg, day: 8)

        let listing = try await world.client.call(Weights.list, Weights.ListRequest(on: later))

        #expect(listing.weights.map(\.unit) == [.kg, .lb])
        #expect(listing.weights.map(\.weight) == [88.2, 200])
        #expect(listing.unit == .lb)
        #expect(listing.weights[0].direction == .down)
        #expect(listing.weights[1].weeklyRate == nil)
    }

    @Test func `editing and deleting a weight is undone exactly`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        let added = try await weigh(world, 190, day: 1)
        let before = try await world.client.call(Weights.list, Weights.ListRequest(on: later))

        _ = try await world.client.call(
            Weights.edit, Weights.EditRequest(id: added.entry.id, weight: 191, note: "after lunch"))
        let edited = try await world.client.call(Weights.list, Weights.ListRequest(on: later))
        _ = try await world.client.call(Weights.delete, Weights.DeleteRequest(id: added.entry.id))
        _ = try await world.client.call(Journal.undo, Empty())
        _ = try await world.client.call(Journal.undo, Empty())

        #expect(edited.weights[0].weight == 191)
        #expect(edited.weights[0].note == "after lunch")
        #expect(try await world.client.call(Weights.list, Weights.ListRequest(on: later)) == before)
    }

    @Test func `a trend leads to the day the goal is reached`() async throws {
        let world = try await world()
        defer { world.remove() }
        for day in 0..<15 { try await weigh(world, 200 - Double(day), day: day) }

        let trend = try await world.client.call(
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
    func `what nobody weighs is refused`(
        weight: Double, unit: WeightUnit, bodyFat: Double?
    ) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }

        let refusal = await status {
            _ = try await world.client.call(
                Weights.add, Weights.AddRequest(weight: weight, unit: unit, bodyFat: bodyFat))
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(
            try await world.client.call(Weights.list, Weights.ListRequest(on: later)).weights
                .isEmpty)
    }

    @Test(arguments: [-1, 731, Int.max, Int.min])
    func `a look beyond what a trend can say is refused`(ahead: Int) async throws {
        let world = try await world(200, 199, 198)
        defer { world.remove() }

        let refusal = await status {
            _ = try await world.client.call(
                Weights.trend, Weights.TrendRequest(ahead: ahead, on: later))
        }

        #expect(refusal?.code == .invalidArgument)
    }

    @Test(arguments: [(0, 0), (1, 1), (5, 2)])
    func `a listing has no more rows than are asked for`(limit: Int, count: Int) async throws {
        let world = try await world(200, 199)
        defer { world.remove() }

        let listing = try await world.client.call(
            Weights.list, Weights.ListRequest(limit: limit, on: later))

        #expect(listing.weights.count == count)
    }

    @Test func `only weighings that reached a milestone are listed, if asked for`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        for (day, weight) in [198.0, 195, 193].enumerated() {
            try await weigh(world, weight, day: day + 1)
        }

        let listing = try await world.client.call(
            Weights.list, Weights.ListRequest(withMilestone: true, on: later))

        #expect(listing.weights.map(\.weight) == [195])
        #expect(listing.weights.map(\.milestone) == [195])
    }

    @Test func `the weighing that went past a milestone is the one that reached it`() async throws {
        let world = try await world(200)
        defer { world.remove() }
        for (day, weight) in [197.0, 193.2, 192].enumerated() {
            try await weigh(world, weight, day: day + 1)
        }

        let listing = try await world.client.call(
            Weights.list, Weights.ListRequest(withMilestone: true, on: later))

        #expect(listing.weights.map(\.weight) == [193.2])
        #expect(listing.weights.map(\.milestone) == [195])
    }

    @Test func `where a weighing was read, and what is not read again, is exported and comes back`()
        async throws
    {
        let document = """
            {"version":"1.0","activities":[],"dayline":{"weight":{"health-2026-01-05":{"entry":\
            {"day":"2026-01-05","unit":"kg","weight":82},"modified":1,\
            "origin":{"day":"2026-01-05","reader":"another"}}},\
            "dismissedWeighing":{"2026-01-06":{"day":"2026-01-06"}}}}
            """
        let worlds = [try await TemporaryTracker(), try await TemporaryTracker()]
        defer { for world in worlds { world.remove() } }

        let report = try await worlds[0].importDocument(document)
        let text = try await worlds[0].export()
        _ = try await worlds[1].importDocument(text)
        let listing = try await worlds[1].client.call(Weights.list, Weights.ListRequest(on: later))

        #expect(report.problems.isEmpty)
        #expect(text.contains("dismissedWeighing"))
        #expect(listing.weights.map(\.source) == [.health])
        #expect(try await worlds[1].export() == text)
    }

    @Test func `a trend that falls for years ends at what a person can weigh`() async throws {
        let world = try await world(200, 190, 180, 170)
        defer { world.remove() }

        let trend = try await world.client.call(
            Weights.trend, Weights.TrendRequest(ahead: 700, on: later))

        let last = try #require(trend.forecast.last)
        #expect(trend.forecast.first.map { $0.weight > 100 } == true)
        #expect([last.weight, last.low] == [1, 1])
        #expect(last.high >= last.weight)
    }

    @Test func `without a goal there are no milestones`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }

        let refusal = await status { _ = try await progress(world) }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.hint == "Set one with: dayline weight goal 75 kg")
    }

    @Test func `what needs a goal is refused without one, and changes nothing`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let before = try await world.newestChange()

        let refusals = [
            await status {
                _ = try await world.client.call(
                    Weights.setInterval, Weights.SetIntervalRequest(interval: .ten, on: monday))
            },
            await status {
                _ = try await world.client.call(
                    Weights.acknowledge, Weights.MilestonesRequest(on: monday))
            },
        ]

        #expect(refusals.allSatisfy { $0?.code == .failedPrecondition })
        #expect(try await world.newestChange() == before)
    }

    @Test(arguments: [(29.9, "30"), (199.6, "199.5")])
    func `the limits that a goal is told lie within them`(goal: Double, told: String) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }

        let refusal = await status {
            _ = try await world.client.call(
                Weights.setGoal, Weights.SetGoalRequest(weight: goal, unit: .kg))
        }
        _ = try await world.client.call(
            Weights.setGoal, Weights.SetGoalRequest(weight: try #require(Double(told)), unit: .kg))

        #expect(
            refusal?.message
                == "A goal of \(goal) kg is out of range: a goal lies between 30 kg and 199.5 kg.")
    }
}
