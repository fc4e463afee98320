import CivilTime
import FoundationEssentials
import JSON
import TestKit
import Testing
import Tracker
import TrackerDocuments

@Suite struct RoundTripTests {
    /// 2026-02-01T00:00:00Z.
    private static let moment: Int64 = 1_769_904_000_000

    /// A document with unknown fields and unusual spellings.
    private static let document: [String: JSONValue] = [
        "version": .string("1.0"),
        "timestamp": .string("2026-02-01T00:00:00Z"),
        "appBuild": .integer(7),
        "categories": .array([]),
        "activities": .array([
            .object([
                "id": .string("a"), "name": .string("Read"), "typeRaw": .string("weird"),
                "scheduleData": .string("bm8ganNvbg=="), "mood": .array([.bool(true), .null]),
                "createdAt": .string("2026-01-01T09:30:00.250+02:00"),
                "isArchived": .bool(true), "allowsNotes": .bool(true),
            ]),
            .object(["id": .string("b")]),
        ]),
        "configSnapshots": .array([
            .object([
                "id": .string("s1"), "activityID": .string("b"),
                "effectiveFrom": .string("2026-01-01T00:00:00Z"),
                "effectiveUntil": .string("2026-01-09T00:00:00Z"),
                "typeRaw": .string("value"), "unit": .string("km"),
            ]),
            .object([
                "id": .string("s2"), "activityID": .string("b"),
                "effectiveFrom": .string("2026-01-03T00:00:00Z"),
                "effectiveUntil": .string("2026-01-05T00:00:00Z"),
                "typeRaw": .string("checkbox"),
            ]),
            .object([
                "id": .string("s3"), "activityID": .string("b"),
                "effectiveFrom": .string("2026-01-08T00:00:00Z"),
                "effectiveUntil": .string("2026-01-07T00:00:00Z"),
            ]),
        ]),
        "logs": .array([
            .object([
                "id": .string("l"), "activityID": .string("a"),
                "date": .string("2026-01-05T17:45:00Z"), "statusRaw": .string("skipped"),
                "skipReason": .string("Sick"), "value": .integer(3),
            ])
        ]),
        "vacationDays": .array([
            .object(["id": .string("v"), "date": .string("2026-01-06T00:00:00Z")])
        ]),
        "exercises": .array([.object(["id": .string("e"), "name": .string("Squat")])]),
    ]

    private func imported(
        _ document: [String: JSONValue] = document, zone: Zone = .utc
    ) throws -> TrackerImport {
        try TrackerImport(JSONValue.object(document).text, zone: zone, now: Self.moment)
    }

    private func isEqualIgnoringOrder(
        _ one: [String: JSONValue], _ other: [String: JSONValue]
    ) -> Bool {
        func sets(_ document: [String: JSONValue]) -> [String: [JSONValue: Int]] {
            document.mapValues { list in
                Dictionary((list.array ?? [list]).map { ($0, 1) }, uniquingKeysWith: +)
            }
        }
        return sets(one) == sets(other)
    }

    @Test(arguments: [Zone.utc, .fixed(name: "west", offsetSeconds: -8 * 3600)])
    func `a document with unknown fields is exported unchanged`(
        zone: Zone
    ) throws {
        let exported = TrackerExport(try imported(zone: zone))
            .document(zone: zone, at: Self.moment)

        #expect(isEqualIgnoringOrder(exported, Self.document))
    }

    @Test func `changed fields are exported and other fields are unchanged`() throws {
        var export = TrackerExport(try imported())
        let index = try #require(export.activities.firstIndex { $0.id == "a" })
        export.activities[index].configuration.schedule = .weekly([1])

        let document = export.document(zone: .utc, at: Self.moment)

        let record = try #require(document["activities"]?.array?[index].object)
        let blob = try #require(record["scheduleData"]?.string.flatMap(Blob.decode))
        #expect(Blob.schedule(blob, in: .utc) == .weekly([1]))
        #expect(record["mood"] == .array([.bool(true), .null]))
        #expect(record["typeRaw"] == .string("weird"))
    }

