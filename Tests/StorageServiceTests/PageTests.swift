import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// However much single things have to say, what is asked for comes in messages that can be sent.
@Suite struct PageTests {
    private func lengthy(_ id: Int) throws -> TrackerRecords.Change {
        let note = String(repeating: "x", count: 700_000)
        return try change(
            Entry(
                id: Entry.ID("e\(id)"), activity: "water", day: CivilDate(days: 20_000),
                outcome: .completed(value: 1), note: note))
    }

    @Test func `entries with long notes come in several pages, each once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        for id in 0..<30 { try await apply(storage, "log", lengthy(id)) }

        var ids: [String] = []
        var after: Int64? = 0
        var pages = 0
        while let start = after {
            let page = try await storage.client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: start))
            ids += try page.entries().map(\.entry.id.rawValue)
            after = page.body.next
            pages += 1
        }

        #expect(ids == (0..<30).map { "e\($0)" })
        #expect(pages > 1)
    }

    @Test func `changes with long texts come in several pages, each once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        for id in 0..<30 { try await apply(storage, "log", lengthy(id)) }

        var keys: [String] = []
        var number: Int64 = 0
        while true {
            let page = try await storage.client.call(
                Changes.since, Changes.SinceRequest(number: number))
            guard let last = page.changes.last else { break }
            keys += page.changes.filter { $0.kind == TrackerRecords.entryKind }.map(\.key)
            number = last.number
        }

        #expect(keys == (0..<30).map { "e\($0)" })
    }

    @Test func `reports of imports come in several pages, each once`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        var published: [Int64] = []
        for _ in 0..<12 {
            let id = try await storage.begin()
            let problem = ImportReport.Problem(
                offset: 0, line: 1, reason: String(repeating: "x", count: 900_000), count: 1)
            let report = ImportReport(
                id: id, importer: "test", file: "f", bytes: 9, seconds: 1, byType: [:],
                problems: [problem], ignoredMetadata: [:], isTruncated: false, isDryRun: false,
                version: 0)
            _ = try await storage.client.call(
                Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []))
            published.append(id)
        }

        var listed: [Int64] = []
        var pages = 0
        var next: Int64?
        repeat {
            let page = try await storage.client.call(
                ImportLog.list, ImportLog.ListRequest(before: next))
            listed += page.imports.map(\.id)
            next = page.next
            pages += 1
        } while next != nil

        #expect(listed == published.reversed())
        #expect(pages > 1)
    }

    @Test func `text is read whole, whatever characters it has`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let note = "before\u{0}after"

        try await apply(storage, "log", change(entry("a", note: note)))

        #expect(try await entries(storage).map(\.note) == [note])
    }

    /// A document of almost the length that one may have.
    private func document(_ kind: String, _ id: String) -> TrackerRecords.Change {
        let text = String(repeating: "x", count: TrackerRecords.bodyLimit - 100)
        return TrackerRecords.Change(kind: kind, id: id, body: "\"\(text)\"")
    }

    private func fill(_ storage: TemporaryStorage, _ documents: [TrackerRecords.Change])
        async throws
    {
        _ = try await storage.client.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "import")
        ) {
            writer in
            for document in documents {
                try await writer.send(Packet<FillPage>(documents: [document]))
            }
        }
    }

    @Test func `documents come in pages that fit a message, each once and in order`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let names = ["goal/a", "goal/b", "goal/c", "note/a", "note/b", "note/c", "vow/0", "vow/1"]
        let others = [document("other", "a")]
        try await fill(
            storage,
            names.map { name in
                document(String(name.prefix { $0 != "/" }), String(name.suffix(1)))
            } + others)

        var found: [String] = []
        var counts: [Int] = []
        var last: TrackerRecords.RecordKey?
        repeat {
            let page = try await storage.client.call(
                TrackerRecords.documents,
                TrackerRecords.DocumentsRequest(kinds: ["vow", "goal", "note"], after: last))
            found += page.documents.map { "\($0.kind)/\($0.id)" }
            counts.append(page.documents.count)
            last = page.next
        } while last != nil

        #expect(found == names)
        #expect(counts == [2, 2, 2, 2])
    }

    @Test func `a step is undone whole, however long its texts`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        // As many as one request may hold.
        let changes = try (0..<11).map { try lengthy($0) }
        _ = try await storage.client.call(
            TrackerRecords.apply, TrackerRecords.ApplyRequest(summary: "log", changes: changes))

        _ = try await storage.client.call(
            TrackerRecords.undo, TrackerRecords.FingerprintRequest(fingerprint: nil))

        #expect(try await entries(storage).isEmpty)
    }
}
