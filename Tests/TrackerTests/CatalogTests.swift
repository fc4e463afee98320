import CivilTime
import Foundation
import Testing
import Tracker

@Suite struct CatalogTests {
    private let today = CivilDate(days: 20_600)

    /// A container of two, and one activity beside it.
    private func catalog() throws -> Catalog {
        var roster = Catalog()
        try roster.add(activity("c", Configuration(kind: .container)))
        try roster.add(activity("k"))
        try roster.add(activity("l"))
        try roster.add(activity("m"))
        try roster.move("k", into: "c", on: today)
        try roster.move("l", into: "c", on: today)
        return roster
    }

    private func activity(
        _ id: Activity.ID, _ configuration: Configuration = Configuration()
    ) -> Activity {
        Activity(
            id: id, name: id.rawValue, created: today.advanced(by: -30),
            configuration: configuration)
    }

    private func children(_ roster: Catalog) -> [Activity.ID] {
        roster.children(of: "c").map(\.id)
    }

    @Test func `a resumed child goes back as the last of its container`() throws {
        var roster = try catalog()

        try roster.pause("k", on: today)
        #expect(children(roster) == ["l"])
        try roster.resume("k", on: today.advanced(by: 4))

        #expect(children(roster) == ["l", "k"])
    }

    @Test func `a container is paused and resumed with its children`() throws {
        var roster = try catalog()

        try roster.pause("c", on: today)
        #expect(roster.activities.values.filter(\.isPaused).count == 3)
        try roster.resume("c", on: today.advanced(by: 4))

        #expect(children(roster) == ["k", "l"])
        #expect(roster.activities.values.filter(\.isPaused).isEmpty)
    }

    @Test func `a child that was paused by itself stays paused when its container is resumed`()
        throws
    {
        var roster = try catalog()
        try roster.pause("k", on: today)
        try roster.pause("c", on: today)

        try roster.resume("c", on: today)

        #expect(roster.activities["k"]?.isPaused == true)
        #expect(children(roster) == ["l"])
    }

    @Test func `days of a pause that is over are not days on which it was due`() throws {
        var roster = try catalog()
        try roster.pause("m", on: today)
        try roster.resume("m", on: today.advanced(by: 4))

        let activity = try #require(roster.activities["m"])
        let available = (0..<6).filter { activity.isAvailable(on: today.advanced(by: $0)) }

        #expect(available == [0, 4, 5])
    }