    @Test(arguments: [
        Schedule.everyDays(3), .everyWeeks(2, on: [1, 5], weekStart: .sunday),
        .everyWeeks(4, on: [], weekStart: nil), .times(3, per: .week(startingOn: .monday)),
        .times(8, per: .month),
    ])
    func `a schedule that the format lacks is daily for other readers`(schedule: Schedule) throws {
        let quantity = Quantity(target: 150, period: .week(startingOn: .monday), isLimit: true)
        var export = TrackerExport(try imported())
        let index = try #require(export.activities.firstIndex { $0.id == "a" })
        export.activities[index].configuration.schedule = schedule
        export.activities[index].configuration.kind = .cumulative(quantity, by: .sum)

        let document = export.document(zone: .utc, at: Self.moment)
        let again = try imported(document)

        let record = try #require(document["activities"]?.array?[index].object)
        let blob = try #require(record["scheduleData"]?.string.flatMap(Blob.decode))
        #expect(blob.object?["type"] == .string("daily"))
        let configuration = try #require(again.activities.first { $0.id == "a" }).configuration
        #expect(configuration.schedule == schedule)
        #expect(configuration.kind.quantity == quantity)
        #expect(
            isEqualIgnoringOrder(
                TrackerExport(again).document(zone: .utc, at: Self.moment), document))
    }

    @Test(arguments: [
        #"{"type":"daily","exactSchedule":{"type":"every","every":0,"unit":"day"}}"#,
        #"{"type":"daily","exactSchedule":{"type":"times","count":8,"per":"week"}}"#,
        #"{"type":"daily","exactSchedule":7}"#, #"{"type":"times","count":3}"#,
    ])
    func `an exact schedule with an invalid part is not read`(text: String) throws {
        #expect(Blob.schedule(try JSONValue(parsing: Array(text.utf8)), in: .utc) == nil)
    }

    @Test func `each part that cannot be imported is reported`() throws {
        let reasons = try imported().problems.map { "\($0.list) \($0.key) \($0.reason)" }

        #expect(
            reasons.sorted() == [
                "activities name unfitName", "activities scheduleData unreadable",
                "activities typeRaw unknownValue", "configSnapshots effectiveFrom overlapping",
            ])
    }

    @Test func `overlapping snapshots become disjoint`() throws {
        let history = try #require(try imported().activities.last).history

        #expect(
            history.snapshots.map { "\($0.first) \($0.last)" }
                == ["2026-01-03 2026-01-05", "2026-01-06 2026-01-09"])
    }

    @Test func `a log keeps the day of the zone of the export`() throws {
        let log: JSONValue = .object([
            "id": .string("l"), "activityID": .string("a"),
            "date": .string("2026-02-15T08:00:00Z"),
        ])
        let document: [String: JSONValue] = [
            "activities": .array([.object(["id": .string("a")])]), "logs": .array([log]),
        ]
        let losAngeles = Zone.fixed(name: "PST", offsetSeconds: -8 * 3600)

        let entry = try #require(try imported(document, zone: losAngeles).entries.first)

        #expect(entry.day.description == "2026-02-15")
    }

    @Test func `an archived activity is paused on the day of the document`() throws {
        let activity = try #require(try imported().activities.first)

        #expect(activity.pause?.since.description == "2026-02-01")
    }

    @Test func `a newer version, another format and invalid JSON are rejected`() {
        #expect(throws: TrackerDocumentError.unsupportedVersion("3.0")) {
            try imported(["version": .string("3.0"), "activities": .array([])])
        }
        #expect(throws: TrackerDocumentError.notATrackerDocument(missing: "activities")) {
            try imported(["weight": .array([])])
        }
        #expect(throws: TrackerDocumentError.notJSON(offset: 1)) {
            try TrackerImport(Array("{bad".utf8), zone: .utc, now: Self.moment)
        }
    }

    @Test(arguments: DocumentFixtures.files)
    func `a sample document is exported unchanged`(file: URL) throws {
        let data = try Data(contentsOf: file)
        let root = try #require(try JSONValue(parsing: Array(data)).object)

        let imported = try imported(root)
        let timestamp = try #require(root["timestamp"]?.string)
        let moment = try #require(DocumentInstant.milliseconds(timestamp))

        #expect(imported.problems.isEmpty)
        #expect(
            isEqualIgnoringOrder(
                TrackerExport(imported).document(zone: .utc, at: moment), root))
    }
}
