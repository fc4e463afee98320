import Contracts
import RPC
import Testing
import Tracker

/// Export and removal of the days that are excluded from health sync.
@Suite struct DismissedReadingTests {
    private static let document = """
        {"version":"1.0","activities":[{"id":"w","name":"Scale"}],"dayline":\
        {"dismissedReading":{"2026-01-06 w":{"activity":"w","day":"2026-01-06"}}}}
        """

    @Test func `dismissed readings are exported and imported`() async throws {
        let trackers = [try await TemporaryTracker(), try await TemporaryTracker()]

        let report = try await trackers[0].importDocument(Self.document)
        let text = try await trackers[0].export()
        _ = try await trackers[1].importDocument(text)

        #expect(report.problems.isEmpty)
        #expect(text.contains("dismissedReading"))
        #expect(try await trackers[1].export() == text)
    }

    @Test func `purging an activity removes its dismissed readings`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(Self.document)

        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Scale"))
        _ = try await tracker.client.call(Trash.purge, Trash.PurgeRequest(name: "Scale"))

        #expect(!(try await tracker.export().contains("dismissedReading")))
    }
}
