import CivilTime
import Randomness
import ScheduleProof
import TestKit
import Testing
import Tracker
import TrackerRules

/// What is done to activities today never changes an answer about a day before.
@Suite struct PastStaysTests {
    private let start = CivilDate(days: 20_600)

    @Test(arguments: TestTier.seeds(12, long: 60))
    func `changes of structure leave every day before them as it was`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var roster = try sampleCatalog()
        let entries = randomEntries(&random)
        var today = start.advanced(by: 3)
        for step in 0..<25 {
            let before = answers(of: roster, entries: entries, before: today)

            change(&roster, step: step, on: today, &random)

            let after = answers(of: roster, entries: entries, before: today)
            #expect(after == before, "seed \(seed), step \(step), on \(today)")
            today = today.advanced(by: random.below(3))
        }
    }

    private func sampleCatalog() throws -> Catalog {
        var roster = Catalog()
        for place in 0..<7 {
            let kind: ActivityKind =
                place < 2 ? .container : place < 5 ? .checkbox : .value(Quantity(target: 5))
            try roster.add(
                Activity(
                    id: Activity.ID("a\(place)"), name: "a\(place)", created: start,
                    configuration: Configuration(kind: kind)))
        }
        for (place, created) in [start, start.advanced(by: 9)].enumerated() {
            roster.add(Goal(id: Goal.ID("goal\(place)"), title: "\(place)", created: created))
        }
        return roster
    }

    private func randomEntries(_ random: inout SplitMix64) -> [Entry] {
        (2..<7).flatMap { place in
            (0..<40).filter { _ in random.below(2) == 0 }.map { offset in
                Entry(
                    id: Entry.ID("\(place) \(offset)"), activity: Activity.ID("a\(place)"),
                    day: start.advanced(by: offset),
                    outcome: .completed(value: place < 5 ? nil : Double(random.below(9))))
            }
        }
    }

    /// One of the changes a person can make; what is refused changes nothing.
    private func change(
        _ roster: inout Catalog, step: Int, on today: CivilDate, _ random: inout SplitMix64
    ) {
        let ids = roster.activities.keys.sorted()
        let one = ids[random.below(ids.count)]
        let other = ids[random.below(ids.count)]
        switch random.below(11) {
        case 0: try? roster.pause(one, on: today)
        case 1, 2: try? roster.resume(one, on: today)
        case 3: try? roster.move(one, into: random.below(3) == 0 ? nil : other, on: today)
        case 4:
            try? roster.group(
                [one, other], as: Activity.ID("g\(step)"), name: "g\(step)", on: today)
        case 5: try? roster.convert(one, on: today)
        case 6:
            try? roster.dissolve(one, on: today) { GoalLink.ID("\($0) \($1) \(step)") }
        case 7: link(one, in: &roster, step: step, on: today, &random)
        case 8:
            if let link = roster.links.randomElement(using: &random) {
                roster.unlink(link.id, on: today)
            }
        case 9:
            try? roster.edit(randomGoal(&random)) { goal in
                if goal.isPausedByHand {
                    goal.resumeByHand(on: today)
                } else {
                    goal.pauseByHand(on: today)
                }
            }
        default:
            try? roster.edit(one, scope: .future, on: today) { configuration in
                configuration.schedule = random.below(2) == 0 ? .daily : .weekly([1, 4])
                configuration.slots = random.below(2) == 0 ? [] : [.morning, .evening]
            }
        }
    }

    private func randomGoal(_ random: inout SplitMix64) -> Goal.ID {
        Goal.ID("goal\(random.below(2))")
    }

    private func link(
        _ activity: Activity.ID, in roster: inout Catalog, step: Int, on today: CivilDate,
        _ random: inout SplitMix64
    ) {
        let target = MetricTarget(baseline: 0, target: 9)
        try? roster.link(
            GoalLink(
                id: GoalLink.ID("\(step)"), goal: randomGoal(&random), activity: activity,
                role: random.below(2) == 0 ? .activity : .metric(target), since: today))
    }

    /// For each day its list, what analytics make of it, and for each activity its children, standing,
    /// streaks and rate.
    private func answers(
        of roster: Catalog, entries: [Entry], before today: CivilDate
    ) -> [String: Set<String>] {
        let diary = ActivityHistory(activities: Array(roster.activities.values), entries: entries)
        var answers: [String: Set<String>] = [:]
        var day = start
        while day < today {
            answers["list \(day)"] = Set(diary.occurrences(on: day).map(\.activity.id.rawValue))
            answers["insights \(day)"] = insights(diary, on: day)
            answers["goals \(day)"] = goals(roster.withGoals(asOf: day), diary, on: day)
            for activity in roster.activities.values where activity.created <= day {
                answers["streaks \(activity.id) \(day)"] = [
                    "\(diary.streaks(of: activity, asOf: day))",
                    "\(diary.explanation(of: activity, on: day).verdict)",
                    "\(activity.pause(on: day) != nil)",
                ]
            }
            for activity in roster.activities.values where activity.isAvailable(on: day) {
                let standing = diary.dayStatus(of: activity, on: day)
                answers["\(activity.id) \(day)"] = Set(
                    diary.children(of: activity, on: day).map(\.activity.id.rawValue)
                        + ["\(standing.state)", "\(diary.streakEffect(of: activity, on: day))"]
                        + ["\(diary.completionRate(of: activity, days: 7, endingOn: day))"])
            }
            day = day.advanced(by: 1)
        }
        return answers
    }

    private func goals(_ roster: Catalog, _ diary: ActivityHistory, on day: CivilDate) -> Set<
        String
    > {
        let standings = roster.goals.values.flatMap { goal in
            let standing = diary.goalStatus(of: goal, in: roster, asOf: day)
            let consistency = ((standing.consistency ?? -1) * 1e6).rounded()
            let parts = [
                standing.activities.map { "\($0.link) \($0.rate)" },
                standing.metrics.map { "\($0)" }, ["\(standing.isPaused) \(consistency)"],
            ]
            return parts.flatMap(\.self).map { "\(goal.id) \(goal.isPausedByHand) \($0)" }
        }
        return Set(standings)
    }

    /// Each card without the order of those that are equal, which is that of the list.
    private func insights(_ diary: ActivityHistory, on day: CivilDate) -> Set<String> {
        let encouragement = diary.encouragement(asOf: day)
        let gain = encouragement.improvement.map { (($0.now - $0.before) * 1e6).rounded() }
        let cards: [String] = [
            diary.behindSchedule(endingOn: day).map { "behind \($0.activity.id) \($0.rate)" },
            diary.biggestChanges(endingOn: day, directions: [:], top: .max).map {
                "change \($0.activity.id) \($0.before) \($0.now)"
            },
            diary.streakBoard(asOf: day).map { "board \($0.activity.id) \($0.streaks)" },
            Scorecard.windowsInDays.flatMap { days in
                diary.scorecards(days: days, endingOn: day, of: []).map {
                    "card \(days) \($0.activities) \((($0.score ?? -1) * 1e6).rounded())"
                }
            },
            ["gain \(gain ?? 0)", "nudge \(encouragement.nudge?.rate.value ?? -1)"],
            encouragement.targets.map { "target \($0.activity.id) \($0.suggested)" },
        ].flatMap(\.self)
        return Set(cards)
    }
}
