import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ImportedPartTests {
    private let monday = TemporaryTracker.monday

    private static func day(_ number: Int) -> CivilDate {
        TemporaryTracker.monday.advanced(by: number)
    }

    /// A part with activities and one entry for each day and value; nil is a skip.
    private static func part(
        _ activities: [ActivityPart], _ entries: [(key: String, day: Int, value: Double?)] = [],
        annotations: [AnnotationPart] = []
    ) throws -> Packet<TrackerPart> {
        var writer = EntryPageWriter()
        for entry in entries {
            writer.add(
                0, id: "".utf8, at: writer.index(of: Activity.ID(entry.key)), on: day(entry.day),
                isCompleted: entry.value != nil, value: entry.value, slot: nil, source: .person,
                loggedAt: nil, style: nil, extras: nil)
        }
        let page = writer.page(next: nil)
        return Packet(
            TrackerPart(activities: activities, annotations: annotations, entries: page.body),
            columns: page.columns)
    }

    private static func water(
        key: String = "w", aliases: [String]? = nil, isArchived: Bool? = nil
    ) -> ActivityPart {
        ActivityPart(
            key: key, aliases: aliases, name: "Water",
            fields: Activities.Fields {
                ($0.type, $0.target, $0.unit) = (.cumulative, 2, "l")
            }, isArchived: isArchived, reminders: ["08:05"], reminderWeekdays: [3, 1],
            attributes: ["question": "Drunk?"])
    }

    @discardableResult
    private func send(
        _ parts: [Packet<TrackerPart>], to tracker: TemporaryTracker, isDryRun: Bool = false
    ) async throws -> Documents.PartsResponse {
        try await tracker.client.upload(
            Documents.importParts,
            Documents.PartsRequest(importer: "loop", file: "loop.db", isDryRun: isDryRun)
        ) { writer in
            for part in parts { try await writer.send(part) }
        }
    }

    private func entries(_ tracker: TemporaryTracker) async throws -> [LoggedEntry] {
        try await tracker.client.call(Entries.list, Entries.ListRequest(activity: "Water"))
            .entries
    }

    @Test func `a file with the alias of an activity adds nothing to it`() async throws {
        let tracker = try await TemporaryTracker()
        let days: [(key: String, day: Int, value: Double?)] = [
            ("uuid 1", -3, 1.5), ("uuid 1", -1, nil),
        ]
        try await send(
            [try Self.part([Self.water(key: "uuid 1", aliases: ["name Water"])], days)],
            to: tracker)

        let table = try await send(
            [
                try Self.part(
                    [Self.water(key: "name Water")],
                    days.map { ("name Water", $0.day, $0.value) })
            ], to: tracker)
        let count = try await entries(tracker).count
        let other = try await send(
            [try Self.part([Self.water(key: "uuid 2", aliases: ["name Water"])])], to: tracker)

        #expect(table.counts["Activity"]?.duplicate == 1)
        #expect(table.counts["Entry"]?.duplicate == 2)
        #expect(table.version == nil)
        #expect(count == 2)
        // The alias is not the key of the new habit.
        #expect(other.counts["Activity"]?.stored == 1)
    }

    @Test func `parts are one step, and a second import adds nothing`() async throws {
        let tracker = try await TemporaryTracker()
        let parts = [
            try Self.part([Self.water()], [("w", -3, 1.5)]),
            try Self.part([], [("w", -1, nil), ("w", -1, 3)]),
        ]

        let dry = try await send(parts, to: tracker, isDryRun: true)
        let first = try await send(parts, to: tracker)
        let again = try await send(parts, to: tracker)
        let stored = try await entries(tracker)
        let activity = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Water"))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let after = try await tracker.client.call(Activities.list, Activities.ListRequest())
        let restored = try await send(parts, to: tracker)

        #expect(first.counts["Activity"] == ImportReport.Counts(read: 1, stored: 1))
        #expect(first.counts["Entry"] == ImportReport.Counts(read: 3, stored: 2, duplicate: 1))
        #expect(dry.counts == first.counts && dry.version == nil)
        #expect(again.counts["Activity"] == ImportReport.Counts(read: 1, duplicate: 1))
        #expect(again.counts["Entry"] == ImportReport.Counts(read: 3, duplicate: 3))
        #expect(again.version == nil)
        #expect(stored.map(\.date) == [Self.day(-1), Self.day(-3)])
        #expect(stored.map(\.status) == ["skipped", "completed"])
        #expect(activity.created == Self.day(-3) && activity.target == 2)
        #expect(after.activities.isEmpty)
        #expect(restored.counts["Entry"]?.stored == 2)
    }

    @Test func `many annotations of several parts are stored once and undone together`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        func annotations(_ days: Range<Int>) -> [AnnotationPart] {
            days.map { AnnotationPart(activity: "w", day: Self.day(-$0), text: "day \($0)") }
        }
        func stored() async throws -> [TrackerRecords.Document] {
            try await tracker.storage.call(
                TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["annotation"])
            ).documents
        }
        let parts = [
            try Self.part([Self.water()], [("w", 0, 1)], annotations: annotations(0..<600)),
            try Self.part([], annotations: annotations(590..<700)),
        ]

        let response = try await send(parts, to: tracker)
        let after = try await stored()
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(
            response.counts["Annotation"]
                == ImportReport.Counts(read: 710, stored: 700, duplicate: 10))
        #expect(after.count == 700)
        #expect(try await stored().isEmpty)
    }

    @Test func `times of reminders and foreign attributes are stored`() async throws {
        let tracker = try await TemporaryTracker()
        try await send([try Self.part([Self.water()])], to: tracker)

        let id = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Water")
        ).id.rawValue
        let settings = try await tracker.storage.call(Settings.list, Empty()).values
        let stored = try await tracker.storage.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["imported"])
        ).documents

        #expect(settings[Settings.activityTimesPrefix + id] == "08:05 on 1,3")
        #expect(stored.map(\.id) == [id])
        #expect(stored.first?.body.contains("Drunk?") == true)
    }

    @Test func `an entry of a person and a changed one are kept`() async throws {
        let tracker = try await TemporaryTracker()
        try await send([try Self.part([Self.water()], [("w", -2, 1)])], to: tracker)
        let own = try await tracker.log("Water", 5, on: Self.day(-1))
        let known = try #require(try await entries(tracker).last)
        _ = try await tracker.client.call(
            Entries.edit, Entries.EditRequest(id: known.id, value: .number(7)))

        let response = try await send(
            [try Self.part([Self.water()], [("w", -2, 1), ("w", -1, 2), ("w", 0, 4)])],
            to: tracker)

        #expect(
            response.counts["Entry"]
                == ImportReport.Counts(read: 3, stored: 1, duplicate: 1, ignored: 1))
        #expect(response.problems.map(\.reason) == ["days that have an entry of a person keep it"])
        #expect(try await entries(tracker).map(\.value) == [4, 5, 7])
        #expect(own.entry.value == 5)
    }

    @Test func `an alias finds the activity of an earlier import`() async throws {
        let tracker = try await TemporaryTracker()
        try await send(
            [try Self.part([Self.water(key: "name Water")], [("name Water", -2, 1)])],
            to: tracker)

        let response = try await send(
            [
                try Self.part(
                    [Self.water(key: "uuid", aliases: ["name Water"])],
                    [("uuid", -2, 1), ("uuid", -1, 1)])
            ], to: tracker)

        #expect(response.counts["Activity"]?.duplicate == 1)
        #expect(response.counts["Entry"] == ImportReport.Counts(read: 2, stored: 1, duplicate: 1))
    }

    @Test func `an archived activity is paused after its last entry`() async throws {
        let tracker = try await TemporaryTracker()

        try await send(
            [try Self.part([Self.water(isArchived: true)], [("w", -9, 1), ("w", -5, 1)])],
            to: tracker)

        let activity = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Water"))
        #expect(activity.pausedSince == Self.day(-5))
    }

    @Test func `invalid settings quarantine the activity and its entries`() async throws {
        let tracker = try await TemporaryTracker()
        var part = Self.water()
        part.fields.schedule = .times(9, per: .week(startingOn: nil))

        let response = try await send(
            [
                try Self.part(
                    [part], [("w", -1, 1)],
                    annotations: [AnnotationPart(activity: "w", day: Self.day(-2), text: "ill")])
            ], to: tracker)

        for type in TrackerPart.types {
            #expect(response.counts[type] == ImportReport.Counts(read: 1, quarantined: 1))
        }
        #expect(response.problems.first?.reason.contains("1 to 7 times a week") == true)
        #expect(response.version == nil)
    }

    @Test func `an activity in the trash is not restored`() async throws {
        let tracker = try await TemporaryTracker()
        let parts = [
            try Self.part(
                [Self.water()], [("w", -1, 1)],
                annotations: [AnnotationPart(activity: "w", day: Self.day(-2), text: "ill")])
        ]
        try await send(parts, to: tracker)
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Water"))

        let response = try await send(parts, to: tracker)

        for type in TrackerPart.types {
            #expect(response.counts[type] == ImportReport.Counts(read: 1, duplicate: 1))
        }
    }

    @Test func `items that a kit quarantines end the import`() async throws {
        let tracker = try await TemporaryTracker()
        var long = Self.water()
        long.attributes = ["text": String(repeating: "a", count: 70_000)]
        let parts = [
            try Self.part([], [("unknown", 0, 1)]),
            try Self.part([Self.water()], [("w", 100_000, 1)]),
            try Self.part([Self.water()], [("w", 0, .infinity)]),
            try Self.part([Self.water(), Self.water()]),
            try Self.part([Self.water(key: "")]),
            try Self.part([long]),
            try Self.part([], annotations: [AnnotationPart(day: monday, text: "")]),
        ]

        for part in parts {
            let status = try await #require(throws: Status.self) {
                try await send([part], to: tracker)
            }
            #expect(status.code == .invalidArgument)
            #expect(status.message.hasPrefix("The importer sent "))
        }
        let stored = try await tracker.client.call(Activities.list, Activities.ListRequest())
        #expect(stored.activities.isEmpty)
    }

    @Test func `an import that fails after some parts stores nothing`() async throws {
        let tracker = try await TemporaryTracker()
        let parts = [
            try Self.part([Self.water()], [("w", -2, 1)]),
            try Self.part([], [("w", -1, 2)]),
        ]

        let broken = try await #require(throws: Status.self) {
            _ = try await tracker.client.upload(
                Documents.importParts,
                Documents.PartsRequest(importer: "loop", file: "loop.db", isDryRun: false)
            ) { writer in
                for part in parts { try await writer.send(part) }
                throw Status(.cancelled, "The import was aborted.")
            }
        }
        let invalid = try await #require(throws: Status.self) {
            try await send(parts + [try Self.part([Self.water()])], to: tracker)
        }
        let activities = try await tracker.client.call(Activities.list, Activities.ListRequest())
        let entries = try await tracker.storage.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))

        #expect(broken.code == .cancelled)
        #expect(invalid.code == .invalidArgument)
        #expect(activities.activities.isEmpty)
        #expect(try entries.entries().isEmpty)
    }
}
