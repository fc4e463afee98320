import CivilTime
import Contracts
import RPC
import Testing
import Tracking

/// However much single things have to say, what is asked for comes in messages that can be sent.
@Suite struct PageTests {
    private func lengthy(_ id: Int) throws -> Tracker.Change {
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
                Tracker.entries, Tracker.AskEntries(after: start))
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
                Changes.since, Changes.Since(number: number))
            guard let last = page.changes.last else { break }
            keys += page.changes.filter { $0.kind == Tracker.entryKind }.map(\.key)
            number = last.number
        }

        #expect(keys == (0..<30).map { "e\($0)" })
    }

    @Test func `text is read whole, whatever characters it has`() async throws {
        let storage = try await TemporaryStorage()
        defer { storage.remove() }
        let note = "before\u{0}after"

        try await apply(storage, "log", change(entry("a", note: note)))

        #expect(try await entries(storage).map(\.note) == [note])
    }
}
