import CivilTime
import Testing
import Tracker
import TrackerRules

@Suite struct InsightTests {
    /// An activity with entries a number of days ago, with these values.
    private func histories(
        _ activities: [(id: Activity.ID, target: Double?, values: [Int: Double])]
    ) -> ActivityHistory {
        let today = CivilDate(days: 20_604)
        return ActivityHistory(
            activities: activities.map { activity in
                Activity(
                    id: activity.id, name: activity.id.rawValue, created: today.advanced(by: -30),
                    configuration: Configuration(
                        kind: activity.target.map {
                            .cumulative(Quantity(target: $0), by: .sum)
                        } ?? .checkbox))
            },
            entries: activities.flatMap { activity in
                activity.values.map { ago, value in
                    Entry(
                        id: Entry.ID("\(activity.id) \(ago)"), activity: activity.id,
                        day: today.advanced(by: -ago),
                        outcome: .completed(value: activity.target == nil ? nil : value))
                }
            })
    }

    private func ticks(_ days: some Sequence<Int>) -> [Int: Double] {
        Dictionary(uniqueKeysWithValues: days.map { ($0, 1.0) })
    }

    @Test func `an improvement and an open activity of today are reported`() {
        let today = CivilDate(days: 20_604)
        let history = histories([
            ("better", nil, ticks([0, 1, 2, 3, 4, 8])), ("same", nil, ticks(0..<14)),
            ("slightly", nil, ticks([0, 1, 2, 8, 9])), ("behind", nil, ticks([3])),
            ("behind but done today", nil, ticks([0])),
        ])

        let found = history.encouragement(asOf: today)

        #expect(found.improvement?.activity.id == "better")
        #expect(found.improvement.map { $0.now > $0.before } == true)
        #expect(found.nudge?.activity.id == "behind")
        #expect(found.targets.isEmpty)
    }

    @Test(arguments: [
        (2000.0, 2600.0, 14, 2600.0), (2000, 2137, 14, nil), (2000, 900, 14, 900),
        (2000, 2613.7, 14, 2600), (2000, 2600, 6, nil), (30, 45.4, 10, 45),
    ])
    func `a target reached or missed on most days has a suggested target`(
        target: Double, value: Double, days: Int, suggested: Double?
    ) {
        let today = CivilDate(days: 20_604)
        let values = Dictionary(uniqueKeysWithValues: (1...days).map { ($0, value) })
        let history = histories([("water", target, values)])

        let found = history.encouragement(asOf: today).targets

        #expect(found.map(\.suggested) == (suggested.map { [$0] } ?? []))
    }

    /// Fifty per day for 14 days, with a target that is replaced from today on.
    private func edited(
        from old: Double, to new: Double, vacations: Set<CivilDate> = []
    ) -> [Encouragement.TargetSuggestion] {
        func configuration(_ target: Double) -> Configuration {
            Configuration(kind: .cumulative(Quantity(target: target), by: .sum))
        }
        var pushups = activity("pushups")
        pushups.configuration = configuration(new)
        pushups.history = ConfigurationHistory([
            ConfigurationSnapshot(
                first: pushups.created, last: today.advanced(by: -1),
                configuration: configuration(old), parentage: .unknown)
        ])
        return ActivityHistory(
            activities: [pushups], entries: entries("pushups", daysAgo: 1..<15, value: 50),
            vacations: vacations
        ).encouragement(asOf: today).targets
    }

    @Test func `a day reached a target only if it was the target of the day`() {
        #expect(edited(from: 100, to: 40).isEmpty)
        #expect(edited(from: 50, to: 40).map(\.reached) == [14])
        #expect(edited(from: 100, to: 200).map(\.reached) == [0])
    }

    @Test func `a vacation day counts only if it reached its target`() {
        let vacations = Set((1...5).map { today.advanced(by: -$0) })

        #expect(edited(from: 100, to: 200, vacations: vacations).map(\.days) == [9])
        #expect(edited(from: 50, to: 40, vacations: vacations).map(\.days) == [14])
    }

