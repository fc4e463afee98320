import CivilTime
import Contracts
import JSON
import RPC
import Testing
import Tracker

/// Documents as the tracker's app writes them: absent values are left out, and the date of a log
/// has the time of day.
@Suite struct AppDocumentTests {
    private static let activity =
        #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z", "typeRaw": "checkbox"}"#

    /// A document with one log a day, except for four logs on the last day.
    private static func appDocument(logs count: Int) -> String {
        let first = CivilDate(days: 10_000)
        let logs = (0..<count).map { index in
            let day = first.advanced(by: min(index, 9000))
            let details = [
                "", #", "value": 2.5"#, #", "note": "x""#, #", "timeSlotRaw": "evening""#,
            ]
            return #"{"id": "log \#(index)", "activityID": "a", "statusRaw": "completed", "#
                + #""date": "\#(day)T17:45:00Z", "completedAt": "\#(day)T17:45:00Z"\#(details[index % 4])}"#
        }
        return #"{"version": "2.0", "activities": [\#(activity)], "logs": ["#
            + logs.joined(separator: ",\n") + "]}"
    }

    private func logs(of text: String) throws -> [JSONValue] {
        let root = try JSONValue(parsing: Array(text.utf8)).object
        return root?["logs"]?.array ?? []
    }

    private func residueDocuments(in tracker: TemporaryTracker) async throws -> [String] {
        let kinds = (0..<16).map { "residue" + String(UnicodeScalar(UInt8(97 + $0))) }
        return try await tracker.storage.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: kinds)
        ).documents.map(\.id)
    }

    @Test func `logs of the app round-trip without a residue document each`() async throws {
        let tracker = try await TemporaryTracker()
        let text = Self.appDocument(logs: 12)

        let report = try await tracker.importDocument(text)
        let residue = try await residueDocuments(in: tracker)
        let again = try await tracker.importDocument(text)

        #expect(report.byType["logs"] == ImportReport.Counts(read: 12, stored: 12))
        #expect(again.byType["logs"] == ImportReport.Counts(read: 12, duplicate: 12))
        #expect(!residue.contains { $0.hasPrefix("logs/") }, "\(residue)")
        #expect(try logs(of: await tracker.export()) == logs(of: text))
    }

    @Test func `a log keeps its style when it is changed, deleted and restored`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let text = Self.appDocument(logs: 2)
        _ = try await tracker.importDocument(text)

        _ = try await tracker.client.call(
            Entries.edit, Entries.EditRequest(id: "log 0", note: "new"))
        let edited = try logs(of: await tracker.export()).first?.object
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: "log 1"))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let later = try await TemporaryTracker(sharing: tracker)

        #expect(edited?["note"] == .string("new"))
        #expect(edited?["date"] == .string("1997-05-19T17:45:00Z"))
        #expect(edited?["source"] == nil)
        #expect(try logs(of: await later.export()) == logs(of: text))
    }

    @Test func `the residue of a log from an earlier version is still exported`() async throws {
        let tracker = try await TemporaryTracker()
        let text = Self.appDocument(logs: 1)
        let activities = #"{"activities": [\#(Self.activity)]}"#
        _ = try await tracker.importDocument(activities)
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
        let residue = TrackerRecords.Change(
            kind: "residueb", id: "logs/log 0", body: "{\(fields.joined(separator: ","))}")
        _ = try await tracker.storage.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "old")
        ) { writer in
            try await writer.send(Packet(documents: [residue]))
            try await writer.send(
                Packet<FillPage>(entries: [TrackerRecords.NumberedEntry(number: 0, entry: entry)]))
        }

        let before = try await tracker.export()
        let report = try await tracker.importDocument(text)

        #expect(try logs(of: before) == logs(of: text))
        #expect(report.byType["logs"]?.duplicate == 1)
        #expect(try logs(of: await tracker.export()) == logs(of: text))
    }

    @Test func `more logs than a message holds are imported, and none if the last is not JSON`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let text = Self.appDocument(logs: 20_500)

        let refusal = await status {
            _ = try await tracker.importDocument(text.replacing("log 20499\"", with: "log"))
        }
        let untouched = try await tracker.client.call(Activities.list, Activities.ListRequest())
        let dry = try await tracker.importDocument(text, isDryRun: true)
        let report = try await tracker.importDocument(text)

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message.contains("is not JSON: reading stopped at byte") == true)
        #expect(untouched.activities.isEmpty)
        #expect(dry.byType == report.byType)
        #expect(report.byType["logs"] == ImportReport.Counts(read: 20_500, stored: 20_500))
        #expect(try logs(of: await tracker.export()) == logs(of: text))
    }
}
