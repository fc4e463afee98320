import CivilTime
import Testing
import Tracking

/// What is left of a day's entries when health data has nothing of the day any more.
@Suite struct HealthSyncTests {
    private static func entry(
        _ id: Entry.ID, _ source: EntrySource, value: Double? = 5, style: Int32? = nil
    ) -> Entry {
        Entry(
            id: id, activity: "a", day: CivilDate(days: 20_000),
            outcome: .completed(value: value), source: source, style: style)
    }

    private static func linked(
        _ kind: ActivityKind, mode: HealthMode = .read, slots: [Slot] = []
    ) -> Configuration {
        Configuration(
            kind: kind, slots: slots, health: HealthLink(metric: "bodyMass", mode: mode))
    }

    private static let byHand = entry("hand", .person)
    private static let measured = entry("measured", .health)
    private static let fromDocument = entry("document", .health, style: 1)

    @Test(arguments: [
        ActivityKind.checkbox, .value(Quantity()), .cumulative(Quantity(), by: .sum),
        .metric(.value(Quantity())),
    ])
    func `only what was written from a reading goes with it`(kind: ActivityKind) {
        let entries = [Self.byHand, Self.measured, Self.fromDocument]

        let sync = HealthSync(entries, by: Self.linked(kind), reading: nil)

        #expect(sync == .remove("measured"))
        #expect(
            sync.applied(to: entries) { Self.entry("new", .health, value: $0) }
                == [Self.byHand, Self.fromDocument])
    }

    @Test(arguments: [[], [byHand], [fromDocument], [byHand, fromDocument]])
    func `without an entry of its own a reading that is gone changes nothing`(entries: [Entry]) {
        let configuration = Self.linked(.checkbox, mode: .both)

        #expect(HealthSync(entries, by: configuration, reading: nil) == .unchanged)
    }

    @Test func `what is only written to health data is never taken from it`() {
        let configuration = Self.linked(.checkbox, mode: .write)

        #expect(HealthSync([Self.measured], by: configuration, reading: nil) == .unchanged)
    }

    /// What becomes of a reading of 7, where a day has an entry by hand in a slot.
    @Test(
        arguments: [
            (.value(Quantity()), [], nil, .unchanged),
            (.metric(.value(Quantity())), [], nil, .unchanged),
            (.value(Quantity()), [], .evening, .unchanged),
            (.value(Quantity()), [.morning, .evening], nil, .unchanged),
            (.value(Quantity()), [.morning, .evening], .morning, .unchanged),
            (.value(Quantity()), [.morning, .evening], .evening, .add(value: 7)),
            (.cumulative(Quantity(), by: .sum), [], nil, .add(value: 7)),
        ] as [(ActivityKind, [Slot], Slot?, HealthSync<Entry.ID>)])
    func `a number that a person entered stands for its session`(
        kind: ActivityKind, slots: [Slot], slot: Slot?, expected: HealthSync<Entry.ID>
    ) {
        var own = Self.byHand
        own.slot = slot
        let configuration = Self.linked(kind, slots: slots)
        let reading = HealthReading(total: 7, samples: [7])

        #expect(HealthSync([own], by: configuration, reading: reading) == expected)
        guard expected == .unchanged else { return }
        #expect(
            HealthSync([Self.measured, own], by: configuration, reading: reading)
                == .remove("measured"))
        own.outcome = .skipped(reason: nil)
        #expect(
            HealthSync([own], by: configuration, reading: reading) == .add(value: 7))
    }

    @Test func `a sync neither doubles nor revives`() {
        let ids = syncedIdentities(
            existing: ["a", "b"], added: ["b", "c", "c", "d"], deleted: ["a", "d"])

        #expect(ids == ["b", "c"])
    }

    @Test func `a number that is read is shown as it is read`() {
        var entry = Self.measured
        entry.entered = EnteredValue(amount: 11, unit: "lb")
        let sync = HealthSync<Entry.ID>.update("measured", value: 6)

        let after = sync.applied(to: [entry]) { _ in entry }

        #expect(after.map(\.outcome) == [.completed(value: 6)])
        #expect(after.map(\.entered) == [nil])
    }
}
