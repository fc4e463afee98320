import CivilTime
import Contracts
import RPC
import Synchronization
import Testing
import Tracker
import TrackerDocuments

/// Texts that together, or alone, are longer than a message.
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

    @Test func `a text longer than any is refused, and nothing is logged`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Read")
        try await world.add("Diary") { $0.answer = "text" }
        let long = text(Entry.textLimit + 1)
        let kept = try await world.client.call(
            Journal.log, Journal.LogRequest(activity: "Read", note: text(Entry.textLimit)))

        let refusals = [
            await status {
                _ = try await world.client.call(
                    Journal.log, Journal.LogRequest(activity: "Diary", note: long))
            },
            await status {
                _ = try await world.client.call(
                    Journal.log, Journal.LogRequest(activity: "Diary", value: .text(long)))
            },
            await status {
                _ = try await world.client.call(
                    Journal.skip, Journal.SkipRequest(activity: "Diary", reason: long))
            },
            await status {
                _ = try await world.client.call(
                    Entries.edit, Entries.EditRequest(id: kept.entry.id, note: long))
            },
        ]

        #expect(refusals.map(\.?.code) == Array(repeating: .invalidArgument, count: 4))
        let entries = try await world.client.call(
            Entries.list, Entries.ListRequest(activity: "Diary"))
        #expect(entries.entries.isEmpty)
    }

    @Test func `years of long notes are imported, answered and exported`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let other = try await TemporaryTracker()
        defer { other.remove() }
        let note = text(16_000)
        let logs = (0..<1200).map { log($0, note) }.joined(separator: ",\n")
        let activity = #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}"#

        let report = try await world.importDocument(
            #"{"activities": [\#(activity)], "logs": [\#(logs)]}"#)
        let exported = try await world.export()
        let again = try await other.importDocument(exported)

        #expect(report.byType["logs"] == ImportReport.Counts(read: 1200, stored: 1200))
        #expect(again.byType["logs"] == report.byType["logs"])
        #expect(try await other.export() == exported)
    }

    @Test func `a longer note of a document is told, and is in the next export`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let note = text(Entry.textLimit + 1)
        let activity = #"{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}"#

        let report = try await world.importDocument(
            #"{"activities": [\#(activity)], "logs": [\#(log(1, note)), \#(log(2, "short"))]}"#)

        #expect(report.byType["logs"] == ImportReport.Counts(read: 2, stored: 2))
        #expect(report.problems.count == 1)
        let root = try JSONReader.value(of: Array(try await world.export().utf8)).object
        let notes = root?["logs"]?.array?.map { $0.object?["note"]?.string?.utf8.count }
        #expect(notes == [note.utf8.count, 5])
    }

    @Test func `what nobody understands may be longer than a message, but not one record`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        func activity(_ id: Int, _ bytes: Int) -> String {
            #"{"id": "a\#(id)", "name": "Read \#(id)", "odd": "\#(text(bytes))"}"#
        }
        let fine = (0..<6).map { activity($0, 900_000) }
        let tooLong = activity(6, TrackerRecords.bodyLimit)
        let list = (fine + [tooLong]).joined(separator: ",\n")

        let report = try await world.importDocument(#"{"activities": [\#(list)]}"#)

        #expect(report.byType["activities"] == ImportReport.Counts(read: 7, stored: 7))
        #expect(report.problems.map(\.count) == [1])
        let root = try JSONReader.value(of: Array(try await world.export().utf8)).object
        let odd = root?["activities"]?.array?.compactMap { $0.object?["odd"]?.string?.utf8.count }
        #expect(odd == Array(repeating: 900_000, count: 6))
    }

    @Test func `a file goes out in pieces`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Read")
        for day in 0..<40 {
            _ = try await world.client.call(
                Journal.log,
                Journal.LogRequest(
                    activity: "Read", on: monday.advanced(by: day), note: text(Entry.textLimit),
                    future: true))
        }
        let pieces = Mutex<[Int]>([])

        let exported = try await world.client.stream(
            Documents.export, Documents.ExportRequest(format: .csv, contents: .tracker)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            pieces.withLock { $0.append(data.count) }
        }

        #expect(pieces.withLock { $0.max() } ?? 0 <= 256 << 10)
        #expect(pieces.withLock { $0.reduce(0, +) } == exported.bytes)
        #expect(exported.entries == 40)
    }
}
