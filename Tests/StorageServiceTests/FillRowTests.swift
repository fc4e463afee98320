import CivilTime
import Contracts
import Foundation
import GRDB
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct FillRowTests {
    /// With as many entries as cause the indexes to be created after the insertion.
    @Test(arguments: [true, false])
    func `entries of a large fill are found through recreated indexes, and undo removes them`(
        repeatsOne: Bool
    ) async throws {
        let storage = try await TemporaryStorage()
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
        let report = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(try await step(storage, TrackerRecords.undo) == "log")
        #expect(try await step(storage, TrackerRecords.undo) == "import")

        #expect(all.map(\.id.rawValue) == Array(ids.prefix(10_000)))
        #expect(changed.number == 10_000)
        #expect(report.checks.filter { !$0.ok } == [])
        #expect(changed.entry.outcome.value == 3)
        #expect(try await indexes() == before)
        #expect(try await entries(storage).isEmpty)
        let others = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0), kim)
        #expect(try others.entries().map(\.entry.id) == ["e 7"])
    }

    @Test func `the checksums of a large fill are those of its rows`() async throws {
        let storage = try await TemporaryStorage()
        let values: [Double?] = [nil, 0, -0.0, 2.5, 1e15, -1e-9]
        let texts: [String?] = [nil, "", "é", String(repeating: "long ", count: 50)]
        let entries = (0..<10_007).map { number in
            let id = number % 2 == 0 ? "e \(number)" : UUID().uuidString
            return entry(
                id, value: values[number % values.count], note: texts[number % texts.count])
        }
        let page = try Packet<FillPage>(
            entries: entries.map { TrackerRecords.NumberedEntry(number: 0, entry: $0) })

        _ = try await storage.client.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "import")
        ) { try await $0.send(page) }
        let report = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))

        #expect(report.checks.filter { !$0.ok } == [])
    }

    @Test func `each entry of a large fill has its own optional values`() async throws {
        let storage = try await TemporaryStorage()
        // A statement inserts fifty rows, each of which has another form than in the statement before.
        let added = (0..<10_010).map { number in
            var added = Entry(
                id: Entry.ID("e \(number)"), activity: "water", day: CivilDate(days: 20_000),
                outcome: .completed(value: nil))
            switch number % 7 {
            case 1: added.slot = .evening
            case 2: added.source = .health
            case 3: added.loggedAt = 1234
            case 4: added.style = 77
            case 5: added.note = "note"
            case 6: added.outcome = .skipped(reason: "ill")
            default: break
            }
            return added
        }
        let page = try Packet<FillPage>(
            entries: added.map { TrackerRecords.NumberedEntry(number: 0, entry: $0) })

        _ = try await storage.client.upload(
            TrackerRecords.fill, TrackerRecords.FillRequest(summary: "import")
        ) { try await $0.send(page) }
        let report = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))

        #expect(try await entries(storage) == added)
        #expect(report.checks.filter { !$0.ok } == [])
    }

    @Test func `a large fill with details that cannot be decoded stores nothing`() async throws {
        let storage = try await TemporaryStorage()
        var writer = EntryPageWriter()
        let place = writer.index(of: "water")
        for number in 0..<10_000 {
            writer.add(
                0, id: "e \(number)".utf8, at: place, on: CivilDate(days: 20_000),
                isCompleted: true, value: nil, slot: nil, source: .person, loggedAt: nil,
                style: nil, extras: number == 9000 ? Bytes("[]") : nil)
        }
        let page = writer.page(next: nil)
        let fillPage = Packet(
            FillPage(documents: [], entries: page.body), columns: page.columns)

        let refusal = await code {
            _ = try await storage.client.upload(
                TrackerRecords.fill, TrackerRecords.FillRequest(summary: "import")
            ) { try await $0.send(fillPage) }
        }

        #expect(refusal != nil)
        #expect(try await entries(storage).isEmpty)
    }

    @Test func `a large fill that can reorder days is numbered by activity and day`() async throws {
        let storage = try await TemporaryStorage()
        // The days of two activities in turn, newest first, on two pages; each day has two entries.
        let added = (0..<10_010).map { number in
            let day = CivilDate(days: Int32(1000 - number / 2 % 2500))
            return Entry(
                id: Entry.ID(number % 3 == 0 ? "e \(number)" : UUID().uuidString),
                activity: number < 5000 ? "b" : "a", day: day,
                outcome: .completed(value: Double(number)), note: number % 7 == 0 ? "note" : nil)
        }
        let pages = try [added.prefix(6000), added.dropFirst(6000)].map { part in
            try Packet<FillPage>(
                entries: part.map { TrackerRecords.NumberedEntry(number: 0, entry: $0) })
        }

        _ = try await storage.client.upload(
            TrackerRecords.fill,
            TrackerRecords.FillRequest(summary: "import", canReorderDays: true)
        ) { writer in
            for page in pages { try await writer.send(page) }
        }
        let stored = try await entries(storage)
        let report = try await storage.client.call(
            Checkups.storage, Checkups.RunRequest(isRepairing: false))
        #expect(try await step(storage, TrackerRecords.undo) == "import")
        let afterUndo = try await entries(storage)

        // The page begins with the activity "b", whose number is the first.
        let expected = added.enumerated().sorted {
            ($0.element.activity == "a" ? 1 : 0, $0.element.day, $0.offset)
                < ($1.element.activity == "a" ? 1 : 0, $1.element.day, $1.offset)
        }.map(\.element)
        #expect(stored == expected)
        #expect(report.checks.filter { !$0.ok } == [])
        #expect(afterUndo.isEmpty)
    }

    @Test func `the three newest fills are kept regardless of their size`() async throws {
        let storage = try await TemporaryStorage()
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
}
