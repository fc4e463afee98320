import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct CategoryTests {
    @Test func `activities of a deleted category are scored with those without one`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(Categories.add, Categories.ChangeRequest(name: "Mine"))
        try await tracker.add("One") { $0.category = "Mine" }
        try await tracker.add("Two")

        _ = try await tracker.client.call(Categories.delete, Categories.DeleteRequest(name: "Mine"))

        let cards = try await tracker.client.call(Statistics.insights, Statistics.AsOfRequest())
            .scorecards
        #expect(cards.map(\.category) == [nil])
        #expect(cards.map(\.activities) == [2])
    }

    @Test func `reminders every few days count from a first day`() async throws {
        let tracker = try await TemporaryTracker()
        var request = Categories.ChangeRequest(
            name: "Plants", times: [540], start: "2026-03-01", everyDays: 3)

        let added = try await tracker.client.call(Categories.add, request)
        request = Categories.ChangeRequest(name: "Plants", frequency: .daily, start: "")
        let edited = try await tracker.client.call(Categories.edit, request)

        #expect(added.frequency == .custom && added.everyDays == 3)
        #expect(added.start?.description == "2026-03-01")
        #expect(edited.frequency == .daily && edited.everyDays == nil && edited.start == nil)
    }

    @Test(
        arguments: [
            (ReminderPlan.Frequency.once, nil, nil, nil), (nil, nil, nil, 3),
            (.custom, "2026-03-01", nil, 1), (.daily, "2026-03-02", "2026-03-01", nil),
            (.once, "tomorrow", nil, nil),
        ] as [(ReminderPlan.Frequency?, String?, String?, Int?)])
    func `a reminder schedule without a valid day or distance is refused`(
        frequency: ReminderPlan.Frequency?, start: String?, end: String?, everyDays: Int?
    ) async throws {
        let tracker = try await TemporaryTracker()

        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Categories.add,
                Categories.ChangeRequest(
                    name: "Plants", frequency: frequency, start: start, end: end,
                    everyDays: everyDays))
        }

        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("Plants") == true)
    }

    private func names(_ tracker: TemporaryTracker) async throws -> [String] {
        try await tracker.client.call(Categories.list, Empty()).categories.map(\.name)
    }

    @Test func `categories are placed first in a new order, and undo restores the order`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let before = try await names(tracker)

        let after = try await tracker.client.call(
            Categories.reorder, Categories.ReorderRequest(names: ["Skills", "medical"])
        ).categories.map(\.name)
        let stored = try await names(tracker)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(
            after == ["Skills", "Medical", "Workout", "Supplement", "Hygiene", "Tracking"])
        #expect(stored == after)
        #expect(try await names(tracker) == before)
    }

    @Test(arguments: [
        ("Workout", -1, 0), ("Workout", 1, 1), ("Hygiene", -1, 1), ("Hygiene", -9, 0),
        ("Hygiene", .max, 5), ("Tracking", 1, 5), ("Tracking", .min, 0),
    ])
    func `a category moves by places within the ends of the list`(
        name: String, distance: Int, place: Int
    ) async throws {
        let tracker = try await TemporaryTracker()
        let others = try await names(tracker).filter { $0 != name }

        let moved = try await tracker.client.call(
            Categories.reorder, Categories.ReorderRequest(names: [name], by: distance)
        ).categories.map(\.name)

        #expect(moved.firstIndex(of: name) == place)
        #expect(moved.filter { $0 != name } == others)
    }

    @Test func `an order that changes nothing adds no step`() async throws {
        let tracker = try await TemporaryTracker()

        _ = try await tracker.client.call(
            Categories.reorder, Categories.ReorderRequest(names: ["Workout"], by: -1))
        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(Journal.undo, Journal.StepRequest())
        }

        #expect(error?.code == .failedPrecondition)
    }

    @Test(arguments: [[], ["Workout", "work"]])
    func `an order without a category or with one twice is refused`(names: [String]) async throws {
        let tracker = try await TemporaryTracker()

        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Categories.reorder, Categories.ReorderRequest(names: names))
        }

        #expect(error?.code == .invalidArgument)
        #expect(error?.hint?.contains("category reorder") == true)
    }

    @Test func `a new category with a second name is rejected`() async throws {
        let tracker = try await TemporaryTracker()

        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Categories.add, Categories.ChangeRequest(name: "Mine", newName: "Yours"))
        }

        #expect(error?.code == .invalidArgument)
    }

    @Test func `six categories exist at first, and an activity outlives its category`() async throws
    {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        try await tracker.add("Floss") { $0.category = "hyg" }

        _ = try await client.call(Categories.delete, Categories.DeleteRequest(name: "Hygiene"))
        let without = try await client.call(
            Activities.show, Activities.ActivityRequest(name: "Floss")
        ).category
        let listed = try await client.call(Categories.list, Empty()).categories.map(\.name)
        let restored = try await client.call(Categories.restoreDefaults, Empty()).categories

        #expect(listed == ["Workout", "Supplement", "Medical", "Skills", "Tracking"])
        #expect(without == nil)
        #expect(restored.count == 6)
    }
}
