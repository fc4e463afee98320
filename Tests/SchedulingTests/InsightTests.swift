import CivilTime
import Scheduling
import Testing
import Tracking

@Suite struct InsightTests {
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

    @Test func `what was never done is behind schedule, and first`() {
        let diary = Diary(
            activities: [activity("some"), activity("never"), activity("always")],
            entries: entries("some", daysAgo: 0..<3) + entries("always", daysAgo: 0..<7))

        let behind = diary.behindSchedule(endingOn: today)

        #expect(behind.map(\.activity.id) == ["never", "some"])
        #expect(behind.map(\.isSevere) == [true, false])
    }

    private static let directions: [(MetricTarget.Direction?, ChangeVerdict)] = [
        (.increase, .loss), (.decrease, .win), (nil, .change),
    ]

    @Test(arguments: directions)
    func `a change is a win only in the direction that is wanted`(
        direction: MetricTarget.Direction?, verdict: ChangeVerdict
    ) throws {
        let diary = Diary(
            activities: [activity("weight", .value(Quantity()))],
            entries: entries("weight", daysAgo: 7..<14, value: 82)
                + entries("weight", daysAgo: 0..<7, value: 80.5))

        let changes = diary.biggestChanges(
            endingOn: today, directions: direction.map { ["weight": $0] } ?? [:])

        let change = try #require(changes.first)
        #expect(change.verdict == verdict)
        #expect(change.text == "1.5")
    }

    @Test(arguments: [(7, 1.0), (30, 0.5), (90, 15.0 / 61)])
    func `a category is scored over the days asked for, from its first day on`(
        days: Int, score: Double
    ) throws {
        var walk = activity("walk")
        walk.category = "fit"
        let diary = Diary(
            activities: [walk, activity("other")], entries: entries("walk", daysAgo: 0..<15))

        let cards = diary.scorecards(days: days, endingOn: today)

        #expect(cards.map(\.category) == ["fit", nil])
        #expect(abs(try #require(cards[0].score) - score) < 1e-12)
        #expect(cards[0].isDoingWell == (score >= 0.8))
        #expect(cards[1].needsAttention)
    }

    @Test func `the streak that is alive and longest is first, what is paused is left out`() {
        var paused = activity("paused")
        paused.pause = Pause(since: today.advanced(by: -1))
        let diary = Diary(
            activities: [activity("short"), activity("long"), activity("past"), paused],
            entries: entries("short", daysAgo: 0..<2) + entries("long", daysAgo: 1..<9)
                + entries("past", daysAgo: 20..<50) + entries("paused", daysAgo: 0..<30))

        let board = diary.streakBoard(asOf: today)

        #expect(board.map(\.activity.id) == ["long", "short", "past"])
        #expect(board.map(\.streaks.longest) == [8, 2, 30])
    }

    @Test func `reminders and what is only read are not analysed`() {
        var sticky = activity("call")
        sticky.configuration.schedule = .sticky
        var passive = activity("steps")
        passive.configuration.isPassive = true
        let diary = Diary(activities: [sticky, passive, activity("walk")])

        #expect(diary.analysed(on: today).map(\.id) == ["walk"])
    }

    @Test func `a goal is as consistent as its activities, by their weights`() throws {
        var roster = Roster(
            activities: [activity("run"), activity("stretch")],
            goals: [Goal(id: "fit", title: "Fit", created: today.advanced(by: -60))])
        try roster.link(
            GoalLink(id: "1", goal: "fit", activity: "run", role: .activity, weight: 3))
        try roster.link(GoalLink(id: "2", goal: "fit", activity: "stretch", role: .activity))
        let diary = Diary(
            activities: Array(roster.activities.values), entries: entries("run", daysAgo: 0..<14))

        let standing = diary.standing(
            of: try #require(roster.goals["fit"]), in: roster, asOf: today)

        #expect(standing.consistency == 0.75)
        #expect(!standing.isPaused)
    }

    @Test func `an activity is listed after the one it follows, and a circle ends`() {
        var first = activity("a")
        first.follows = "c"
        var third = activity("c")
        let second = activity("b")
        #expect([first, second, third].softlyOrdered.map(\.id) == ["c", "a", "b"])

        third.follows = "a"
        #expect(Set([first, second, third].softlyOrdered.map(\.id)) == ["a", "b", "c"])
    }
}
