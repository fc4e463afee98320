import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// An entry on a day after today is refused, unless the request says that the day is meant.
@Suite struct FutureEntryTests {
    private let today = TemporaryTracker.monday
    private var tomorrow: CivilDate { today.advanced(by: 1) }

    private func world() async throws -> TemporaryTracker {
        let world = try await TemporaryTracker()
        try await world.add("Floss")
        return world
    }

    @Test func `a log on a day after today is refused with a hint`() async throws {
        let world = try await world()
        defer { world.remove() }

        let refusal = await status {
            _ = try await world.client.call(
                Journal.log, Journal.LogRequest(activity: "Floss", on: tomorrow))
        }

        #expect(refusal?.code == .failedPrecondition)
        #expect(refusal?.message.contains("2026-01-06") == true)
        #expect(refusal?.hint?.contains("--future") == true)
        #expect(try await world.today(tomorrow).completed.isEmpty)
    }

    @Test func `a log on today is accepted, and one on a day after today that is meant`()
        async throws
    {
        let world = try await world()
        defer { world.remove() }

        for day in [today, tomorrow] {
            _ = try await world.client.call(
                Journal.log,
                Journal.LogRequest(activity: "Floss", on: day, future: day == today ? nil : true))
        }

        #expect(try await world.today(tomorrow).completed.map(\.name) == ["Floss"])
    }

    @Test func `a skip on a day after today is refused unless it is meant`() async throws {
        let world = try await world()
        defer { world.remove() }

        let refusal = await status {
            _ = try await world.client.call(
                Journal.skip, Journal.SkipRequest(activity: "Floss", on: tomorrow))
        }
        _ = try await world.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Floss", on: tomorrow, future: true))

        #expect(refusal?.code == .failedPrecondition)
    }

    @Test func `an entry is moved to a day after today only if that is meant`() async throws {
        let world = try await world()
        defer { world.remove() }
        let id = try await world.log("Floss").entry.id

        let refusal = await status {
            _ = try await world.client.call(
                Entries.edit, Entries.EditRequest(id: id, day: tomorrow))
        }
        let moved = try await world.client.call(
            Entries.edit, Entries.EditRequest(id: id, day: tomorrow, future: true))
        // The note of an entry that is there already may be changed.
        _ = try await world.client.call(
            Entries.edit, Entries.EditRequest(id: id, day: tomorrow, note: "early"))

        #expect(refusal?.code == .failedPrecondition)
        #expect(moved.entry.date == tomorrow)
    }

    @Test func `a document brings entries on days after today`() async throws {
        let world = try await world()
        defer { world.remove() }

        let report = try await world.importDocument(
            """
            {"version": "1.0", "activities": [{"id": "r", "name": "Read",
               "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [{"id": "l", "activityID": "r", "date": "2026-03-01T00:00:00Z",
               "statusRaw": "completed"}]}
            """)

        #expect(report.byType["logs"]?.stored == 1)
    }
}