    @Test func `a pause that is over stays what it was at the end of each of its days`() throws {
        var roster = try catalog()
        try roster.pause("m", on: today)
        let paused = try #require(roster.activities["m"])
        try roster.resume("m", on: today.advanced(by: 3))
        let resumed = try #require(roster.activities["m"])
        try roster.pause("m", on: today.advanced(by: 6))
        try roster.resume("m", on: today.advanced(by: 7))
        let resumedNextDay = try #require(roster.activities["m"])

        func pausedDays(_ activity: Activity) -> [Int] {
            (-2..<9).filter { activity.pause(on: today.advanced(by: $0)) != nil }
        }
        #expect(pausedDays(paused) == Array(0..<9))
        #expect(pausedDays(resumed) == [0, 1, 2])
        #expect(pausedDays(resumedNextDay) == [0, 1, 2, 6])
        #expect(
            (0..<9).filter { !resumedNextDay.isAvailable(on: today.advanced(by: $0)) } == [1, 2])
        #expect(resumedNextDay.asOf(today.advanced(by: 6))?.isPaused == true)
        let data = try JSONEncoder().encode(resumedNextDay)
        #expect(try JSONDecoder().decode(Activity.self, from: data) == resumedNextDay)
    }

    @Test func `a pause undone on its day leaves no trace`() throws {
        var roster = try catalog()
        let before = try #require(roster.activities["m"])

        try roster.pause("m", on: today)
        try roster.resume("m", on: today)
        try roster.edit("m", scope: .future, on: today) { $0.schedule = .weekly([1]) }

        let after = try #require(roster.activities["m"])
        #expect(after.pastPauses.isEmpty)
        #expect(after.configuration(on: today).schedule == .weekly([1]))
        let yesterday = today.advanced(by: -1)
        #expect(after.configuration(on: yesterday) == before.configuration(on: yesterday))
    }

    @Test func `an edit of all days reaches the past, one of the future does not`() throws {
        var roster = try catalog()
        try roster.edit("m", scope: .future, on: today) { $0.schedule = .weekly([1]) }
        try roster.edit("m", scope: .all, on: today) { $0.slots = [.evening] }

        let past = try #require(roster.activities["m"]).configuration(on: today.advanced(by: -1))

        #expect(past.schedule == .daily)
        #expect(past.slots == [.evening])
    }

    @Test func `a group takes the order given and the category of its first member`() throws {
        var roster = try catalog()
        try roster.add(activity("n"))
        try roster.updateDetails("n") { $0.category = "health" }

        try roster.group(["n", "m"], as: "g", name: "Group", on: today)

        #expect(roster.children(of: "g").map(\.id) == ["n", "m"])
        #expect(roster.activities["m"]?.category == "health")
        #expect(roster.topLevel.last?.id == "g")
    }

    @Test func `a converted activity loses its number and health link, but not its past`() throws {
        var roster = Catalog()
        let water = Configuration(
            kind: .cumulative(Quantity(target: 8), by: .sum),
            health: HealthLink(metric: "dietaryWater"))
        try roster.add(activity("water", water))

        try roster.convert("water", on: today)

        let converted = try #require(roster.activities["water"])
        #expect(converted.configuration.kind == .container)
        #expect(converted.configuration.health == nil)
        #expect(converted.configuration(on: today.advanced(by: -1)) == water)
    }

    @Test func `a dissolved container hands its goals to children that lack them`() throws {
        var roster = try catalog()
        roster.add(Goal(id: "g", title: "G", created: today))
        try roster.link(
            GoalLink(id: "1", goal: "g", activity: "c", role: .activity, weight: 2))

        try roster.dissolve("c", on: today) { GoalLink.ID("\($0) \($1)") }

        #expect(roster.links.map(\.activity) == ["k", "l"])
        #expect(roster.links.allSatisfy { $0.weight == 2 })
        #expect(roster.activities["k"]?.parent == nil)
        #expect(roster.activities["k"]?.parent(on: today.advanced(by: -1)) == nil)
    }

    @Test func `what would break the house is refused`() throws {
        var roster = try catalog()
        try roster.add(activity("s", Configuration(schedule: .sticky)))

        #expect(throws: CatalogError.notAContainer("m")) {
            try roster.move("k", into: "m", on: today)
        }
        #expect(throws: CatalogError.isAReminder("s")) {
            try roster.move("s", into: "c", on: today)
        }
        #expect(throws: CatalogError.notTopLevel("k")) {
            try roster.group(["k"], as: "g", name: "G", on: today)
        }
        #expect(throws: CatalogError.notPaused("m")) { try roster.resume("m", on: today) }
        #expect(throws: CatalogError.isAContainer("c")) { try roster.convert("c", on: today) }
    }

    @Test func `a sixth metric is refused`() throws {
        var roster = Catalog()
        roster.add(Goal(id: "g", title: "G", created: today))
        for place in 0..<6 {
            try roster.add(activity(Activity.ID("\(place)")))
        }
        func link(_ place: Int) throws {
            try roster.link(
                GoalLink(
                    id: GoalLink.ID("\(place)"), goal: "g", activity: Activity.ID("\(place)"),
                    role: .metric(MetricTarget())))
        }
        for place in 0..<5 {
            try link(place)
        }

        #expect(throws: CatalogError.link(.tooManyMetrics, of: "5")) { try link(5) }
    }

    @Test func `a metric should go where its goals agree that it should`() throws {
        var roster = try catalog()
        roster.add(Goal(id: "g", title: "G", created: today))
        roster.add(Goal(id: "h", title: "H", created: today))
        let down = MetricTarget(baseline: 85, target: 78)
        try roster.link(GoalLink(id: "1", goal: "g", activity: "m", role: .metric(down)))
        #expect(roster.wantedDirections == ["m": .decrease])

        let up = MetricTarget(direction: .increase)
        try roster.link(GoalLink(id: "2", goal: "h", activity: "m", role: .metric(up)))
        #expect(roster.wantedDirections.isEmpty)
    }

    @Test func `the difference of two rosters is what one change touched`() throws {
        let before = try catalog()
        var after = before

        try after.pause("m", on: today)

        let changes = after.changes(from: before)
        #expect(changes.activities.map(\.id) == ["m"])
        #expect(changes.goals.isEmpty && changes.links.isEmpty && changes.removedLinks.isEmpty)
        #expect(before.changes(from: before).activities.isEmpty)
    }
}