    @Test(arguments: [(1..<15, 1.0, 14), (0..<15, 1, 15), (2..<16, 13.0 / 14, 14)])
    func `a goal counts the 14 days before, and today if it is done`(
        done: Range<Int>, consistency: Double, expected: Int
    ) throws {
        var catalog = Catalog(
            activities: [activity("run")],
            goals: [Goal(id: "fit", title: "Fit", created: today.advanced(by: -60))])
        try catalog.link(GoalLink(id: "1", goal: "fit", activity: "run", role: .activity))
        let history = ActivityHistory(
            activities: Array(catalog.activities.values), entries: entries("run", daysAgo: done))

        let status = history.goalStatus(
            of: try #require(catalog.goals["fit"]), in: catalog, asOf: today)

        #expect(abs(try #require(status.consistency) - consistency) < 1e-12)
        #expect(status.activities.map(\.rate.expected) == [expected])
    }

    private let today = CivilDate(days: 20_700)

    private func activity(_ id: Activity.ID, _ kind: ActivityKind = .checkbox) -> Activity {
        Activity(
            id: id, name: id.rawValue, created: today.advanced(by: -60),
            configuration: Configuration(kind: kind))
    }

    private func entries(
        _ id: Activity.ID, daysAgo: some Sequence<Int>, value: Double? = nil
    ) -> [Entry] {
        daysAgo.map { ago in
            Entry(
                id: Entry.ID("\(id) \(ago)"), activity: id, day: today.advanced(by: -ago),
                outcome: .completed(value: value))
        }
    }

    @Test func `an activity that was never done is first among those behind schedule`() {
        let history = ActivityHistory(
            activities: [activity("some"), activity("never"), activity("always")],
            entries: entries("some", daysAgo: 0..<3) + entries("always", daysAgo: 0..<7))

        let behind = history.behindSchedule(endingOn: today)

        #expect(behind.map(\.activity.id) == ["never", "some"])
        #expect(behind.map(\.isSevere) == [true, false])
    }

    private static let directions: [(MetricTarget.Direction?, ChangeVerdict)] = [
        (.increase, .loss), (.decrease, .win), (nil, .change),
    ]

    @Test(arguments: directions)
    func `a change is a win only in the expected direction`(
        direction: MetricTarget.Direction?, verdict: ChangeVerdict
    ) throws {
        let history = ActivityHistory(
            activities: [activity("weight", .value(Quantity()))],
            entries: entries("weight", daysAgo: 7..<14, value: 82)
                + entries("weight", daysAgo: 0..<7, value: 80.5))

        let changes = history.biggestChanges(
            endingOn: today, directions: direction.map { ["weight": $0] } ?? [:])

        let change = try #require(changes.first)
        #expect(change.verdict == verdict)
        #expect(change.text == "1.5")
    }

    @Test(arguments: [(7, 1.0), (30, 0.5), (90, 15.0 / 61)])
    func `a category is scored over the requested days since its first day`(
        days: Int, score: Double
    ) throws {
        var walk = activity("walk")
        walk.category = "fit"
        let history = ActivityHistory(
            activities: [walk, activity("other")], entries: entries("walk", daysAgo: 0..<15))

        let cards = history.scorecards(days: days, endingOn: today, of: ["fit"])

        #expect(cards.map(\.category) == ["fit", nil])
        #expect(abs(try #require(cards[0].score) - score) < 1e-12)
        #expect(cards[0].isDoingWell == (score >= 0.8))
        #expect(cards[1].needsAttention)
    }

    @Test func `the longest current streak is first, and paused activities are excluded`() {
        var paused = activity("paused")
        paused.pause = Pause(since: today.advanced(by: -1))
        let history = ActivityHistory(
            activities: [activity("short"), activity("long"), activity("past"), paused],
            entries: entries("short", daysAgo: 0..<2) + entries("long", daysAgo: 1..<9)
                + entries("past", daysAgo: 20..<50) + entries("paused", daysAgo: 0..<30))

        let board = history.streakBoard(asOf: today)

        #expect(board.map(\.activity.id) == ["long", "short", "past"])
        #expect(board.map(\.streaks.longest) == [8, 2, 30])
    }

    @Test func `statistics exclude reminders and passive activities`() {
        var sticky = activity("call")
        sticky.configuration.schedule = .sticky
        var passive = activity("steps")
        passive.configuration.isPassive = true
        let history = ActivityHistory(activities: [sticky, passive, activity("walk")])

        #expect(history.analysed(on: today).map(\.id) == ["walk"])
    }

    @Test func `the consistency of a goal is the weighted mean of its activities`() throws {
        var catalog = Catalog(
            activities: [activity("run"), activity("stretch")],
            goals: [Goal(id: "fit", title: "Fit", created: today.advanced(by: -60))])
        try catalog.link(
            GoalLink(id: "1", goal: "fit", activity: "run", role: .activity, weight: 3))
        try catalog.link(GoalLink(id: "2", goal: "fit", activity: "stretch", role: .activity))
        let history = ActivityHistory(
            activities: Array(catalog.activities.values), entries: entries("run", daysAgo: 0..<15))

        let status = history.goalStatus(
            of: try #require(catalog.goals["fit"]), in: catalog, asOf: today)

        #expect(status.consistency == 0.75)
        #expect(!status.isPaused)
    }

    @Test func `an activity is listed after the one it follows, and a cycle terminates`() {
        var first = activity("a")
        first.follows = "c"
        var third = activity("c")
        let second = activity("b")
        #expect([first, second, third].withPredecessorsFirst { $0 }.map(\.id) == ["c", "a", "b"])

        third.follows = "a"
        #expect([first, second, third].withPredecessorsFirst { $0 }.map(\.id) == ["c", "a", "b"])
    }
}
