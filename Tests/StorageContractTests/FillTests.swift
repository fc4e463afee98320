import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct FillTests {
    @Test(arguments: StorageEngine.allCases)
    func `a fill adds new entries and replaces known ones under their numbers`(
        engine: StorageEngine
    ) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "first", change(entry("b")), goal("{\"n\":1}"))
        try await fill(storage, entries: ["a", "b"], replacing: ["goal"])

        #expect(try await entries(storage) == [entry("b", value: 9), entry("a", value: 9)])
        #expect(try await bodies(storage).isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `more than three small fills can be undone`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "first", change(entry("first")))
        for id in ["a", "b", "c", "d", "e"] { try await fill(storage, entries: [id]) }

        for _ in 0..<5 { #expect(try await step(storage, TrackerRecords.undo) == "import") }

        #expect(try await entries(storage).map(\.id) == ["first"])
        #expect(try await step(storage, TrackerRecords.undo) == "first")
    }

    @Test(arguments: StorageEngine.allCases, [[], ["goal"], ["goal", TrackerRecords.entryKind]])
    func `a fill is undone and redone as one step`(
        engine: StorageEngine, replaced: [String]
    ) async throws {
        let storage = try await engine.storage()
        struct Rows: Equatable {
            var entries: [TrackerRecords.NumberedEntry]
            var bodies: [String]
        }
        func rows() async throws -> Rows {
            Rows(
                entries: try await storage.client.call(
                    TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
                ).entries(), bodies: try await bodies(storage))
        }
        try await apply(
            storage, "first", change(entry("b")), change(entry("c")), goal("{\"n\":1}"))
        try await apply(
            storage, "second", TrackerRecords.Change(kind: "goal", id: "h", body: "{\"n\":2}"))
        let before = try await rows()
        try await fill(
            storage, entries: ["a", "b"], goal("{\"n\":3}"),
            TrackerRecords.Change(kind: "goal", id: "i", body: "{\"n\":4}"), replacing: replaced)
        let filled = try await rows()
        // Undoing the step after the fill leaves the filled rows unchanged.
        try await apply(storage, "third", change(entry("b", value: 1)), change(entry("d")))

        #expect(try await step(storage, TrackerRecords.undo) == "third")
        #expect(try await rows() == filled)
        for _ in 0..<2 {
            #expect(try await step(storage, TrackerRecords.undo) == "import")
            #expect(try await rows() == before)
            #expect(try await step(storage, TrackerRecords.redo) == "import")
            #expect(try await rows() == filled)
        }
        #expect(try await step(storage, TrackerRecords.undo) == "import")
        #expect(try await step(storage, TrackerRecords.undo) == "second")
        #expect(try await step(storage, TrackerRecords.undo) == "first")
        #expect(try await rows() == Rows(entries: [], bodies: []))
    }

    @Test(arguments: StorageEngine.allCases)
    func `entries removed by a fill are restored by undo and removed again by redo`(
        engine: StorageEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        func numbered() async throws -> [TrackerRecords.NumberedEntry] {
            try await storage.client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0)
            ).entries()
        }
        try await apply(storage, "first", change(entry("a", note: "x")), change(entry("b")))
        let before = try await numbered()
        try await fill(
            storage, entries: ["c"],
            TrackerRecords.Change(kind: TrackerRecords.entryKind, id: "a", body: nil),
            TrackerRecords.Change(kind: TrackerRecords.entryKind, id: "unknown", body: nil))
        let filled = try await numbered()
        #expect(filled.map(\.entry.id) == ["b", "c"])

        for _ in 0..<2 {
            #expect(try await step(storage, TrackerRecords.undo) == "import")
            #expect(try await numbered() == before)
            #expect(try await step(storage, TrackerRecords.redo) == "import")
            #expect(try await numbered() == filled)
        }
    }

    @Test(arguments: StorageEngine.allCases)
    func `a fill based on an old version is refused, and a repeated one is executed once`(
        engine: StorageEngine
    )
        async throws
    {
        let storage = try await engine.storage()
        let first = try await apply(storage, "first", change(entry("a")))
        func fill(base: Int64, key: String? = nil) async throws -> TrackerRecords.ApplyResponse {
            try await storage.client.upload(
                TrackerRecords.fill,
                TrackerRecords.FillRequest(
                    summary: "fill", base: base, fingerprint: "f", reply: "{}"),
                CallOptions(idempotencyKey: key)
            ) { try await $0.send(Packet(documents: [goal("{}")])) }
        }

        let done = try await fill(base: first.last, key: "k")
        let stale = await code { _ = try await fill(base: first.last) }
        let again = try await apply(storage, "fill", fingerprint: "f", key: "k")

        #expect(stale == .aborted)
        #expect(done.reply == nil)
        #expect(again.reply == "{}")
        #expect(again.last == done.last)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a fill that can reorder days numbers the entries of a day in their order`(
        engine: StorageEngine
    ) async throws {
        let storage = try await engine.storage()
        let page = try Packet<FillPage>(
            entries: [(Int32(3), "d"), (2, "a"), (3, "c"), (2, "b")].map { day, id in
                var entry = entry(id)
                entry.day = CivilDate(days: day)
                return TrackerRecords.NumberedEntry(number: 0, entry: entry)
            })

        _ = try await storage.client.upload(
            TrackerRecords.fill,
            TrackerRecords.FillRequest(summary: "import", canReorderDays: true)
        ) { try await $0.send(page) }
        let stored = try await entries(storage)

        #expect(stored.filter { $0.day.days == 2 }.map(\.id) == ["a", "b"])
        #expect(stored.filter { $0.day.days == 3 }.map(\.id) == ["d", "c"])
    }
}
