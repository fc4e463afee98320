import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct TwoServicesTests {
    private let monday = TemporaryTracker.monday

    @Test func `what storage is told beside the service is in the next answer`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        let water = try await system.add("Water") { $0.target = 8 }
        _ = try await system.today()
        func entry(_ id: String) -> Entry {
            Entry(
                id: Entry.ID(id), activity: water.id, day: monday, outcome: .completed(value: 3))
        }

        _ = try await system.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "beside",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.entryKind, id: "a",
                        body: try JSONBody.encode(entry("a")).text)
                ]))
        let once = try await system.today().slots.first?.items.first?.value
        let page = try Packet<FillPage>(
            entries: [TrackerRecords.NumberedEntry(number: 0, entry: entry("b"))])
        _ = try await system.storage.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "file")
        ) { try await $0.send(page) }

        #expect(once == 3)
        #expect(try await system.today().slots.first?.items.first?.value == 6)
    }

    @Test func `many logs at once are all kept`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await system.log("Water", 1) } }
            try await group.waitForAll()
        }

        #expect(try await system.log("Water", 1).day.total == 21)
    }

    @Test func `of two edits at once one wins, and the other says what changed`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        let seen = try await system.add("Water") { $0.target = 8 }
        func edit(target: Double) async throws {
            var fields = Activities.Fields()
            fields.target = target
            _ = try await system.client.call(
                Activities.edit,
                Activities.EditRequest(name: "Water", fields: fields, revision: seen.revision))
        }

        try await edit(target: 9)
        let refused = await status { try await edit(target: 10) }

        #expect(refused?.code == .aborted)
        #expect(refused?.message.contains("target 9") == true)
    }

    /// Each has a book of its own, which knows nothing of what the other does.
    @Test func `two services at once each plan on what the other has done`() async throws {
        let one = try await TemporaryTracker()
        defer { one.remove() }
        let other = try await TemporaryTracker(sharing: one)
        try await one.add("Water") {
            $0.type = .cumulative
            $0.target = 80
        }
        try await one.add("Read")

        try await other.log("Water", 2)
        let total = try await one.log("Water", 3).day.total
        _ = try await one.client.call(Journal.skip, Journal.SkipRequest(activity: "Read"))
        let twice = await status {
            _ = try await other.client.call(Journal.skip, Journal.SkipRequest(activity: "Read"))
        }
        _ = try await one.client.call(Journal.undo, Empty())
        let again = try await other.client.call(Journal.skip, Journal.SkipRequest(activity: "Read"))

        #expect(total == 5)
        #expect(twice?.code == .failedPrecondition)
        #expect(again.entry.activity == "Read")
    }

    @Test func `many logs of two services at once are all kept`() async throws {
        let one = try await TemporaryTracker()
        defer { one.remove() }
        let other = try await TemporaryTracker(sharing: one)
        try await one.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<30 {
                group.addTask { try await (place % 2 == 0 ? one : other).log("Water", 1) }
            }
            try await group.waitForAll()
        }

        #expect(try await one.log("Water", 1).day.total == 31)
    }

    @Test func `a request that another service has done is not done again`() async throws {
        let one = try await TemporaryTracker()
        defer { one.remove() }
        let other = try await TemporaryTracker(sharing: one)
        try await one.add("Water") { $0.target = 80 }
        try await other.log("Water", 1)

        let first = try await one.log("Water", 1, key: "k")
        let second = try await other.log("Water", 1, key: "k")

        #expect(first.day.total == 2)
        #expect(second == first)
    }
}
