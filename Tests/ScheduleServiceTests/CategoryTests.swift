import Contracts
import RPC
import Testing
import Tracking

@Suite struct CategoryTests {
    @Test func `activities of a deleted category are scored with those of none`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        _ = try await world.client.call(Categories.add, Categories.Change(name: "Mine"))
        try await world.add("One") { $0.category = "Mine" }
        try await world.add("Two")

        _ = try await world.client.call(Categories.delete, Categories.Name(name: "Mine"))

        let cards = try await world.client.call(Boards.insights, Boards.AskBoard()).scorecards
        #expect(cards.map(\.category) == [nil])
        #expect(cards.map(\.activities) == [2])
    }

    @Test func `categories begin with six, and an activity outlives its own`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let client = system.client
        try await system.add("Floss") { $0.category = "hyg" }

        _ = try await client.call(Categories.delete, Categories.Name(name: "Hygiene"))
        let without = try await client.call(
            Activities.show, Activities.Name(name: "Floss")
        ).category
        let listed = try await client.call(Categories.list, Empty()).categories.map(\.name)
        let restored = try await client.call(Categories.restoreDefaults, Empty()).categories

        #expect(listed == ["Workout", "Supplement", "Medical", "Skills", "Tracking"])
        #expect(without == nil)
        #expect(restored.count == 6)
    }
}
