import CivilTime
import Foundation
import Testing
import Tracker

@Suite struct CatalogTests {
    private let today = CivilDate(days: 20_600)

    /// A catalog with a container of two activities and one activity at the top level.
    private func catalog() throws -> Catalog {
        var catalog = Catalog()
        try catalog.add(activity("c", Configuration(kind: .container)))
        try catalog.add(activity("k"))
        try catalog.add(activity("l"))
        try catalog.add(activity("m"))
        try catalog.move("k", into: "c", on: today)
        try catalog.move("l", into: "c", on: today)
        return catalog
    }

    private func activity(
        _ id: Activity.ID, _ configuration: Configuration = Configuration()
    ) -> Activity {
        Activity(
            id: id, name: id.rawValue, created: today.advanced(by: -30),
            configuration: configuration)
    }

    private func children(_ catalog: Catalog) -> [Activity.ID] {
        catalog.children(of: "c").map(\.id)
    }

    @Test func `a resumed child becomes the last child of its container`() throws {
        var catalog = try catalog()

        try catalog.pause("k", on: today)
        #expect(children(catalog) == ["l"])
        try catalog.resume("k", on: today.advanced(by: 4))

        #expect(children(catalog) == ["l", "k"])
    }

    @Test func `a container is paused and resumed with its children`() throws {
        var catalog = try catalog()

        try catalog.pause("c", on: today)
        #expect(catalog.activities.values.filter(\.isPaused).count == 3)
        try catalog.resume("c", on: today.advanced(by: 4))

        #expect(children(catalog) == ["k", "l"])
        #expect(catalog.activities.values.filter(\.isPaused).isEmpty)
    }

    @Test func `a child paused separately remains paused when its container is resumed`()
        throws
    {
        var catalog = try catalog()
        try catalog.pause("k", on: today)
        try catalog.pause("c", on: today)

        try catalog.resume("c", on: today)

        #expect(catalog.activities["k"]?.isPaused == true)
        #expect(children(catalog) == ["l"])
    }

    @Test func `an activity is not due on the days of an ended pause`() throws {
        var catalog = try catalog()
        try catalog.pause("m", on: today)
        try catalog.resume("m", on: today.advanced(by: 4))

        let activity = try #require(catalog.activities["m"])
        let available = (0..<6).filter { activity.isAvailable(on: today.advanced(by: $0)) }

        #expect(available == [0, 4, 5])
    }

