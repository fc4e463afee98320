import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// What a request with a key is answered when it comes again.
@Suite struct RepeatedAnswerTests {
    private func edit(
        _ target: Double, key: String, in world: TemporaryTracker
    ) async throws -> Activities.Item {
        var fields = Activities.Fields()
        fields.target = target
        return try await world.client.call(
            Activities.edit, Activities.EditRequest(name: "Water", fields: fields),
            CallOptions(idempotencyKey: key))
    }

    @Test func `an answer is the first one, whatever has become of the thing`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Water") { $0.target = 8 }

        let first = try await world.log("Water", 1, key: "k")
        try await world.log("Water", 2)
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: first.entry.id))
        _ = try await world.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Water"))
        let second = try await world.log("Water", 1, key: "k")

        #expect(second == first)
    }

    @Test func `the revision in an answer is the stored one, whoever else changes something`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Water") { $0.target = 8 }
        // Numbers are those of all profiles.
        _ = try await world.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))

        let first = try await edit(9, key: "k", in: world)
        let shown = try await world.client.call(
            Activities.show, Activities.ActivityRequest(name: "Water"))
        try await world.log("Water", 1)
        let second = try await edit(9, key: "k", in: world)

        #expect(first.revision == shown.revision)
        #expect(second == first)
    }

    @Test func `an activity is found by its name as it is now`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Water")
        func rename(_ name: String, _ new: String) async throws {
            _ = try await world.client.call(
                Activities.edit, Activities.EditRequest(name: name, newName: new))
        }

        try await rename("water", "Tea")
        let gone = await status { try await world.log("Water") }
        let found = try await world.log("tea").entry.activity
        try await world.add("Water")
        _ = try await world.client.call(
            Activities.delete, Activities.ActivityRequest(name: "WATER"))
        let deleted = await status { try await world.log("Water") }

        #expect(gone?.code == .notFound)
        #expect(found == "Tea")
        #expect(deleted?.code == .notFound)
    }
}
