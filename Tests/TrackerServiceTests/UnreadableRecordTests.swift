import Contracts
import RPC
import Testing

@Suite struct UnreadableRecordTests {
    @Test
    func `the hint for an unreadable record names doctor and restore, not undo`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "damage",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.activityKind, id: "broken", body: #"{"name": 1}"#)
                ]))

        let refusal = await status { _ = try await tracker.today() }

        #expect(refusal?.code == .dataLoss)
        #expect(refusal?.message.contains("broken") == true)
        #expect(refusal?.hint?.contains("dayline doctor") == true)
        #expect(refusal?.hint?.contains("dayline restore") == true)
        #expect(refusal?.hint?.contains("undo") == false)
    }
}
