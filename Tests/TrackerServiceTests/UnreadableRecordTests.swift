import Contracts
import RPC
import Testing

@Suite struct UnreadableRecordTests {
    @Test
    func `the hint for a record that cannot be read leads to doctor and restore, not to undo`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "damage",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.activityKind, id: "broken", body: #"{"name": 1}"#)
                ]))

        let refusal = await status { _ = try await world.today() }

        #expect(refusal?.code == .dataLoss)
        #expect(refusal?.message.contains("broken") == true)
        #expect(refusal?.hint?.contains("dayline doctor") == true)
        #expect(refusal?.hint?.contains("dayline restore") == true)
        #expect(refusal?.hint?.contains("undo") == false)
    }
}
