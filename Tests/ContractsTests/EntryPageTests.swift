import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct EntryPageTests {
    private static func entry(_ id: Entry.ID, _ outcome: Outcome) -> Entry {
        Entry(id: id, activity: "a", day: CivilDate(days: -3), outcome: outcome)
    }

    private static let entries: [Entry] = {
        var full = entry("full", .completed(value: -0.5))
        full.activity = "b"
        full.slot = .evening
        full.note = "one\ntwo \u{0} \"three\" é"
        full.photos = ["front": "a.jpg"]
        full.answer = .choices(["x", "y"])
        full.entered = EnteredValue(amount: 2, unit: "cups")
        full.mood = 5
        full.place = "home"
        full.loggedAt = .min
        full.style = 77
        full.source = .health
        var zero = entry("zero", .completed(value: 0))
        zero.loggedAt = 0
        return [
            entry("plain", .completed(value: nil)), full, zero,
            entry("skip", .skipped(reason: nil)),
            entry("sick", .skipped(reason: "Sick")), entry("é/ü", .completed(value: 1e300)),
        ]
    }()

    @Test func `entries come back from their page as they were, in their order`() throws {
        let numbered = Self.entries.enumerated().map {
            TrackerRecords.NumberedEntry(number: Int64($0) - 2, entry: $1)
        }

        let page = try Packet<EntryPage>(entries: numbered, next: 3)

        #expect(try page.entries() == numbered)
        #expect(page.body.next == 3)
        #expect(page.body.activities == ["a", "b"])
    }

    @Test func `an identifier is written from contiguous bytes and from any others`() throws {
        var writer = EntryPageWriter()
        let place = writer.index(of: "a")
        func add(_ id: some Sequence<UInt8>) {
            writer.add(
                1, id: id, at: place, on: CivilDate(days: 0), isCompleted: true, value: nil,
                slot: nil, source: .person, loggedAt: nil, style: nil, extras: nil)
        }

        add("contiguous".utf8)
        add("".utf8)
        add("other".utf8.reversed().reversed())
        add(AnySequence("bytes".utf8))

        let entries = try writer.page(next: nil).entries()
        #expect(entries.map(\.entry.id) == ["contiguous", "", "other", "bytes"])
    }

    @Test func `a page of nothing has nothing in it`() throws {
        let page = try Packet<EntryPage>(entries: [], next: nil)

        #expect(try page.entries().isEmpty)
    }

    @Test(arguments: [
        "activity", "day", "form", "number", "loggedAt", "value", "style", "id", "extraRow",
        "extra",
    ])
    func `columns of which one is missing or shorter are refused`(name: String) throws {
        func page(_ count: Int) throws -> Packet<EntryPage> {
            try Packet(
                entries: Self.entries.prefix(count).map { .init(number: 1, entry: $0) }, next: nil)
        }
        let whole = try page(2)
        var columns = whole.columns
        let index = try #require(columns.firstIndex { $0.name == name })
        columns[index] = try page(1).columns[index]
        let shorter = Packet(whole.body, columns: columns)
        columns.remove(at: index)
        let missing = Packet(whole.body, columns: columns)

        #expect(throws: Status.self) { try shorter.entries() }
        #expect(throws: Status.self) { try missing.entries() }
    }
}
