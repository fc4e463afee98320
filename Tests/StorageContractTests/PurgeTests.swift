import Contracts
import RPC
import StorageTestKit
import Testing
import Tracker

/// Records that are removed for good.
@Suite(.temporaryStorage) struct PurgeTests {
    private let uuid = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
    private let nothing = TrackerRecords.StepRequest()
    private let all = TrackerRecords.Change(
        kind: TrackerRecords.entriesKind, id: "water", body: nil)

    private func changes(_ storage: any StorageUnderTest) async throws -> [Changes.Change] {
        try await storage.client.call(Changes.since, Changes.SinceRequest(number: 0)).changes
    }

    @Test(arguments: StorageEngine.allCases)
    func `purging an activity's entries clears them in the log`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storage()
        var other = entry("c", note: "other")
        other.activity = "tea"
        try await apply(storage, "log", change(entry("a", note: "secret")))
        try await apply(storage, "log", change(entry(uuid, note: "secret")), change(other))

        let applied = try await apply(storage, "purge", all, isFinal: true)
        let again = try await apply(storage, "purge", all, isFinal: true)

        #expect(try await entries(storage) == [other])
        #expect(
            applied.records == [
                TrackerRecords.RecordKey(kind: TrackerRecords.entriesKind, id: "water")
            ])
        #expect(again.records.isEmpty)
        let log = try await changes(storage)
        #expect(log.filter { "\($0.before ?? "")\($0.after ?? "")".contains("secret") }.isEmpty)
        #expect(log.contains { $0.key == "c" && $0.after != nil })
        #expect(
            await code(of: { _ = try await storage.client.call(TrackerRecords.undo, nothing) })
                == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases)
    func `purged entries of a fill cannot be restored`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await fill(storage, entries: ["a", uuid])
        try await fill(storage, entries: [uuid], value: 10)

        try await apply(storage, "purge", all, isFinal: true)

        #expect(
            await code(of: { _ = try await storage.client.call(TrackerRecords.undo, nothing) })
                == .failedPrecondition)
        #expect(try await entries(storage).isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `removing all entries of an activity is refused as a step`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        try await apply(storage, "log", change(entry("a")))

        let refusal = await code(of: { try await apply(storage, "purge", all) })

        #expect(refusal == .invalidArgument)
        #expect(try await entries(storage).count == 1)
    }
}
