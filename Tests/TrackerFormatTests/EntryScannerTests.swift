import CivilTime
import Testing
import TrackerFormat
import Tracking
import Randomness

/// A document as text and the same document as a value have to say the same: only of text are
/// records scanned.
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
        var text: [UInt8] = []
        JSONValue.object(root).write(into: &text)

        let scanned = try TrackerImport(text, zone: zone, now: Self.moment)
        let read = try TrackerImport(root, zone: zone, now: Self.moment)

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
    func `scanned or read, a log says the same`(seed: UInt64) throws {
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
        let logs = (0..<6).map { place -> JSONValue in
            var log = Self.plain
            log["id"] = .string("l\(random.below(5))")
            for _ in 0..<random.below(4) {
                let key = log.keys.sorted()[random.below(log.count)]
                log[key] = words[random.below(words.count)]
            }
            if random.below(6) == 0 { log["more"] = .integer(Int64(place)) }
            if random.below(6) == 0 { log["note"] = nil }
            return .object(log)
        }

        try expectAgreement(logs, zone: zone, "seed \(seed)")
    }

    @Test func `a plain log leaves nothing to keep`() throws {
        let zone = Zone.fixed(name: "zone", offsetSeconds: -5 * 3600)
        try expectAgreement([.object(Self.plain)], zone: zone, "plain")
    }

    @Test func `a log cut short is no JSON`() {
        let text = Array(#"{"activities":[],"logs":[{"id":"l","date":"2026"#.utf8)

        #expect(throws: TrackerFormatError.self) {
            try TrackerImport(text, zone: .utc, now: Self.moment)
        }
    }
}
