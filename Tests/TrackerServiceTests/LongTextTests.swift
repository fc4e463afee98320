import CivilTime
import Contracts
import JSON
import RPC
import Synchronization
import Testing
import Tracker

/// Texts that alone or together are longer than a message.
@Suite struct LongTextTests {
    private let monday = TemporaryTracker.monday

    private func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    private func log(_ id: Int, _ note: String) -> String {
        """
        {"activityID": "a", "completedAt": null, "date": "2026-01-05T00:00:00Z", "id": "l\(id)",
         "note": "\(note)", "photoFilename": null, "photoFilenamesData": null,
         "skipReason": null, "source": null, "statusRaw": "completed", "timeSlotRaw": null,
         "value": null}
        """
    }

    @Test func `a text longer than the limit is refused, and nothing is logged`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Read")
        try await tracker.add("Diary") { $0.answer = "text" }
        let long = text(Entry.textLimit + 1)
        let logged = try await tracker.client.call(
            Journal.log, Journal.LogRequest(activity: "Read", note: text(Entry.textLimit)))

        let refusals = [
            await status {
                _ = try await tracker.client.call(
                    Journal.log, Journal.LogRequest(activity: "Diary", note: long))
            },
            await status {
                _ = try await tracker.client.call(
                    Journal.log, Journal.LogRequest(activity: "Diary", value: .text(long)))
            },
            await status {
                _ = try await tracker.client.call(
                    Journal.skip, Journal.SkipRequest(activity: "Diary", reason: long))
            },
            await status {
                _ = try await tracker.client.call(
                    Entries.edit, Entries.EditRequest(id: logged.entry.id, note: long))
            },
        ]

        #expect(refusals.map(\.?.code) == Array(repeating: .invalidArgument, count: 4))
        let entries = try await tracker.client.call(
            Entries.list, Entries.ListRequest(activity: "Diary"))
        #expect(entries.entries.isEmpty)
    }

    @Test func `long notes that exceed a message together are imported and exported`() async throws
    {
        let tracker = try await TemporaryTracker()
        let other = try await TemporaryTracker()
        let note = text(16_000)
        let count = WireLimits.messageBytes / 16_000 + 1
        let logs = (0..<count).map { log($0, note) }.joined(separator: ",\n")
        let activity = #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}"#

        let report = try await tracker.importDocument(
            #"{"activities": [\#(activity)], "logs": [\#(logs)]}"#)
        let exported = try await tracker.export()
        let again = try await other.importDocument(exported)

        #expect(report.byType["logs"] == ImportReport.Counts(read: count, stored: count))
        #expect(again.byType["logs"] == report.byType["logs"])
        #expect(try await other.export() == exported)
    }

    @Test func `a document's note longer than the limit is reported and exported again`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let note = text(Entry.textLimit + 1)
        let activity = #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}"#

        let report = try await tracker.importDocument(
            #"{"activities": [\#(activity)], "logs": [\#(log(1, note)), \#(log(2, "short"))]}"#)

        #expect(report.byType["logs"] == ImportReport.Counts(read: 2, stored: 2))
        #expect(report.problems.count == 1)
        let root = try JSONValue(parsing: Array(try await tracker.export().utf8)).object
        let notes = root?["logs"]?.array?.map { $0.object?["note"]?.string?.utf8.count }
        #expect(notes == [note.utf8.count, 5])
    }

    @Test func `unknown fields may exceed a message together, but one record may not`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        func activity(_ id: Int, _ bytes: Int) -> String {
            #"{"id": "a\#(id)", "name": "Read \#(id)", "odd": "\#(text(bytes))"}"#
        }
        // Nine such records are longer than a message.
        let size = WireLimits.messageBytes / 9 + 1
        let valid = (0..<9).map { activity($0, size) }
        let tooLong = activity(9, TrackerRecords.bodyLimit)
        let list = (valid + [tooLong]).joined(separator: ",\n")

        let report = try await tracker.importDocument(#"{"activities": [\#(list)]}"#)
        let exported = try await tracker.export()

        #expect(report.byType["activities"] == ImportReport.Counts(read: 10, stored: 10))
        #expect(report.problems.map(\.count) == [1])
        let fields = exported.split(separator: #""odd":""#).dropFirst()
        #expect(
            fields.map { $0.prefix { $0 == "x" }.utf8.count } == Array(repeating: size, count: 9))
    }

    @Test func `a file is exported in pieces`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Read")
        for day in 0..<20 {
            _ = try await tracker.client.call(
                Journal.log,
                Journal.LogRequest(
                    activity: "Read", on: monday.advanced(by: day), note: text(Entry.textLimit),
                    future: true))
        }
        let pieces = Mutex<[Int]>([])

        let exported = try await tracker.client.stream(
            Documents.export, Documents.ExportRequest(format: .csv, contents: .tracker)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            pieces.withLock { $0.append(data.count) }
        }

        #expect(pieces.withLock { $0.count } > 1)
        #expect(pieces.withLock { $0.max() } ?? 0 <= 256 << 10)
        #expect(pieces.withLock { $0.reduce(0, +) } == exported.bytes)
        #expect(exported.entries == 20)
    }
}
