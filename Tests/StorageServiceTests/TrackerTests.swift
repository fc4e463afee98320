import CivilTime
import Contracts
import Foundation
import GRDB
import RPC
import Testing
import Tracking

@Suite struct TrackerTests {
    private func entry(_ id: String, value: Double? = 250, note: String? = nil) -> Entry {
        Entry(
            id: Entry.ID(id), activity: "water", day: CivilDate(days: 20_000),
            outcome: .completed(value: value), slot: .morning, note: note,
            photos: note == nil ? [:] : ["front": "a.jpg"],
            answer: note == nil ? nil : .choices(["one", "two"]), mood: note == nil ? nil : 4,
            place: note == nil ? nil : "the park",
            entered: note == nil ? nil : EnteredValue(amount: 0.25, unit: "l"), loggedAt: 1234,
            style: note == nil ? nil : 77)
    }

    private func change(_ entry: Entry, expected: Int64? = nil) throws -> Tracker.Change {
        Tracker.Change(
            kind: Tracker.entryKind, id: entry.id.rawValue, expected: expected,
            body: try JSONBody.encode(entry).text)
    }

    @discardableResult
    private func apply(
        _ storage: TemporaryStorage, _ summary: String = "a change",
        _ changes: Tracker.Change..., isFinal: Bool? = nil, fingerprint: String? = nil,
        key: String? = nil
    ) async throws -> Tracker.Applied {
        try await storage.client.call(
            Tracker.apply,
            Tracker.Apply(
                summary: summary, changes: changes, fingerprint: fingerprint, isFinal: isFinal),
            CallOptions(idempotencyKey: key))
    }

    private func entries(_ storage: TemporaryStorage) async throws -> [Entry] {
        try await storage.client.call(Tracker.entries, Tracker.AskEntries(after: 0)).entries()
            .map(\.entry)
    }

    private func bodies(_ storage: TemporaryStorage) async throws -> [String] {
        try await storage.client.call(Tracker.documents, Tracker.AskDocuments(kinds: ["goal"]))
            .documents.map(\.body)
    }

    private func fill(
        _ storage: TemporaryStorage, entries ids: [String], _ documents: Tracker.Change...,
        value: Double = 9, replacing kinds: [String] = []
    ) async throws {
        let page = try Packet<FillPage>(
            entries: ids.map {
                Tracker.NumberedEntry(number: 0, entry: entry($0, value: value))
            })
        _ = try await storage.client.upload(
            Tracker.fill, Tracker.Fill(summary: "import", replacedKinds: kinds)
        ) { writer in
            try await writer.send(Packet(documents: documents))
            try await writer.send(page)
        }
    }

    private func step(
        _ storage: TemporaryStorage, _ method: Method<Tracker.Fingerprint, Tracker.Applied>
    ) async throws -> String {
        try await storage.client.call(method, Tracker.Fingerprint(fingerprint: nil)).summary
    }

    private func goal(_ body: String?, expected: Int64? = nil) -> Tracker.Change {
        Tracker.Change(kind: "goal", id: "g", expected: expected, body: body)
    }

    @Test func `entries come back as they were, in the order they were logged`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let plain = entry("b", value: nil)
        let full = entry("a", note: "line one\nline two")
        var skipped = entry("c")
        skipped.outcome = .skipped(reason: "Sick")

        try await apply(storage, "log", change(plain), change(full), change(skipped))

