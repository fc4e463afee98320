import CivilTime
import Milestones
import Testing

@Suite struct MilestoneTests {
    private let day = CivilDate(days: 20_600)

    /// One weight entry per day, in pounds.
    private func weighed(_ weights: Double...) -> [WeightEntry] {
        weights.enumerated().map { offset, weight in
            WeightEntry(day: day.advanced(by: offset), weight: weight, unit: .lb)
        }
    }

    /// Targets computed by stepping in tenths of a unit.
    private func plainTargets(start: Int, goal: Int, step: Int) -> [Double] {
        let way = goal <= start ? -1 : 1
        let between = stride(from: start + way, to: goal, by: way)
        let isOnWay = goal != start
        return (isOnWay ? between.filter { $0 % (step * 10) == 0 } : []).map { Double($0) / 10 }
            + [Double(goal) / 10]
    }

    @Test func `targets are the multiples between start and goal, then the goal`() {
        for start in stride(from: 700, through: 760, by: 7) {
            for goal in stride(from: 700, through: 760, by: 5) {
                let plan = MilestonePlan(
                    start: Double(start) / 10, goal: Double(goal) / 10, unit: .kg, interval: .five)
                #expect(plan.targets == plainTargets(start: start, goal: goal, step: 2))
            }
        }
    }

    @Test(arguments: [(80.0, 1e15), (1e300, 80), (-1e16, 80), (.infinity, 80)])
    func `a plan with weights outside of the limits has only the goal as a target`(
        start: Double, goal: Double
    ) {
        let plan = MilestonePlan(start: start, goal: goal, unit: .kg, interval: .five)

        #expect(plan.targets == [goal])
    }

    @Test func `a plan whose goal equals its start is not a loss`() {
        let plan = MilestonePlan(start: 160, goal: 160, unit: .lb, interval: .five)

        #expect(plan.direction == .gain)
        #expect(plan.reached(at: 158).isEmpty)
        #expect(plan.reached(at: 162) == [160])
    }

    @Test func `previous is before next and the fraction is between 0 and 1 at any weight`() {
        for goal in [150.0, 163, 200, 240] {
            let plan = MilestonePlan(start: 200, goal: goal, unit: .lb, interval: .five)
            for current in stride(from: 140.0, through: 250, by: 0.7) {
                let progress = plan.progress(at: current)
                let isAhead =
                    plan.direction == .loss
                    ? progress.next < progress.previous : progress.next > progress.previous
                #expect(isAhead, "goal \(goal), at \(current)")
                #expect((0...1).contains(progress.fraction))
                #expect(progress.reachedGoal == plan.isReached(goal, at: current))
            }
        }
    }

    @Test func `several targets reached at once are celebrated one after the other`() {
        let plan = MilestonePlan(start: 200, goal: 160, unit: .lb, interval: .ten)
        var history = MilestoneHistory()
        var shown: [Double] = []
        while let record = history.check(weighed(175), on: plan) {
            shown.append(record.target)
            let again = history.check(weighed(175), on: plan)
            #expect(again == record)
            history.acknowledge()
        }

        #expect(shown == [190, 180])
        #expect(history.celebration(at: 175, on: plan) == .allMilestonesAlreadyCelebrated)
    }

    @Test func `a target is recorded on the day of reaching it even if it is checked later`() {
        let plan = MilestonePlan(start: 200, goal: 180, unit: .lb, interval: .five)
        let entries = weighed(188, 200, 196, 195, 196, 189, 190, 185)
        var history = MilestoneHistory()

        while history.check(entries, on: plan) != nil { history.acknowledge() }

        #expect(history.records.map(\.target) == [195, 190, 185])
        #expect(history.records.map { $0.day.days - day.days } == [3, 5, 7])
        #expect(plan.dayOfReaching(180, in: entries) == nil)
    }

    @Test func `a smaller interval causes no celebrations`() {
        let plan = MilestonePlan(start: 200, goal: 160, unit: .lb, interval: .five)
        var history = MilestoneHistory([
            MilestoneRecord(
                target: 190, unit: .lb, day: day, start: 200, celebrationShown: true)
        ])

        history.recordSilently(weighed(184), on: plan)

        let first = history.check(weighed(184), on: plan)
        let second = history.check(weighed(180), on: plan)
        #expect(history.records.map(\.target) == [190, 195, 185, 180])
        #expect(first == nil)
        #expect(second?.target == 180)
    }

    @Test func `a record in the other unit is the same target within half a pound`() {
        let plan = MilestonePlan(start: 92, goal: 80, unit: .kg, interval: .five)
        let history = MilestoneHistory([
            MilestoneRecord(
                target: 198.4, unit: .lb, day: day, start: 203, celebrationShown: true)
        ])

        #expect(history.crossed(at: 87.9, on: plan) == [88])
    }

    @Test(
        arguments: [
            (66, .tooLow), (87.9, .tooLow), (88, nil), (330, nil), (330.1, .tooHigh),
            (440, .tooHigh),
            (65.9, nil), (440.1, nil),
        ] as [(Double, WeightLimits.Warning?)])
    func `an unusual goal has a warning, and a goal outside of the limits is invalid`(
        pounds: Double, warning: WeightLimits.Warning?
    ) {
        #expect(WeightLimits.warning(goal: pounds, unit: .lb) == warning)
    }

    @Test func `the limits in pounds are valid without a rounding error in kilograms`() {
        #expect(WeightLimits.isValid(goal: 29.93709642, unit: .kg))
        #expect(!WeightLimits.isValid(goal: 29.937096, unit: .kg))
        #expect(WeightLimits.warning(goal: 39.91612856, unit: .kg) == nil)
        #expect(WeightLimits.warning(goal: 39.916128, unit: .kg) == .tooLow)
    }

    @Test(arguments: [(start: 400.0, goal: 70.0), (start: 70, goal: 400)])
    func `a target is reached by the same weight in the other unit`(
        start: Double, goal: Double
    ) {
        let plan = MilestonePlan(start: start, goal: goal, unit: .lb, interval: .five)

        for target in plan.targets {
            let kilograms = (target * 45_359_237).rounded() / 1e8
            let entry = WeightEntry(day: day, weight: kilograms, unit: .kg)
            #expect(plan.isReached(target, at: entry.weight(in: .lb)))
        }
    }
}