    @Test func `an ended pause is reported at the end of each of its days`() throws {
        var catalog = try catalog()
        try catalog.pause("m", on: today)
        let paused = try #require(catalog.activities["m"])
        try catalog.resume("m", on: today.advanced(by: 3))
        let resumed = try #require(catalog.activities["m"])
        try catalog.pause("m", on: today.advanced(by: 6))
        try catalog.resume("m", on: today.advanced(by: 7))
        let resumedNextDay = try #require(catalog.activities["m"])

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

    @Test func `a pause resumed on its day is not recorded`() throws {
        var catalog = try catalog()
        let before = try #require(catalog.activities["m"])

        try catalog.pause("m", on: today)
        try catalog.resume("m", on: today)
        try catalog.edit("m", scope: .future, on: today) { $0.schedule = .weekly([1]) }

        let after = try #require(catalog.activities["m"])
        #expect(after.pastPauses.isEmpty)
        #expect(after.configuration(on: today).schedule == .weekly([1]))
        let yesterday = today.advanced(by: -1)
        #expect(after.configuration(on: yesterday) == before.configuration(on: yesterday))
    }

    @Test func `an edit of all days changes the past, an edit of the future does not`() throws {
        var catalog = try catalog()
        try catalog.edit("m", scope: .future, on: today) { $0.schedule = .weekly([1]) }
        try catalog.edit("m", scope: .all, on: today) { $0.slots = [.evening] }

        let past = try #require(catalog.activities["m"]).configuration(on: today.advanced(by: -1))

        #expect(past.schedule == .daily)
        #expect(past.slots == [.evening])
    }

    @Test func `a group has the given order and the category of its first member`() throws {
        var catalog = try catalog()
        try catalog.add(activity("n"))
        try catalog.updateDetails("n") { $0.category = "health" }

        try catalog.group(["n", "m"], as: "g", name: "Group", on: today)

        #expect(catalog.children(of: "g").map(\.id) == ["n", "m"])
        #expect(catalog.activities["m"]?.category == "health")
        #expect(catalog.children(of: nil).last?.id == "g")
    }

    @Test func `a converted activity loses its number and health link and retains its history`()
        throws
    {
        var catalog = Catalog()
        let water = Configuration(
            kind: .cumulative(Quantity(target: 8), by: .sum),
            health: HealthLink(metric: "dietaryWater"))
        try catalog.add(activity("water", water))

        try catalog.convert("water", on: today)

        let converted = try #require(catalog.activities["water"])
        #expect(converted.configuration.kind == .container)
        #expect(converted.configuration.health == nil)
        #expect(converted.configuration(on: today.advanced(by: -1)) == water)
    }

    @Test func `a dissolved container transfers its goal links to children without them`() throws {
        var catalog = try catalog()
        catalog.add(Goal(id: "g", title: "G", created: today))
        try catalog.link(
            GoalLink(id: "1", goal: "g", activity: "c", role: .activity, weight: 2))

        try catalog.dissolve("c", on: today) { GoalLink.ID("\($0) \($1)") }

        #expect(catalog.links.map(\.activity) == ["k", "l"])
        #expect(catalog.links.allSatisfy { $0.weight == 2 })
        #expect(catalog.activities["k"]?.parent == nil)
        #expect(catalog.activities["k"]?.parent(on: today.advanced(by: -1)) == nil)
    }

    @Test func `a change that violates the catalog's structure is rejected`() throws {
        var catalog = try catalog()
        try catalog.add(activity("s", Configuration(schedule: .sticky)))

        #expect(throws: CatalogError.notAContainer("m")) {
            try catalog.move("k", into: "m", on: today)
        }
        #expect(throws: CatalogError.isAReminder("s")) {
            try catalog.move("s", into: "c", on: today)
        }
        #expect(throws: CatalogError.notTopLevel("k")) {
            try catalog.group(["k"], as: "g", name: "G", on: today)
        }
        #expect(throws: CatalogError.notPaused("m")) { try catalog.resume("m", on: today) }
        #expect(throws: CatalogError.isAContainer("c")) { try catalog.convert("c", on: today) }
    }

    @Test func `a sixth metric is rejected`() throws {
        var catalog = Catalog()
        catalog.add(Goal(id: "g", title: "G", created: today))
        for index in 0..<6 {
            try catalog.add(activity(Activity.ID("\(index)")))
        }
        func link(_ index: Int) throws {
            try catalog.link(
                GoalLink(
                    id: GoalLink.ID("\(index)"), goal: "g", activity: Activity.ID("\(index)"),
                    role: .metric(MetricTarget())))
        }
        for index in 0..<5 {
            try link(index)
        }

        #expect(throws: CatalogError.link(.tooManyMetrics, of: "5")) { try link(5) }
    }

    @Test func `a metric has a expected direction if its goals agree`() throws {
        var catalog = try catalog()
        catalog.add(Goal(id: "g", title: "G", created: today))
        catalog.add(Goal(id: "h", title: "H", created: today))
        let down = MetricTarget(baseline: 85, target: 78)
        try catalog.link(GoalLink(id: "1", goal: "g", activity: "m", role: .metric(down)))
        #expect(catalog.targetDirections == ["m": .decrease])

        let up = MetricTarget(direction: .increase)
        try catalog.link(GoalLink(id: "2", goal: "h", activity: "m", role: .metric(up)))
        #expect(catalog.targetDirections.isEmpty)
    }

    @Test func `the difference of two catalogs contains the changed records`() throws {
        let before = try catalog()
        var after = before

        try after.pause("m", on: today)

        let changes = after.changes(from: before)
        #expect(changes.activities.map(\.id) == ["m"])
        #expect(changes.goals.isEmpty && changes.links.isEmpty && changes.removedLinks.isEmpty)
        #expect(before.changes(from: before).activities.isEmpty)
    }
}
