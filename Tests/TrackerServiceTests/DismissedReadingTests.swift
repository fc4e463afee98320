import Contracts
import RPC
import Testing
import Tracker

/// Days of activities that a person does not want read from health data again.
@Suite struct DismissedReadingTests {
    private static let document = """
        {"version":"1.0","activities":[{"id":"w","name":"Scale"}],"dayline":\
        {"dismissedReading":{"2026-01-06 w":{"activity":"w","day":"2026-01-06"}}}}
        """

    @Test func `they are exported and come back`() async throws {
        let worlds = [try await TemporaryTracker(), try await TemporaryTracker()]
        defer { for world in worlds { world.remove() } }

        let report = try await worlds[0].importDocument(Self.document)
        let text = try await worlds[0].export()
        _ = try await worlds[1].importDocument(text)

        #expect(report.problems.isEmpty)
        #expect(text.contains("dismissedReading"))
        #expect(try await worlds[1].export() == text)
    }

    @Test func `they go with their activity`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        _ = try await world.importDocument(Self.document)

        _ = try await world.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Scale"))
        _ = try await world.client.call(Trash.purge, Trash.PurgeRequest(name: "Scale"))

        #expect(!(try await world.export().contains("dismissedReading")))
    }
}
