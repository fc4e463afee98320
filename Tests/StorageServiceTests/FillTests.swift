import CivilTime
import Contracts
import GRDB
import RPC
import Testing
import Tracker

@Suite struct FillTests {
    @Test(arguments: StorageEngine.allCases)
    func `a fill adds new entries and replaces known ones under their numbers`(
        engine: StorageEngine
    ) async throws {
        let storage = try await engine.storage()
        defer { storage.remove() }
        try await apply(storage, "first", change(entry("b")), goal("{\"n\":1}"))
        try await fill(storage, entries: ["a", "b"], replacing: ["goal"])

        #expect(try await entries(storage) == [entry("b", value: 9), entry("a", value: 9)])
        #expect(try await bodies(storage).isEmpty)
    }

    /// With as many entries as cause the indexes to be created after the insertion.
    @Test(arguments: [true, false])
    func `entries of a large fill are found through recreated indexes, and undo removes them`(
        repeatsOne: Bool
    ) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        func indexes() async throws -> [String] {
            try await DatabaseQueue(path: storage.path).read { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT sql FROM sqlite_schema WHERE tbl_name = 'entry' ORDER BY name")
            }
        }
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let kim = CallOptions(profile: "kim")
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [try change(entry("e 7"))]), kim)
        let before = try await indexes()
        let ids = (0..<10_000).map { "e \($0)" } + (repeatsOne ? ["e 7"] : [])

        try await fill(storage, entries: ids)
        let all = try await entries(storage)
        try await apply(storage, "log", change(entry("e 9999", value: 3)))
        let changed = try await storage.client.call(
            TrackerRecords.entry, TrackerRecords.EntryRequest(id: "e 9999"))
        #expect(try await step(storage, TrackerRecords.undo) == "log")
        #expect(try await step(storage, TrackerRecords.undo) == "import")

        #expect(all.map(\.id.rawValue) == Array(ids.prefix(10_000)))
        #expect(changed.number == 10_000)
        #expect(changed.entry.outcome.value == 3)
        #expect(try await indexes() == before)
        #expect(try await entries(storage).isEmpty)
        let others = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0), kim)
        #expect(try others.entries().map(\.entry.id) == ["e 7"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `more than three small fills can be undone`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        defer { storage.remove() }
        try await apply(storage, "first", change(entry("first")))
        for id in ["a", "b", "c", "d", "e"] { try await fill(storage, entries: [id]) }

        for _ in 0..<5 { #expect(try await step(storage, TrackerRecords.undo) == "import") }

        #expect(try await entries(storage).map(\.id) == ["first"])
        #expect(try await step(storage, TrackerRecords.undo) == "first")
    }

    @Test func `the three newest fills are kept regardless of their size`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", change(entry("first")))
        for id in ["a", "b", "c"] { try await fill(storage, entries: [id]) }
        func steps() async throws -> [Int64] {
            try await DatabaseQueue(path: storage.path).read { db in
                try Int64.fetchAll(db, sql: "SELECT first_change FROM step ORDER BY first_change")
            }
        }
        let before = try await steps()
        let large = before[2]
        try await DatabaseQueue(path: storage.path).write { db in
            // More rows than all fills together may have, in the fill that becomes the third newest.
            try db.execute(
                sql: """
                    WITH RECURSIVE counted(n) AS (
                        SELECT 1000000 UNION ALL SELECT n + 1 FROM counted WHERE n < 2000000)
                    INSERT INTO displaced_document
                    SELECT 1, ?, 'goal', 'g' || n, NULL, NULL FROM counted
                    """, arguments: [large])
        }

        try await fill(storage, entries: ["d"])

        let after = try await steps()
        #expect(after.count == 3)
        #expect(Array(after.prefix(2)) == Array(before.suffix(2)))
        #expect(try await step(storage, TrackerRecords.undo) == "import")
        #expect(try await entries(storage).map(\.id) == ["first", "a", "b", "c"])
    }

    @Test func `purging a record deletes its displaced rows`()
        async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", goal("{\"secret\":1}"))
        try await fill(storage, entries: ["a"], goal("{\"secret\":2}"))
        try await apply(storage, "purge", goal(nil), isFinal: true)

        let left = try await DatabaseQueue(path: storage.path).read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM displaced_document")
        }

        #expect(left == 0)
        #expect(
            await code { _ = try await step(storage, TrackerRecords.undo) } == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases, [[], ["goal"], ["goal", TrackerRecords.entryKind]])
    func `a fill is undone and redone as one step`(
        engine: StorageEngine, replaced: [String]
    ) async throws {
        let storage = try await engine.storage()
        defer { storage.remove() }
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
        defer { storage.remove() }
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
        defer { storage.remove() }
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
}
