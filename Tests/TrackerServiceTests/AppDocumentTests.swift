import CivilTime
import Contracts
import RPC
import Testing
import Tracker
import TrackerDocuments

/// Documents as the tracker's app writes them: keys that say nothing are left out, and the date of a
/// log has the time of day.
@Suite struct AppDocumentTests {
    private static let activity =
        #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z", "typeRaw": "checkbox"}"#

    /// Logs of an activity, a day each, the last of them four times a day.
    private static func appDocument(logs count: Int) -> String {
        let first = CivilDate(days: 10_000)
        let logs = (0..<count).map { place in
            let day = first.advanced(by: min(place, 9000))
            let said = ["", #", "value": 2.5"#, #", "note": "x""#, #", "timeSlotRaw": "evening""#]
            return #"{"id": "log \#(place)", "activityID": "a", "statusRaw": "completed", "#
                + #""date": "\#(day)T17:45:00Z", "completedAt": "\#(day)T17:45:00Z"\#(said[place % 4])}"#
        }
        return #"{"version": "2.0", "activities": [\#(activity)], "logs": ["#
            + logs.joined(separator: ",\n") + "]}"
    }

    private func logs(of text: String) throws -> [JSONValue] {
        let root = try JSONReader.value(of: Array(text.utf8)).object
        return root?["logs"]?.array ?? []
    }

    private func residueDocuments(in world: TemporaryTracker) async throws -> [String] {
        let kinds = (0..<16).map { "residue" + String(UnicodeScalar(UInt8(97 + $0))) }
        return try await world.storage.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: kinds)
        ).documents.map(\.id)
    }

    @Test func `logs of the app come out as they were, and need no document each`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let text = Self.appDocument(logs: 12)

        let report = try await world.importDocument(text)
        let kept = try await residueDocuments(in: world)
        let again = try await world.importDocument(text)

        #expect(report.byType["logs"] == ImportReport.Counts(read: 12, stored: 12))
        #expect(again.byType["logs"] == ImportReport.Counts(read: 12, duplicate: 12))
        #expect(!kept.contains { $0.hasPrefix("logs/") }, "\(kept)")
        #expect(try logs(of: await world.export()) == logs(of: text))
    }

    @Test func `a log keeps how it was written when it is changed, deleted and brought back`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let text = Self.appDocument(logs: 2)
        _ = try await world.importDocument(text)

        _ = try await world.client.call(Entries.edit, Entries.EditRequest(id: "log 0", note: "new"))
        let edited = try logs(of: await world.export()).first?.object
        _ = try await world.client.call(Entries.delete, Entries.EntryRequest(id: "log 1"))
        _ = try await world.client.call(Journal.undo, Empty())
        _ = try await world.client.call(Journal.undo, Empty())
        let later = try await TemporaryTracker(folder: world.folder)

        #expect(edited?["note"] == .string("new"))
        #expect(edited?["date"] == .string("1997-05-19T17:45:00Z"))
        #expect(edited?["source"] == nil)
        #expect(try logs(of: await later.export()) == logs(of: text))
    }

    @Test func `what a home of before kept beside a log is still written`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let text = Self.appDocument(logs: 1)
        let activities = #"{"activities": [\#(Self.activity)]}"#
        _ = try await world.importDocument(activities)
        let entry = Entry(
            id: "log 0", activity: "a", day: CivilDate(days: 10_000),
            outcome: .completed(value: nil), loggedAt: 10_000 * 86_400_000 + 63_900_000)
        let nothing = #"{"canonical": null}"#
        let keys = [
            "value", "note", "skipReason", "timeSlotRaw", "source", "photoFilename",
            "photoFilenamesData",
        ]
        let fields =
            keys.map { #""\#($0)": \#(nothing)"# } + [
                #""date": {"written": "1997-05-19T17:45:00Z", "canonical": "1997-05-19T00:00:00Z"}"#
            ]
        let kept = TrackerRecords.Change(
            kind: "residueb", id: "logs/log 0", body: "{\(fields.joined(separator: ","))}")
        _ = try await world.storage.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "old")
        ) { writer in
            try await writer.send(Packet(documents: [kept]))
            try await writer.send(
                Packet<FillPage>(entries: [TrackerRecords.NumberedEntry(number: 0, entry: entry)]))
        }

        let before = try await world.export()
        let report = try await world.importDocument(text)

        #expect(try logs(of: before) == logs(of: text))
        #expect(report.byType["logs"]?.duplicate == 1)
        #expect(try logs(of: await world.export()) == logs(of: text))
    }

    @Test func `more logs than go into a message come in, and none when the last is no JSON`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let text = Self.appDocument(logs: 20_500)

        let refusal = await status {
            _ = try await world.importDocument(text.replacing("log 20499\"", with: "log"))
        }
        let untouched = try await world.client.call(Activities.list, Activities.ListRequest())
        let dry = try await world.importDocument(text, isDryRun: true)
        let report = try await world.importDocument(text)

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message.contains("is no JSON: reading stopped at byte") == true)
        #expect(untouched.activities.isEmpty)
        #expect(dry.byType == report.byType)
        #expect(report.byType["logs"] == ImportReport.Counts(read: 20_500, stored: 20_500))
        #expect(try logs(of: await world.export()) == logs(of: text))
    }
}
