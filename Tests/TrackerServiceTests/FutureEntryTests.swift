import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Entries on days after today are rejected unless the request allows them.
@Suite struct FutureEntryTests {
    private let today = TemporaryTracker.monday
    private var tomorrow: CivilDate { today.advanced(by: 1) }

    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss")
        return tracker
    }

    @Test func `a log on a day after today is refused with a hint`() async throws {
        let tracker = try await tracker()

        let refusal = await status {
            _ = try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: "Floss", on: tomorrow))
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("2026-01-06") == true)
        #expect(refusal?.hint?.contains("--future") == true)
        #expect(try await tracker.today(tomorrow).completed.isEmpty)
    }

    @Test func `a log on today, or with future on a later day, is accepted`()
        async throws
    {
        let tracker = try await tracker()

        for day in [today, tomorrow] {
            _ = try await tracker.client.call(
                Journal.log,
                Journal.LogRequest(activity: "Floss", on: day, future: day == today ? nil : true))
        }

        #expect(try await tracker.today(tomorrow).completed.map(\.name) == ["Floss"])
    }

    @Test func `a skip on a day after today is refused unless future is set`() async throws {
        let tracker = try await tracker()

        let refusal = await status {
            _ = try await tracker.client.call(
                Journal.skip, Journal.SkipRequest(activity: "Floss", on: tomorrow))
        }
        _ = try await tracker.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Floss", on: tomorrow, future: true))

        #expect(refusal?.code == .failedPrecondition)
    }

    @Test func `an entry is moved to a day after today only if future is set`() async throws {
        let tracker = try await tracker()
        let id = try await tracker.log("Floss").entry.id

        let refusal = await status {
            _ = try await tracker.client.call(
                Entries.edit, Entries.EditRequest(id: id, day: tomorrow))
        }
        let moved = try await tracker.client.call(
            Entries.edit, Entries.EditRequest(id: id, day: tomorrow, future: true))
        // The note of an existing entry can be changed without `future`.
        _ = try await tracker.client.call(
            Entries.edit, Entries.EditRequest(id: id, day: tomorrow, note: "early"))

        #expect(refusal?.code == .failedPrecondition)
        #expect(moved.entry.date == tomorrow)
    }

    @Test func `a document brings entries on days after today`() async throws {
        let tracker = try await tracker()

        let report = try await tracker.importDocument(
            """
            {"version": "1.0", "activities": [{"id": "r", "name": "Read",
               "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [{"id": "l", "activityID": "r", "date": "2026-03-01T00:00:00Z",
               "statusRaw": "completed"}]}
            """)

        #expect(report.byType["logs"]?.stored == 1)
    }
}
