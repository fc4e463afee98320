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
