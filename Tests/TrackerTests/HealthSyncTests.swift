import CivilTime
import Testing
import Tracker

/// The entries of a day after health data has lost its value.
@Suite struct HealthSyncTests {
    private static func entry(
        _ id: Entry.ID, _ source: EntrySource, value: Double? = 5, style: Int32? = nil
    ) -> Entry {
        Entry(
            id: id, activity: "a", day: CivilDate(days: 20_000),
            outcome: .completed(value: value), source: source, style: style)
    }

    private static let byHand = entry("hand", .person)
    private static let measured = entry("measured", .health)
    private static let fromDocument = entry("document", .health, style: 1)

    @Test(arguments: [
        ActivityKind.checkbox, .value(Quantity()), .cumulative(Quantity(), by: .sum),
        .metric(.value(Quantity())),
    ])
    func `a missing reading removes only synced entries`(kind: ActivityKind) {
        let entries = [Self.byHand, Self.measured, Self.fromDocument]

        let sync = HealthSync(entries, of: kind, mode: .read, reading: nil)

        #expect(sync == .remove("measured"))
        #expect(
            sync.applied(to: entries) { Self.entry("new", .health, value: $0) }
                == [Self.byHand, Self.fromDocument])
    }

    @Test
    func `a total of 0 adds no entry for a cumulative activity and removes the synced one`() {
        let kind = ActivityKind.cumulative(Quantity(), by: .sum)
        let zero = HealthReading(total: 0, samples: [0])

        #expect(HealthSync([], of: kind, mode: .read, reading: zero) == .unchanged)
        #expect(HealthSync([Self.byHand], of: kind, mode: .read, reading: zero) == .unchanged)
        #expect(
            HealthSync([Self.byHand, Self.measured], of: kind, mode: .read, reading: zero)
                == .remove("measured"))
        #expect(
            HealthSync([], of: kind, mode: .read, reading: HealthReading(total: 0.5))
                == .add(value: 0.5))
    }

    @Test(arguments: [[], [byHand], [fromDocument], [byHand, fromDocument]])
    func `a missing reading without a synced entry changes nothing`(entries: [Entry]) {
        #expect(HealthSync(entries, of: .checkbox, mode: .both, reading: nil) == .unchanged)
    }

    @Test func `a link in write mode never changes entries`() {
        #expect(
            HealthSync([Self.measured], of: .checkbox, mode: .write, reading: nil) == .unchanged)
    }

    @Test(
        arguments: [
            (.value(Quantity()), [], nil, true),
            (.metric(.value(Quantity())), [], nil, true),
            (.value(Quantity()), [], .evening, true),
            (.value(Quantity()), [.morning, .evening], nil, true),
            (.value(Quantity()), [.morning, .evening], .morning, true),
            (.value(Quantity()), [.morning, .evening], .evening, false),
            (.cumulative(Quantity(), by: .sum), [], nil, false), (.checkbox, [], nil, false),
        ] as [(ActivityKind, [Slot], Slot?, Bool)])
    func `a manual number takes precedence over a reading of its session`(
        kind: ActivityKind, slots: [Slot], slot: Slot?, stands: Bool
    ) {
        let configuration = Configuration(kind: kind, slots: slots)
        var (own, skipped, read) = (Self.byHand, Self.byHand, Self.measured)
        (own.slot, skipped.slot, read.slot) = (slot, slot, slot)
        skipped.outcome = .skipped(reason: nil)

        #expect(configuration.isEntered(by: [read, own]) == stands)
        #expect(!configuration.isEntered(by: [read, skipped]))
    }

    @Test func `an incremental sync neither duplicates nor restores identifiers`() {
        let ids = syncedIdentities(
            existing: ["a", "b"], added: ["b", "c", "c", "d"], deleted: ["a", "d"])

        #expect(ids == ["b", "c"])
    }

    @Test func `an updated synced entry has no entered value`() {
        var entry = Self.measured
        entry.entered = EnteredValue(amount: 11, unit: "lb")
        let sync = HealthSync<Entry.ID>.update("measured", value: 6)

        let after = sync.applied(to: [entry]) { _ in entry }

        #expect(after.map(\.outcome) == [.completed(value: 6)])
        #expect(after.map(\.entered) == [nil])
    }
}
