import CivilTime
import Contracts
import Foundation
import RPC
import Testing
import Tracker

/// Homes that an earlier version wrote.
@Suite struct TrackerSchemaTests {
    /// A home of a schema, with two profiles and what the statements put into it.
    private func home(schema version: Int, _ statements: String) async throws -> String {
        try await TemporaryStorage.home(
            schema: version,
            """
            INSERT INTO profile (name) VALUES ('default'), ('kim');
            INSERT INTO profile_zone VALUES (1, NULL, 'UTC'), (2, NULL, 'UTC');
            \(statements)
            """)
    }

    @Test
    func `entries of a home of the seventh schema are as they were, and it says that they move`()
        async throws
    {
        let folder = try await home(
            schema: 7,
            """
            INSERT INTO entry (profile_id, number, id, activity, day, status, value, source, note,
                logged_at, revision)
            VALUES (1, 4, 'e', 'a', 12, 'completed', 1.5, 'person', 'n', 77, 3);
            """)

        var upgrades: [String] = []
        let opened = try await TemporaryStorage(folder: folder, onUpgrade: { upgrades.append($0) })
        defer { opened.remove() }
        let page = try await opened.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))

        let entry = Entry(
            id: "e", activity: "a", day: CivilDate(days: 12), outcome: .completed(value: 1.5),
            note: "n", loggedAt: 77)
        #expect(upgrades.count == 1)
        #expect(upgrades.first?.contains("from version 7 to ") == true)
        #expect(try page.entries() == [TrackerRecords.NumberedEntry(number: 4, entry: entry)])
    }

    private static let uuid = "0F5A0B6C-0000-4000-8000-00000000ABCD"
    private static let smallUUID = uuid.lowercased()

    /// Two activities whose numbers differ between two profiles, and a fill that can be undone.
    private func storageAtVersion9() async throws -> TemporaryStorage {
        let folder = try await home(
            schema: 9,
            """
            INSERT INTO entry (profile_id, number, id, activity, day, status, value, slot, source,
                note, reason, entered_amount, entered_unit, photos, answer, mood, place, logged_at,
                revision, style)
            VALUES
                (1, 1, '\(Self.uuid)', 'b', 12, 'completed', 2, 'morning', 'health', 'n', NULL, 3,
                    'l', '{"front":"p.jpg"}', '{"text":{"_0":"so"}}', 4, 'here', 77, 3, 5),
                (1, 2, '\(Self.smallUUID)', 'a', 13, 'completed', NULL, NULL, 'person', NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, NULL),
                (1, 3, 'e', 'b', 12, 'skipped', NULL, NULL, 'vacation', NULL, 'Sick', NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, 3, NULL),
                (2, 1, '\(Self.uuid)', 'z', 14, 'completed', 9, NULL, 'person', NULL, NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, NULL, 4, NULL);
            INSERT INTO displaced_entry (profile_id, step, number, id, activity, day, status, value,
                source, revision)
            VALUES (1, 3, 1, 'before', 'only before', 11, 'completed', 8, 'person', 1);
            INSERT INTO change (number, profile_id, profile, at, who, kind, key)
            VALUES (3, 1, 'default', 0, 'person', 'tracker', 'import');
            INSERT INTO step VALUES (1, 3, 3, 'import', 0, 1, 1, 3, 1);
            """)
        return try await TemporaryStorage(folder: folder)
    }

    @Test func `entries of a home of the ninth schema are as they were`() async throws {
        let storage = try await storageAtVersion9()
        defer { storage.remove() }

        let own = try await entries(storage)
        let kim = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0),
            CallOptions(profile: "kim"))
        let found = try await storage.client.call(
            TrackerRecords.entry, TrackerRecords.EntryRequest(id: Entry.ID(Self.smallUUID)))

        let plain = Entry(
            id: Entry.ID(Self.smallUUID), activity: "a", day: CivilDate(days: 13),
            outcome: .completed(value: nil))
        #expect(
            own == [
                Entry(
                    id: Entry.ID(Self.uuid), activity: "b", day: CivilDate(days: 12),
                    outcome: .completed(value: 2), slot: .morning, note: "n",
                    photos: ["front": "p.jpg"], answer: .text("so"), mood: 4, place: "here",
                    source: .health, entered: EnteredValue(amount: 3, unit: "l"), loggedAt: 77,
                    style: 5),
                plain,
                Entry(
                    id: "e", activity: "b", day: CivilDate(days: 12),
                    outcome: .skipped(reason: "Sick"), source: .vacation),
            ])
        #expect(try kim.entries().map(\.entry.activity) == ["z"])
        #expect(found == TrackerRecords.NumberedEntry(number: 2, entry: plain))
    }

    @Test func `what a ninth schema put aside is put back, and comes again`() async throws {
        let storage = try await storageAtVersion9()
        defer { storage.remove() }
        let filled = try await entries(storage)

        #expect(try await step(storage, TrackerRecords.undo) == "import")
        let before = try await entries(storage)
        #expect(try await step(storage, TrackerRecords.redo) == "import")

        #expect(
            before == [
                Entry(
                    id: "before", activity: "only before", day: CivilDate(days: 11),
                    outcome: .completed(value: 8))
            ])
        #expect(try await entries(storage) == filled)
    }

    @Test func `a ninth schema's days of an activity are those of its completions`() async throws {
        let storage = try await storageAtVersion9()
        defer { storage.remove() }

        try await apply(
            storage, "plan",
            change(
                Activity(
                    id: "b", name: "B", created: CivilDate(days: 1),
                    configuration: Configuration(kind: .value(Quantity())))))

        let days = try await storage.client.call(
            TrackerRecords.days, TrackerRecords.DaysRequest(activity: "b"))

        let totals = try DayColumns(columns: days.columns)
        #expect(totals.day == [12])
        #expect(totals.sum == [2])
    }
}
