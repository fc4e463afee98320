import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct DocumentImportTests {
    private let monday = TemporaryTracker.monday

    @Test func `a second import adds nothing, and a changed record is updated`() async throws {
        let tracker = try await TemporaryTracker.full()
        let text = try await tracker.export()

        let again = try await tracker.importDocument(text)
        let changed = try await tracker.importDocument(text.replacing("Sick, ", with: "Ill, "))

        #expect(again.stored == 0, "\(again.byType)")
        #expect(again.duplicate == again.read)
        #expect(changed.stored == 1)
        #expect(changed.byType["logs"]?.stored == 1)
    }

    @Test func `the last entry of a day is the one logged last, also after an edit and a restart`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let text = """
            {"version": "1.0", "activities": [{"id": "a", "name": "Mood", "typeRaw": "value",
                "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [
                {"id": "late", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 5,
                 "statusRaw": "completed", "completedAt": "2026-01-05T20:00:00Z"},
                {"id": "early", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 7,
                 "statusRaw": "completed", "completedAt": "2026-01-05T08:00:00Z"},
                {"id": "first", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 8,
                 "statusRaw": "completed"},
                {"id": "tied", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 9,
                 "statusRaw": "completed", "completedAt": "2026-01-05T08:00:00Z"}]}
            """
        func order(in client: Client) async throws -> [Entry.ID] {
            try await client.call(Entries.list, Entries.ListRequest(activity: "Mood")).entries.map(
                \.id)
        }
        _ = try await tracker.importDocument(text, zone: "UTC")

        let imported = try await order(in: tracker.client)
        _ = try await tracker.client.call(Entries.edit, Entries.EditRequest(id: "early", note: "x"))
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: "early"))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let edited = try await order(in: tracker.client)
        let restarted = try await order(in: TemporaryTracker(sharing: tracker).client)

        #expect(imported == ["late", "tied", "early", "first"])
        #expect(edited == imported)
        #expect(restarted == imported)
        #expect(try await tracker.today(monday).completed.map(\.value) == [5])
    }

    @Test func `the problem of a snapshot without an end names the missing key`() async throws {
        let tracker = try await TemporaryTracker()

        let report = try await tracker.importDocument(
            """
            {"version":"2.0","activities":[{"id":"a","name":"Read",
              "createdAt":"2026-01-01T00:00:00Z"}],
             "configSnapshots":[{"id":"s","activityID":"a",
              "effectiveFrom":"2026-01-01T00:00:00Z"}]}
            """)

        #expect(report.problems.contains { $0.reason.contains("effectiveUntil") })
    }

    @Test func `a log keeps its day in the zone that it was exported in`() async throws {
        let tracker = try await TemporaryTracker()

        _ = try await tracker.importDocument(
            """
            {"activities": [{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [{"id": "l", "activityID": "a", "date": "2026-01-06T02:00:00Z"}]}
            """, zone: "America/New_York")

        let entries = try await tracker.client.call(
            Entries.list, Entries.ListRequest(activity: "Read"))
        #expect(entries.entries.map(\.date.description) == ["2026-01-05"])
    }

    @Test func `activities with one name are imported and named by their identifiers`() async throws
    {
        let tracker = try await TemporaryTracker()
        let text = """
            {"version": "1.0", "activities": [
                {"id": "A", "name": "Run", "createdAt": "2026-01-01T00:00:00Z"},
                {"id": "B", "name": "run", "createdAt": "2026-01-01T00:00:00Z"},
                {"id": "C", "name": "Run", "createdAt": "2026-01-01T00:00:00Z"}], "logs": []}
            """

        let report = try await tracker.importDocument(text)
        let refused = await status { try await tracker.log("Run") }

        #expect(report.byType["activities"]?.stored == 3)
        #expect(report.problems.map(\.count) == [2])
        #expect(refused?.code == .invalidArgument)
        #expect(refused?.message.contains("A, C") == true)
        #expect(refused?.hint?.contains("dayline activity edit C") == true)
        #expect(try await tracker.log("run").entry.activity == "run")
        #expect(try await tracker.log("A").entry.activity == "Run")
    }
}
