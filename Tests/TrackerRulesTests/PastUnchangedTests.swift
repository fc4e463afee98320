import CivilTime
import Randomness
import ScheduleProof
import TestKit
import Testing
import Tracker
import TrackerRules

/// Changes of activities today never change a result of a past day.
@Suite struct PastUnchangedTests {
    private let start = CivilDate(days: 20_600)

    @Test(arguments: TestTier.seeds(4, long: 60))
    func `structural changes leave every earlier day unchanged`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var catalog = try sampleCatalog()
        let entries = randomEntries(&random)
        var today = start.advanced(by: 3)
        for step in 0..<25 {
            let before = answers(of: catalog, entries: entries, before: today)

            change(&catalog, step: step, on: today, &random)

            let after = answers(of: catalog, entries: entries, before: today)
            #expect(after == before, "seed \(seed), step \(step), on \(today)")
            today = today.advanced(by: random.below(3))
        }
    }

    private func sampleCatalog() throws -> Catalog {
        var catalog = Catalog()
        for index in 0..<7 {
            let kind: ActivityKind =
                index < 2 ? .container : index < 5 ? .checkbox : .value(Quantity(target: 5))
            try catalog.add(
                Activity(
                    id: Activity.ID("a\(index)"), name: "a\(index)", created: start,
                    configuration: Configuration(kind: kind)))
        }
        for (index, created) in [start, start.advanced(by: 9)].enumerated() {
            catalog.add(Goal(id: Goal.ID("goal\(index)"), title: "\(index)", created: created))
        }
        return catalog
    }

    private func randomEntries(_ random: inout SplitMix64) -> [Entry] {
        (2..<7).flatMap { index in
            (0..<40).filter { _ in random.below(2) == 0 }.map { offset in
                Entry(
                    id: Entry.ID("\(index) \(offset)"), activity: Activity.ID("a\(index)"),
                    day: start.advanced(by: offset),
                    outcome: .completed(value: index < 5 ? nil : Double(random.below(9))))
            }
        }
    }

    /// A random change; a rejected change has no effect.
    private func change(
        _ catalog: inout Catalog, step: Int, on today: CivilDate, _ random: inout SplitMix64
    ) {
        let ids = catalog.activities.keys.sorted()
        let one = ids[random.below(ids.count)]
        let other = ids[random.below(ids.count)]
        switch random.below(11) {
        case 0: try? catalog.pause(one, on: today)
        case 1, 2: try? catalog.resume(one, on: today)
        case 3: try? catalog.move(one, into: random.below(3) == 0 ? nil : other, on: today)
        case 4:
            try? catalog.group(
                [one, other], as: Activity.ID("g\(step)"), name: "g\(step)", on: today)
        case 5: try? catalog.convert(one, on: today)
        case 6:
            try? catalog.dissolve(one, on: today) { GoalLink.ID("\($0) \($1) \(step)") }
        case 7: link(one, in: &catalog, step: step, on: today, &random)
        case 8:
            if let link = catalog.links.randomElement(using: &random) {
                catalog.unlink(link.id, on: today)
            }
        case 9:
            try? catalog.edit(randomGoal(&random)) { goal in
                if goal.isPausedByHand {
                    goal.resumeByHand(on: today)
                } else {
                    goal.pauseByHand(on: today)
                }
            }
        default:
            try? catalog.edit(one, scope: .future, on: today) { configuration in
                configuration.schedule = random.below(2) == 0 ? .daily : .weekly([1, 4])
                configuration.slots = random.below(2) == 0 ? [] : [.morning, .evening]
            }
        }
    }

    private func randomGoal(_ random: inout SplitMix64) -> Goal.ID {
        Goal.ID("goal\(random.below(2))")
    }

    private func link(
        _ activity: Activity.ID, in catalog: inout Catalog, step: Int, on today: CivilDate,
        _ random: inout SplitMix64
    ) {
        let target = MetricTarget(baseline: 0, target: 9)
        try? catalog.link(
            GoalLink(
                id: GoalLink.ID("\(step)"), goal: randomGoal(&random), activity: activity,
                role: random.below(2) == 0 ? .activity : .metric(target), since: today))
    }

    /// For each day its list and statistics, and for each activity its children, status, streaks and rate.
    private func answers(
        of catalog: Catalog, entries: [Entry], before today: CivilDate
    ) -> [String: Set<String>] {
        let history = ActivityHistory(
            activities: Array(catalog.activities.values), entries: entries)
        var answers: [String: Set<String>] = [:]
        var day = start
        while day < today {
            answers["list \(day)"] = Set(history.occurrences(on: day).map(\.activity.id.rawValue))
            answers["insights \(day)"] = insights(history, on: day)
            answers["goals \(day)"] = goals(catalog.withGoals(asOf: day), history, on: day)
            for activity in catalog.activities.values where activity.created <= day {
                answers["streaks \(activity.id) \(day)"] = [
                    "\(history.streaks(of: activity, asOf: day))",
                    "\(history.explanation(of: activity, on: day).verdict)",
                    "\(activity.pause(on: day) != nil)",
                ]
            }
            for activity in catalog.activities.values where activity.isAvailable(on: day) {
                let status = history.dayStatus(of: activity, on: day)
                answers["\(activity.id) \(day)"] = Set(
                    history.children(of: activity, on: day).map(\.activity.id.rawValue)
                        + ["\(status.state)", "\(history.streakEffect(of: activity, on: day))"]
                        + ["\(history.completionRate(of: activity, days: 7, endingOn: day))"])
            }
            day = day.advanced(by: 1)
        }
        return answers
    }

    private func goals(_ catalog: Catalog, _ history: ActivityHistory, on day: CivilDate) -> Set<
        String
    > {
        let standings = catalog.goals.values.flatMap { goal in
            let status = history.goalStatus(of: goal, in: catalog, asOf: day)
            let consistency = ((status.consistency ?? -1) * 1e6).rounded()
            let parts = [
                status.activities.map { "\($0.link) \($0.rate)" },
                status.metrics.map { "\($0)" }, ["\(status.isPaused) \(consistency)"],
            ]
            return parts.flatMap(\.self).map { "\(goal.id) \(goal.isPausedByHand) \($0)" }
        }
        return Set(standings)
    }

    /// Scorecards sorted independently of the list order of equal ones.
    private func insights(_ history: ActivityHistory, on day: CivilDate) -> Set<String> {
        let encouragement = history.encouragement(asOf: day)
        let gain = encouragement.improvement.map { (($0.now - $0.before) * 1e6).rounded() }
        let cards: [String] = [
            history.behindSchedule(endingOn: day).map { "behind \($0.activity.id) \($0.rate)" },
            history.biggestChanges(endingOn: day, directions: [:], top: .max).map {
                "change \($0.activity.id) \($0.before) \($0.now)"
            },
            history.streakBoard(asOf: day).map { "board \($0.activity.id) \($0.streaks)" },
            Scorecard.windowsInDays.flatMap { days in
                history.scorecards(days: days, endingOn: day, of: []).map {
                    "card \(days) \($0.activities) \((($0.score ?? -1) * 1e6).rounded())"
                }
            },
            ["gain \(gain ?? 0)", "nudge \(encouragement.nudge?.rate.value ?? -1)"],
            encouragement.targets.map { "target \($0.activity.id) \($0.suggested)" },
        ].flatMap(\.self)
        return Set(cards)
    }
}
