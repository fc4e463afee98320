import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing
import Tracker

/// Responses with long texts are split into messages below the size limit.
@Suite(.temporaryStorage) struct PageTests {
    /// A page ends after two of these.
    private func longEntry(_ id: Int) throws -> TrackerRecords.Change {
        let note = String(repeating: "x", count: WireLimits.pageBytes * 2 / 3)
        return try change(
            Entry(
                id: Entry.ID("e\(id)"), activity: "water", day: CivilDate(days: 20_000),
                outcome: .completed(value: 1), note: note))
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `entries with long notes are sent in several pages, each once`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        for id in 0..<3 { try await apply(storage, "log", longEntry(id)) }

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

        #expect(ids == ["e0", "e1", "e2"])
        #expect(pages > 1)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `changes with long texts are sent in several pages, each once`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        for id in 0..<3 { try await apply(storage, "log", longEntry(id)) }

        var keys: [String] = []
        var pages = 0
        var number: Int64 = 0
        while true {
            let page = try await storage.client.call(
                Changes.since, Changes.SinceRequest(number: number))
            guard let last = page.changes.last else { break }
            keys += page.changes.filter { $0.kind == TrackerRecords.entryKind }.map(\.key)
            number = last.number
            pages += 1
        }

        #expect(keys == ["e0", "e1", "e2"])
        #expect(pages == 2)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `import reports are sent in several pages, each once`(engine: DatabaseEngine) async throws
    {
        let storage = try await engine.storage()
        var published: [Int64] = []
        for _ in 0..<3 {
            let id = try await storage.begin()
            let problem = ImportReport.Problem(
                offset: 0, line: 1,
                reason: String(repeating: "x", count: WireLimits.pageBytes * 2 / 3), count: 1)
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
        #expect(pages == 2)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `text with a null character is read completely`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let note = "before\u{0}after"

        try await apply(storage, "log", change(entry("a", note: note)))

        #expect(try await entries(storage).map(\.note) == [note])
    }

    /// A document of nearly the maximum length; a page ends after two of these.
    private func document(_ kind: String, _ id: String) -> TrackerRecords.Change {
        let text = String(repeating: "x", count: TrackerRecords.bodyLimit - 100)
        return TrackerRecords.Change(kind: kind, id: id, body: "\"\(text)\"")
    }

    private func fill(_ storage: any StorageUnderTest, _ documents: [TrackerRecords.Change])
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

    @Test(arguments: DatabaseEngine.allCases)
    func `documents are sent in pages that fit a message, each once and in order`(
        engine: DatabaseEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        // The first page ends within the documents of a kind.
        let names = ["goal/a", "note/a", "note/b"]
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
        #expect(counts == [2, 1])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a step with texts longer than a page is undone completely`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        let changes = try (0..<3).map { try longEntry($0) }
        _ = try await storage.client.call(
            TrackerRecords.apply, TrackerRecords.ApplyRequest(summary: "log", changes: changes))

        _ = try await storage.client.call(
            TrackerRecords.undo, TrackerRecords.StepRequest())

        #expect(try await entries(storage).isEmpty)
    }
}
