import Contracts
import RPC
import Testing
import Tracker

@Suite struct CategoryTests {
    @Test func `activities of a deleted category are scored with those of none`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.client.call(Categories.add, Categories.ChangeRequest(name: "Mine"))
        try await world.add("One") { $0.category = "Mine" }
        try await world.add("Two")

        _ = try await world.client.call(Categories.delete, Categories.DeleteRequest(name: "Mine"))

        let cards = try await world.client.call(Statistics.insights, Statistics.AsOfRequest())
            .scorecards
        #expect(cards.map(\.category) == [nil])
        #expect(cards.map(\.activities) == [2])
    }

    @Test func `categories begin with six, and an activity outlives its own`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        let client = system.client
        try await system.add("Floss") { $0.category = "hyg" }

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
