import CivilTime
import JSON
import Randomness
import Testing
import Tracker
import TrackerDocuments

/// A record in plain form and the same record with a repeated key, which only the general reader reads, must
/// have equal imports.
@Suite struct EntryScannerTests {
    private static let moment: Int64 = 1_769_904_000_000
    private static let activities: JSONValue = .array([
        .object(["id": .string("a"), "name": .string("A")]),
        .object(["id": .string("b\u{e9}"), "name": .string("B")]),
    ])

    private func expectAgreement(_ logs: [JSONValue], zone: Zone, _ comment: Comment) throws {
        let root: [String: JSONValue] = [
            "activities": Self.activities, "logs": .array(logs),
            "vacationDays": .array([.object(["date": .string("2026-01-07T05:00:00Z")])]),
        ]
        let text = String(decoding: JSONValue.object(root).text, as: UTF8.self)
        let repeating = text.replacing(
            #"{"activityID":"#, with: #"{"activityID":null,"activityID":"#)

        let scanned = try TrackerImport(Array(text.utf8), zone: zone, now: Self.moment)
        let read = try TrackerImport(Array(repeating.utf8), zone: zone, now: Self.moment)

        #expect(scanned.entries == read.entries, comment)
        #expect(scanned.residue == read.residue, comment)
        #expect(scanned.tallies == read.tallies, comment)
        #expect(scanned.problems.map(\.key) == read.problems.map(\.key), comment)
    }

    private static let plain: [String: JSONValue] = [
        "id": .string("l"), "activityID": .string("a"), "date": .string("2026-01-05T05:00:00Z"),
        "statusRaw": .string("completed"), "value": .number(1.5), "note": .null,
        "skipReason": .null, "timeSlotRaw": .string("morning"),
        "completedAt": .string("2026-01-05T09:30:00Z"), "source": .null, "photoFilename": .null,
        "photoFilenamesData": .null,
    ]

    @Test(arguments: 0..<UInt64(400))
    func `a scanned log equals a decoded log`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zone = Zone.fixed(name: "zone", offsetSeconds: -5 * 3600)
        let words: [JSONValue] = [
            .null, .string("skipped"), .string("completed"), .string("evening"),
            .string("healthkit"),
            .string("Vacation"), .string("Synced from HealthKit"), .string("a\"b"), .integer(3),
            .string("2026-01-07T05:00:00Z"), .string("2026-01-06T07:00:00Z"),
            .string("2026-01-05T05:00:00.5Z"), .string("2026-01-05T00:00:00-05:00"), .string("x"),
            .string("b\u{e9}"), .bool(true), .array([]), .object(["a": .integer(1)]),
        ]
        let logs = (0..<6).map { index -> JSONValue in
            var log = Self.plain
            log["id"] = .string("l\(random.below(5))")
            for _ in 0..<random.below(4) {
                let key = log.keys.sorted()[random.below(log.count)]
                log[key] = words[random.below(words.count)]
            }
            if random.below(6) == 0 { log["more"] = .integer(Int64(index)) }
            let optional = log.keys.sorted()
            for key in optional where random.below(8) == 0 { log[key] = nil }
            return .object(log)
        }

        try expectAgreement(logs, zone: zone, "seed \(seed)")
    }

    @Test func `a log in plain form has no residue`() throws {
        let zone = Zone.fixed(name: "zone", offsetSeconds: -5 * 3600)
        try expectAgreement([.object(Self.plain)], zone: zone, "plain")
    }

    private static func imported(_ root: [String: JSONValue]) throws -> TrackerImport {
        try TrackerImport(JSONValue.object(root).text, zone: .utc, now: moment)
    }

    private static func log(_ fields: String) throws -> JSONValue {
        let text = #"{"activityID": "a", "statusRaw": "completed", \#(fields)}"#
        return try JSONValue(parsing: Array(text.utf8))
    }

    /// The seed tracker omits null keys and adds the time of logging to the date.
    @Test func `logs of the seed tracker are scanned, have no residue and are exported unchanged`()
        throws
    {
        let zone = Zone.fixed(name: "zone", offsetSeconds: -5 * 3600)
        let logs = try [
            #""id": "l1", "date": "2026-01-05T05:00:00Z", "value": 2"#,
            #""id": "l2", "date": "2026-01-06T04:59:59Z", "completedAt": "2026-01-06T04:59:59Z""#,
            #""id": "l3", "date": "2026-01-05T17:45:00Z", "note": "a \"b\"", "value": null"#,
            #""id": "l4", "date": "2026-01-07T05:00:00Z", "timeSlotRaw": "evening""#,
        ].map { try Self.log($0) }
        let root: [String: JSONValue] = ["activities": Self.activities, "logs": .array(logs)]
        let text = JSONValue.object(root).text

        try expectAgreement(logs, zone: zone, "app")
        let imported = try TrackerImport(text, zone: zone, now: Self.moment)
        let exported = TrackerExport(imported).document(zone: zone, at: Self.moment)

        #expect(imported.residue.records["logs"] == nil)
        #expect(exported["logs"] == .array(logs))
    }

    @Test func `an omitted key is written once it has a value`() throws {
        let log = try Self.log(#""id": "l", "date": "2026-01-05T17:45:00Z""#)
        let root: [String: JSONValue] = ["activities": Self.activities, "logs": .array([log])]
        var export = TrackerExport(try Self.imported(root))

        export.entries[0].note = "new"
        export.entries[0].day = export.entries[0].day.advanced(by: 1)
        let document = export.document(zone: .utc, at: Self.moment)

        let record = try #require(document["logs"]?.array?.first?.object)
        #expect(record["note"] == .string("new"))
        #expect(record["date"] == .string("2026-01-06T17:45:00Z"))
        #expect(record.keys.sorted() == ["activityID", "date", "id", "note", "statusRaw"])
    }

    @Test func `a time of day beyond the end of the day is not written`() throws {
        let log = try Self.log(#""id": "l", "date": "2026-01-05T23:30:00Z""#)
        let root: [String: JSONValue] = ["activities": Self.activities, "logs": .array([log])]
        var export = TrackerExport(try Self.imported(root))

        export.entries[0].style = 3 * 86_400 << 8
        let document = export.document(zone: .utc, at: Self.moment)

        #expect(
            document["logs"]?.array?.first?.object?["date"]
                == .string("2026-01-05T00:00:00Z"))
    }

    @Test func `a truncated log is rejected as invalid JSON`() {
        let text = Array(#"{"activities":[],"logs":[{"id":"l","date":"2026"#.utf8)

        #expect(throws: TrackerDocumentError.self) {
            try TrackerImport(text, zone: .utc, now: Self.moment)
        }
    }
}
