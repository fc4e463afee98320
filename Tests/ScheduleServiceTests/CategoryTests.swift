import Contracts
import RPC
import Testing
import Tracking

@Suite struct CategoryTests {
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
