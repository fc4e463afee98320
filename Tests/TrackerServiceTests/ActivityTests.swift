import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ActivityTests {
    private let monday = TemporaryTracker.monday

    @Test func `a new activity gets an appearance, category and unit from its name`() async throws {
        let tracker = try await TemporaryTracker()

        let water = try await tracker.add("Drink water") { $0.target = 2000 }
        let other = try await tracker.add("Zwrk")

        #expect(water.type == .cumulative)
        #expect(water.unit == "ml")
        #expect(water.category == "Supplement")
        #expect(water.color == "#45B7D1")
        #expect(other.type == .checkbox)
        #expect(other.icon == "star.fill")
        #expect(other.category == nil)
    }

    @Test func `a target, a unit, limits and hours can be removed`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") {
            ($0.target, $0.unit, $0.minimum, $0.maximum) = (2000, "ml", 10, 5000)
            $0.window = TimeWindow(slot: .morning, startHour: 6, endHour: 9)
        }
        func without(_ details: [Activities.RemovableField]) async throws -> Activities.Item {
            try await tracker.edit("Water") { $0.without = details }
        }

        let withoutTarget = try await without([.target])
        let withoutAll = try await without([.unit, .minimum, .maximum, .window])

        #expect(withoutTarget.target == nil)
        #expect(withoutTarget.unit == "ml")
        #expect(withoutTarget.type == .cumulative)
        #expect(withoutAll.unit == nil)
        #expect(withoutAll.minimum == nil)
        #expect(withoutAll.maximum == nil)
        #expect(withoutAll.window == nil)
        #expect(try await tracker.log("Water", 1).day.complete)
    }

    @Test func `activities are listed and shown as they were on a day`() async throws {
        let tracker = try await TemporaryTracker()
        let first = monday.advanced(by: -20)
        try await tracker.add("Body", on: first) { $0.type = .container }
        try await tracker.add("Water", on: first, in: "Body") { $0.target = 2 }
        try await tracker.log("Water", 2, on: first)
        try await tracker.add("Later", on: monday)
        try await tracker.edit("Water", on: monday.advanced(by: -10), scope: .future) {
            $0.target = 5
        }
        _ = try await tracker.client.call(
            Activities.pause, Activities.ActivityRequest(name: "Water", on: monday.advanced(by: -3))
        )
        func listed(_ back: Int) async throws -> [Activities.Item] {
            try await tracker.client.call(
                Activities.list, Activities.ListRequest(on: monday.advanced(by: -back))
            ).activities
        }
        func water(_ back: Int) async throws -> Activities.Item {
            try await tracker.client.call(
                Activities.show,
                Activities.ActivityRequest(name: "Water", on: monday.advanced(by: -back)))
        }

        #expect(try await listed(21).isEmpty)
        #expect(try await listed(15).map(\.name) == ["Body", "Water"])
        #expect(try await listed(0).map(\.name).sorted() == ["Body", "Later", "Water"])
        let (early, edited, paused) = try await (water(15), water(8), water(1))
        #expect([early.target, edited.target, paused.target] == [2, 5, 5])
        #expect([early.container, edited.container] == ["Body", "Body"])
        #expect(early.history?.isEmpty == true)
        #expect(edited.history?.count == 1)
        #expect(edited.pausedSince == nil)
        #expect(paused.pausedSince == monday.advanced(by: -3))
        let refused = await status { _ = try await water(21) }
        #expect(refused?.code == .failedPrecondition)
    }

    @Test func `an edit for the future keeps past days, an edit of all days changes them`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water", on: monday.advanced(by: -5)) { $0.target = 2 }
        try await tracker.log("Water", 2, on: monday.advanced(by: -1))
        func edit(target: Double, _ scope: EditScope) async throws {
            try await tracker.edit("Water", scope: scope) { $0.target = target }
        }
        func yesterday() async throws -> Int {
            try await tracker.today(monday.advanced(by: -1)).completed.count
        }

        try await edit(target: 5, .future)
        let afterFuture = try await yesterday()
        try await edit(target: 7, .all)

        #expect(afterFuture == 1)
        #expect(try await yesterday() == 0)
    }

    @Test func `a carried occurrence is logged on the day it was due`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Clean", on: monday.advanced(by: -20)) {
            $0.schedule = .weekly([6])
            $0.carryForward = true
        }

        let due = try await tracker.today().slots.flatMap(\.items)
        let logged = try await tracker.log("Clean")

        #expect(due.map(\.dueFrom) == [monday.advanced(by: -2)])
        #expect(logged.entry.date == monday.advanced(by: -2))
        #expect(try await tracker.today().slots.isEmpty)
    }

    @Test func `a group completes with its children and can be dissolved`() async throws {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        for name in ["Floss", "Brush"] {
            try await tracker.add(name, on: monday.advanced(by: -3))
        }

        let group = try await client.call(
            Activities.group, Activities.GroupRequest(name: "Teeth", members: ["Brush", "Floss"]))
        try await tracker.log("Floss")
        let open = try await tracker.today().slots.flatMap(\.items)
        try await tracker.log("Brush")
        let done = try await tracker.today().completed
        let refused = await status { try await tracker.log("Teeth") }
        let dissolved = try await client.call(
            Activities.dissolve, Activities.ActivityRequest(name: "Teeth"))

        #expect(group.children == ["Brush", "Floss"])
        #expect(open.map(\.name) == ["Teeth"])
        #expect(open.first?.children.map(\.name) == ["Brush"])
        #expect(done.map(\.name) == ["Teeth"])
        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.hint?.contains("Brush, Floss") == true)
        #expect(dissolved.type == .checkbox)
    }

    @Test func `a template adds its activities in one step, and none twice`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("stretch")
        func apply(_ name: String) async throws -> Templates.ApplyResponse {
            try await tracker.client.call(Templates.apply, Templates.ApplyRequest(name: name))
        }
        let listed = try await tracker.client.call(Templates.list, Empty()).templates

        let added = try await apply("morn")
        let again = try await apply("morning")
        let container = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Morning routine"))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let remaining = try await tracker.client.call(Activities.list, Activities.ListRequest())

        #expect(listed.map(\.name) == ["evening", "fitness", "health", "morning", "study"])
        #expect(added.added == ["Make the bed", "Brush teeth", "Breakfast"])
        #expect(added.existing == ["Stretch"])
        #expect(again.added.isEmpty)
        #expect(container.children == ["Make the bed", "Brush teeth", "Breakfast"])
        #expect(remaining.activities.map(\.name) == ["stretch"])
    }

    @Test func `an activity with a health link gets the metric's unit unless it has one`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        func add(_ name: String, _ metric: String, _ unit: String? = nil) async throws -> String? {
            try await tracker.add(name) {
                ($0.type, $0.target, $0.health, $0.unit) = (.cumulative, 5, metric, unit)
            }.unit
        }

        #expect(try await add("Steps", "stepCount") == nil)
        #expect(try await add("Paces", "stepCount", "paces") == "paces")
        #expect(try await add("Walk", "distanceWalkingRunning") == "km")
        #expect(try await add("Way", "distanceWalkingRunning", "mi") == "mi")
    }

    @Test(arguments: ["evening", "fitness", "health", "morning", "study"])
    func `each template can be applied unchanged`(name: String) async throws {
        let tracker = try await TemporaryTracker()

        let applied = try await tracker.client.call(
            Templates.apply, Templates.ApplyRequest(name: name))
        for name in applied.added {
            let item = try await tracker.client.call(
                Activities.show, Activities.ActivityRequest(name: name))
            try await tracker.log(name, item.type == .checkbox ? nil : 1)
        }

        #expect(!applied.added.isEmpty)
        let weeks = try await tracker.client.call(Statistics.streaks, Statistics.AsOfRequest())
            .streaks
        #expect(weeks.count >= applied.added.count)
    }

    @Test func `an unknown name is answered with the closest name`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Meditation")

        let refused = await status { try await tracker.log("Meditaton") }

        #expect(refused?.hint == "Did you mean \"Meditation\"?")
    }

    @Test func `answers are choices or times, and others are rejected`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Mood") { $0.options = ["good", "bad"] }
        try await tracker.add("Up at") { $0.answer = "time" }
        func answer(_ name: String, _ text: String) async throws -> String? {
            try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: name, value: .text(text))
            ).entry.answer
        }

        #expect(try await answer("Mood", "Good") == "good")
        #expect(try await answer("Up at", "7:05") == "07:05")
        #expect(await status { _ = try await answer("Mood", "meh") }?.code == .invalidArgument)
        #expect(await status { _ = try await answer("Up at", "25:00") }?.code == .invalidArgument)
    }

    @Test func `an activity created after the requested days has nothing to sync`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let monday = TemporaryTracker.monday
        try await tracker.add("Walk", on: monday.advanced(by: 3)) { $0.health = "steps" }

        let synced = try await tracker.client.call(
            HealthLinks.sync, HealthLinks.SyncRequest(on: monday.advanced(by: 1)))

        #expect(
            synced.activities == [HealthLinks.ActivityResult(activity: "Walk", metric: "stepCount")]
        )
    }
}
