import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct TwoServicesTests {
    private let monday = TemporaryTracker.monday

    @Test func `records written to storage by others are in the next response`() async throws {
        let tracker = try await TemporaryTracker()
        let water = try await tracker.add("Water") { $0.target = 8 }
        _ = try await tracker.today()
        func entry(_ id: String) -> Entry {
            Entry(
                id: Entry.ID(id), activity: water.id, day: monday, outcome: .completed(value: 3))
        }

        _ = try await tracker.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "beside",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.entryKind, id: "a",
                        body: try JSONBody.encode(entry("a")).text)
                ]))
        let once = try await tracker.today().slots.first?.items.first?.value
        let page = try Packet<FillPage>(
            entries: [TrackerRecords.NumberedEntry(number: 0, entry: entry("b"))])
        _ = try await tracker.storage.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "file")
        ) { try await $0.send(page) }

        #expect(once == 3)
        #expect(try await tracker.today().slots.first?.items.first?.value == 6)
    }

    @Test func `concurrent logs are all stored`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await tracker.log("Water", 1) } }
            try await group.waitForAll()
        }

        #expect(try await tracker.log("Water", 1).day.total == 21)
    }

    @Test func `an edit with an old revision is aborted and names the change`() async throws {
        let tracker = try await TemporaryTracker()
        let added = try await tracker.add("Water") { $0.target = 8 }
        func edit(target: Double) async throws {
            var fields = Activities.Fields()
            fields.target = target
            _ = try await tracker.client.call(
                Activities.edit,
                Activities.EditRequest(name: "Water", fields: fields, revision: added.revision))
        }

        try await edit(target: 9)
        let refused = await status { try await edit(target: 10) }

        #expect(refused?.code == .aborted)
        #expect(refused?.message.contains("target 9") == true)
    }

    /// The service has its own snapshot, which does not contain the commits of the other.
    @Test func `two services plan on the commits of each other`() async throws {
        let first = try await TemporaryTracker()
        let second = try await TemporaryTracker(sharing: first)
        try await first.add("Water") {
            $0.type = .cumulative
            $0.target = 80
        }
        try await first.add("Read")

        try await second.log("Water", 2)
        let total = try await first.log("Water", 3).day.total
        _ = try await first.client.call(Journal.skip, Journal.SkipRequest(activity: "Read"))
        let twice = await status {
            _ = try await second.client.call(Journal.skip, Journal.SkipRequest(activity: "Read"))
        }
        _ = try await first.client.call(Journal.undo, Journal.StepRequest())
        let again = try await second.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Read"))

        #expect(total == 5)
        #expect(twice?.code == .failedPrecondition)
        #expect(again.entry.activity == "Read")
    }

    @Test func `concurrent logs of two services are all stored`() async throws {
        let first = try await TemporaryTracker()
        let second = try await TemporaryTracker(sharing: first)
        try await first.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<30 {
                group.addTask { try await (index % 2 == 0 ? first : second).log("Water", 1) }
            }
            try await group.waitForAll()
        }

        #expect(try await first.log("Water", 1).day.total == 31)
    }

    @Test func `a request that another service executed is not executed again`() async throws {
        let first = try await TemporaryTracker()
        let second = try await TemporaryTracker(sharing: first)
        try await first.add("Water") { $0.target = 80 }
        try await second.log("Water", 1)

        let original = try await first.log("Water", 1, key: "k")
        let repeated = try await second.log("Water", 1, key: "k")

        #expect(original.day.total == 2)
        #expect(repeated == original)
    }
}
