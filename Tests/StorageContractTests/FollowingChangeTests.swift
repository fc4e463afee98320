import Contracts
import RPC
import StorageTestKit
import Testing
import Tracker

/// Changes without a step.
@Suite(.temporaryStorage) struct FollowingChangeTests {
    private func applySynced(_ storage: any StorageUnderTest, _ change: TrackerRecords.Change)
        async throws
    {
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "read", changes: [change], origin: "health"))
    }

    private func revert(
        _ method: Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse>,
        _ storage: any StorageUnderTest
    ) async throws -> [Double?] {
        _ = try await storage.client.call(
            method, TrackerRecords.StepRequest())
        return try await entries(storage).map(\.outcome.value)
    }

    @Test(arguments: StorageEngine.allCases)
    func `following changes are undone with the fill before them`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        try await applySynced(storage, change(entry("a", value: 1)))
        try await fill(storage, entries: ["b"], value: 2)
        try await applySynced(storage, change(entry("b", value: 3)))

        let undone = try await revert(TrackerRecords.undo, storage)
        try await applySynced(storage, change(entry("c", value: 4)))
        let redone = try await revert(TrackerRecords.redo, storage)
        let again = try await revert(TrackerRecords.undo, storage)

        #expect(undone == [1])
        #expect(redone == [1, 2])
        #expect(again == [1])
    }

    @Test(arguments: StorageEngine.allCases)
    func `following changes alone cannot be undone`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await applySynced(storage, change(entry("a")))

        await #expect(throws: Status.self) { try await revert(TrackerRecords.undo, storage) }
        #expect(try await entries(storage).count == 1)
    }

    @Test(arguments: StorageEngine.allCases, ["", String(repeating: "x", count: 33)])
    func `an origin that is empty or too long is refused`(engine: StorageEngine, name: String)
        async throws
    {
        let storage = try await engine.storage()

        await #expect(throws: Status.self) {
            try await storage.client.call(
                TrackerRecords.apply,
                TrackerRecords.ApplyRequest(
                    summary: "read", changes: [change(entry("a"))], origin: name))
        }
    }
}