        #expect(try await entries(storage) == [plain, full, skipped])
        let found = try await storage.client.call(Tracker.entry, Tracker.EntryName(id: "a"))
        #expect(found.entry == full)
    }

    @Test func `a long log is read in pages`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "log", change(entry("a")), change(entry("b")), change(entry("c")))

        let first = try await storage.client.call(
            Tracker.entries, Tracker.AskEntries(after: 0, limit: 2))
        let rest = try await storage.client.call(
            Tracker.entries, Tracker.AskEntries(after: try #require(first.body.next), limit: 2))

        #expect(try (first.entries() + rest.entries()).map(\.entry.id) == ["a", "b", "c"])
        #expect(rest.body.next == nil)
    }

    @Test func `undo takes back step by step, and redo makes it again`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", change(entry("a")), goal("{\"n\":1}"))
        try await apply(storage, "second", change(entry("a", value: 300)), goal("{\"n\":2}"))
        try await apply(
            storage, "third", Tracker.Change(kind: Tracker.entryKind, id: "a", body: nil))
        func step(
            _ method: RPC.Method<Tracker.Fingerprint, Tracker.Applied>
        ) async throws -> String {
            try await storage.client.call(method, Tracker.Fingerprint(fingerprint: nil)).summary
        }

        #expect(try await step(Tracker.undo) == "third")
        #expect(try await entries(storage) == [entry("a", value: 300)])
        #expect(try await step(Tracker.undo) == "second")
        #expect(try await entries(storage) == [entry("a")])
        #expect(try await bodies(storage) == ["{\"n\":1}"])
        #expect(try await step(Tracker.redo) == "second")
        #expect(try await bodies(storage) == ["{\"n\":2}"])
        #expect(try await step(Tracker.undo) == "second")
        #expect(try await step(Tracker.undo) == "first")
        #expect(try await entries(storage).isEmpty)
        #expect(await code { _ = try await step(Tracker.undo) } == .failedPrecondition)
    }

    @Test func `a setting is taken back, but not how something is looked at`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        func set(_ key: String, _ value: String?) async throws {
            _ = try await storage.client.call(
                Settings.set, Settings.Change(key: key, value: value))
        }
        func settings() async throws -> [String: String] {
            try await storage.client.call(Settings.list, Empty()).values
        }
        try await set(Settings.weekStart, "sunday")
        try await set(Settings.weekStart, nil)
        try await set(Settings.intervalPrefix + "steps", "week")

        #expect(try await step(storage, Tracker.undo) == "settings weekStart")
        #expect(try await settings()[Settings.weekStart] == "sunday")
        #expect(try await step(storage, Tracker.undo) == "settings weekStart sunday")
        #expect(try await settings() == [Settings.intervalPrefix + "steps": "week"])
        #expect(try await step(storage, Tracker.redo) == "settings weekStart sunday")
        #expect(try await settings()[Settings.weekStart] == "sunday")
    }

    @Test func `what was undone cannot be made again after another change`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", goal("{\"n\":1}"))
        let nothing = Tracker.Fingerprint(fingerprint: nil)
        _ = try await storage.client.call(Tracker.undo, nothing)

        try await apply(storage, "second", goal("{\"n\":2}"))

        #expect(
            await code { _ = try await storage.client.call(Tracker.redo, nothing) }
                == .failedPrecondition)
    }

    @Test func `the order of a day is restored with what was removed`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "log", change(entry("a")), change(entry("b")))
        try await apply(
            storage, "delete", Tracker.Change(kind: Tracker.entryKind, id: "a", body: nil))

        _ = try await storage.client.call(Tracker.undo, Tracker.Fingerprint(fingerprint: nil))

        #expect(try await entries(storage).map(\.id) == ["a", "b"])
    }

    @Test func `a record that moved is not overwritten, and nothing of the request holds`()
        async throws
    {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let first = try await apply(storage, "first", goal("{}", expected: 0)).last

        try await apply(storage, "second", goal("{\"n\":1}", expected: first))
        let late = await code {
            try await apply(
                storage, "late", change(entry("a")), goal("{\"n\":2}", expected: first))
        }

        #expect(late == .aborted)
        #expect(try await bodies(storage) == ["{\"n\":1}"])
        #expect(try await entries(storage).isEmpty)
    }

    @Test func `each change is in the log with what was there before`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", goal("{\"n\":1}"))
        try await apply(storage, "second", goal("{\"n\":2}"))

        let page = try await storage.client.call(Changes.since, Changes.Since(number: 1))

        #expect(page.changes.map(\.kind) == ["goal"])
        #expect(page.changes.map(\.before) == ["{\"n\":1}"])
        #expect(page.changes.map(\.after) == ["{\"n\":2}"])
    }

    @Test func `what changes nothing is no step`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", goal("{}"))
        try await apply(storage, "nothing", goal("{}"))

        let undone = try await storage.client.call(
            Tracker.undo, Tracker.Fingerprint(fingerprint: nil))

        #expect(undone.summary == "first")
    }

    @Test func `a key is remembered with what came of it`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let asked = Tracker.Fingerprint(fingerprint: "log water 250")
        let options = CallOptions(idempotencyKey: "k")
        let before = try await storage.client.call(Tracker.recall, asked, options).applied

        let applied = try await apply(
            storage, "log", change(entry("a")), fingerprint: asked.fingerprint, key: "k")
        let again = try await apply(
            storage, "log", change(entry("b")), fingerprint: asked.fingerprint, key: "k")

        #expect(before == nil)
        var repeated = applied
        repeated.isRepeated = true
        #expect(again == repeated)
        #expect(try await storage.client.call(Tracker.recall, asked, options).applied == applied)
        #expect(try await entries(storage).map(\.id) == ["a"])
        let other = Tracker.Fingerprint(fingerprint: "log water 300")
        #expect(
            await code { _ = try await storage.client.call(Tracker.recall, other, options) }
                == .failedPrecondition)
    }

    @Test func `what is removed for good leaves the log and cannot be undone`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", goal("{\"secret\":1}"))
        try await apply(storage, "purge", goal(nil), isFinal: true)

        let changes = try await storage.client.call(
            Changes.since, Changes.Since(number: 0)
        ).changes

        #expect(changes.allSatisfy { $0.before == nil && $0.after == nil })
        #expect(
            await code {
                _ = try await storage.client.call(
                    Tracker.undo, Tracker.Fingerprint(fingerprint: nil))
            } == .failedPrecondition)
    }

    @Test func `very many entries are taken in at once, known ones in their place`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        try await apply(storage, "first", change(entry("b")), goal("{\"n\":1}"))
        try await fill(storage, entries: ["a", "b"], replacing: ["goal"])

        #expect(try await entries(storage) == [entry("b", value: 9), entry("a", value: 9)])
        #expect(try await bodies(storage).isEmpty)
    }

    @Test(arguments: [[], ["goal"], ["goal", Tracker.entryKind]])
    func `what was taken in at once is taken back and made again as one step`(
        replaced: [String]
    ) async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        struct Rows: Equatable {
            var entries: [Tracker.NumberedEntry]
            var bodies: [String]
        }
        func rows() async throws -> Rows {
            Rows(
                entries: try await storage.client.call(
                    Tracker.entries, Tracker.AskEntries(after: 0)
                ).entries(), bodies: try await bodies(storage))
        }
        try await apply(
            storage, "first", change(entry("b")), change(entry("c")), goal("{\"n\":1}"))
        try await apply(
            storage, "second", Tracker.Change(kind: "goal", id: "h", body: "{\"n\":2}"))
        let before = try await rows()
        try await fill(
            storage, entries: ["a", "b"], goal("{\"n\":3}"),
            Tracker.Change(kind: "goal", id: "i", body: "{\"n\":4}"), replacing: replaced)
        let filled = try await rows()
        // What came after the fill goes first, and leaves it as it was.
        try await apply(storage, "third", change(entry("b", value: 1)), change(entry("d")))

        #expect(try await step(storage, Tracker.undo) == "third")
        #expect(try await rows() == filled)
        for _ in 0..<2 {
            #expect(try await step(storage, Tracker.undo) == "import")
            #expect(try await rows() == before)
            #expect(try await step(storage, Tracker.redo) == "import")
            #expect(try await rows() == filled)
        }
        #expect(try await step(storage, Tracker.undo) == "import")
        #expect(try await step(storage, Tracker.undo) == "second")
        #expect(try await step(storage, Tracker.undo) == "first")
        #expect(try await rows() == Rows(entries: [], bodies: []))
    }

    /// So many that indexes are made after them.
    @Test(arguments: [true, false])
    func `very many entries are found by all that finds few, and go again`(
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
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let kim = CallOptions(profile: "kim")
        _ = try await storage.client.call(
            Tracker.apply, Tracker.Apply(summary: "log", changes: [try change(entry("e 7"))]), kim)
        let before = try await indexes()
        let ids = (0..<10_000).map { "e \($0)" } + (repeatsOne ? ["e 7"] : [])

        try await fill(storage, entries: ids)
        let all = try await entries(storage)
        try await apply(storage, "log", change(entry("e 9999", value: 3)))
        let changed = try await storage.client.call(
            Tracker.entry, Tracker.EntryName(id: "e 9999"))
        #expect(try await step(storage, Tracker.undo) == "log")
        #expect(try await step(storage, Tracker.undo) == "import")

        #expect(all.map(\.id.rawValue) == Array(ids.prefix(10_000)))
        #expect(changed.number == 10_000)
        #expect(changed.entry.outcome.value == 3)
        #expect(try await indexes() == before)
        #expect(try await entries(storage).isEmpty)
        let others = try await storage.client.call(
            Tracker.entries, Tracker.AskEntries(after: 0), kim)
        #expect(try others.entries().map(\.entry.id) == ["e 7"])
    }

    @Test func `what is planned on an older version is refused`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let first = try await apply(storage, "first", change(entry("a")))
        func applied(_ id: String, on base: Int64) async -> Status.Code? {
            await code {
                _ = try await storage.client.call(
                    Tracker.apply,
                    Tracker.Apply(summary: "log", changes: [try change(entry(id))], base: base))
            }
        }
        _ = try await storage.client.call(
            Tracker.apply, Tracker.Apply(summary: "log", changes: [try change(entry("k"))]),
            CallOptions(profile: "kim"))

        let unmoved = await applied("b", on: first.last)
        let moved = await applied("c", on: first.last)
        let unborn = await applied("d", on: 99)

        #expect([unmoved, moved, unborn] == [nil, .aborted, .aborted])
        #expect(try await entries(storage).map(\.id) == ["a", "b"])
    }

    @Test func `the last three of what was taken in at once can be taken back`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        for id in ["a", "b", "c", "d"] { try await fill(storage, entries: [id]) }

        for _ in 0..<3 { #expect(try await step(storage, Tracker.undo) == "import") }

        #expect(try await entries(storage).map(\.id) == ["a"])
        #expect(
            await code { _ = try await step(storage, Tracker.undo) } == .failedPrecondition)
    }

    @Test func `what an import put aside goes when a record of it is removed for good`()
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
            await code { _ = try await step(storage, Tracker.undo) } == .failedPrecondition)
    }

    @Test func `a profile sees its own rows only`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        _ = try await storage.client.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        try await apply(storage, "log", change(entry("a")))
        let kim = CallOptions(profile: "kim")

        let page = try await storage.client.call(
            Tracker.entries, Tracker.AskEntries(after: 0), kim)

        #expect(try page.entries().isEmpty)
        #expect(
            await code {
                _ = try await storage.client.call(Tracker.entry, Tracker.EntryName(id: "a"), kim)
            } == .notFound)
    }

    @Test func `entries of a home of the seventh schema are as they were`() async throws {
        let folder = NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Modules/StorageService/Schema")
        let steps = try FileManager.default.contentsOfDirectory(atPath: schema.path)
            .filter { $0 < "v8" && $0.prefix { $0 != "_" }.count == 2 }.sorted()
        let sql = try steps.map {
            try String(contentsOf: schema.appendingPathComponent($0), encoding: .utf8)
        }
        try await DatabaseQueue(path: "\(folder)/dayline.sqlite").write { db in
            try db.execute(
                sql: sql.joined() + """
                    INSERT INTO profile (name) VALUES ('default');
                    INSERT INTO profile_zone VALUES (1, NULL, 'UTC');
                    INSERT INTO entry (profile_id, number, id, activity, day, status, value, source,
                        note, logged_at, revision)
                    VALUES (1, 4, 'e', 'a', 12, 'completed', 1.5, 'person', 'n', 77, 3);
                    PRAGMA user_version = 7;
                    """)
        }

        let opened = try await TemporaryStorage(folder: folder)
        defer { opened.remove() }
        let page = try await opened.client.call(Tracker.entries, Tracker.AskEntries(after: 0))

        let entry = Entry(
            id: "e", activity: "a", day: CivilDate(days: 12), outcome: .completed(value: 1.5),
            note: "n", loggedAt: 77)
        #expect(steps.count == 7)
        #expect(try page.entries() == [Tracker.NumberedEntry(number: 4, entry: entry)])
    }
}
