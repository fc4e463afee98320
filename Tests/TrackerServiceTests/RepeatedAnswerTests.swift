import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Responses to repeated requests with an idempotency key.
@Suite struct RepeatedAnswerTests {
    private func edit(
        _ target: Double, key: String, in tracker: TemporaryTracker
    ) async throws -> Activities.Item {
        var fields = Activities.Fields()
        fields.target = target
        return try await tracker.client.call(
            Activities.edit, Activities.EditRequest(name: "Water", fields: fields),
            CallOptions(idempotencyKey: key))
    }

    @Test func `a repeated request gets the first response after its record was deleted`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { $0.target = 8 }

        let first = try await tracker.log("Water", 1, key: "k")
        try await tracker.log("Water", 2)
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: first.entry.id))
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Water"))
        let second = try await tracker.log("Water", 1, key: "k")

        #expect(second == first)
    }

    @Test func `a repeated completion of an amount logs what was missing once`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") {
            $0.type = .cumulative
            $0.target = 8
        }
        try await tracker.log("Water", 3)
        func complete() async throws -> Journal.LogResponse {
            try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: "Water", shouldComplete: true),
                CallOptions(idempotencyKey: "k"))
        }

        let first = try await complete()
        let second = try await complete()

        #expect(first.entry.value == 5)
        #expect(second == first)
        #expect(try await tracker.today().completed.map(\.value) == [8])
    }

    @Test func `a repeated move is made once`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["A", "B", "C", "D"] { try await tracker.add(name) }
        func names(
            _ request: Activities.ReorderRequest, key: String? = nil
        ) async throws -> [String] {
            _ = try await tracker.client.call(
                Activities.reorder, request, CallOptions(idempotencyKey: key))
            return try await tracker.client.call(Activities.list, Activities.ListRequest())
                .activities.map(\.name)
        }

        #expect(try await names(.init(names: ["D"], by: -1), key: "k") == ["A", "B", "D", "C"])
        #expect(try await names(.init(names: ["D"], by: -1), key: "k") == ["A", "B", "D", "C"])
        #expect(try await names(.init(names: ["D"], before: "A")) == ["D", "A", "B", "C"])
        #expect(try await names(.init(names: ["D"], before: "A")) == ["D", "A", "B", "C"])
        #expect(try await names(.init(names: ["D"], after: "B")) == ["A", "B", "D", "C"])
        #expect(try await names(.init(names: ["D"], after: "D")) == ["A", "B", "D", "C"])
        #expect(try await names(.init(names: ["D"], by: 9)) == ["A", "B", "C", "D"])
        #expect(try await names(.init(names: ["A"], by: -1)) == ["A", "B", "C", "D"])
        #expect(try await names(.init(names: ["C", "A"], after: "D")) == ["B", "D", "C", "A"])
    }

    @Test func `the revision in a response is the stored one, and a repeat returns it`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { $0.target = 8 }
        // Change numbers are shared by all profiles.
        _ = try await tracker.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))

        let first = try await edit(9, key: "k", in: tracker)
        let shown = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Water"))
        try await tracker.log("Water", 1)
        let second = try await edit(9, key: "k", in: tracker)

        #expect(first.revision == shown.revision)
        #expect(second == first)
    }

    @Test func `an activity is found by its present name only`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water")
        func rename(_ name: String, _ new: String) async throws {
            _ = try await tracker.client.call(
                Activities.edit, Activities.EditRequest(name: name, newName: new))
        }

        try await rename("water", "Tea")
        let former = await status { try await tracker.log("Water") }
        let found = try await tracker.log("tea").entry.activity
        try await tracker.add("Water")
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "WATER"))
        let deleted = await status { try await tracker.log("Water") }

        #expect(former?.code == .notFound)
        #expect(found == "Tea")
        #expect(deleted?.code == .notFound)
    }
}
