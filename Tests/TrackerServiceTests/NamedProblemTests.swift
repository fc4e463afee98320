import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// The texts of problems: the record, and the effect on it.
@Suite struct NamedProblemTests {
    private func report(
        _ lists: String, in tracker: TemporaryTracker
    ) async throws -> [String] {
        try await tracker.importDocument("{\"version\": \"2.0\", \(lists)}", zone: "UTC")
            .problems.map(\.reason)
    }

    @Test func `a schedule of the older form is weekly, and the problem names its activities`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let blob = "eyJ0eXBlIjoic3BlY2lmaWNEYXlzIiwiZGF5cyI6WzIsNCw2XX0="
        let activities = ["Gym Session", "Meal Prep"].map {
            """
            {"id": "\($0)", "name": "\($0)", "createdAt": "2026-01-01T00:00:00Z",
             "scheduleData": "\(blob)"}
            """
        }

        let reasons = try await report(
            "\"activities\": [\(activities.joined(separator: ","))]", in: tracker)

        #expect(reasons.count == 1)
        #expect(reasons.first?.contains("\"Gym Session\" and \"Meal Prep\"") == true)
        #expect(reasons.first?.contains("due weekly") == true)
        let item = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Gym Session"))
        #expect(item.schedule == .weekly([1, 3, 5]))
        #expect(try await tracker.export().contains(blob))
    }

    private static let faults: [(fields: String, effect: String)] = [
        (#""scheduleData": "!!!""#, "due every day"), (#""typeRaw": "odd""#, "is a checkbox"),
        (#""categoryID": "gone""#, "no category"), (#""targetValue": "x""#, "no target"),
    ]

    @Test(arguments: faults)
    func `a problem of an activity names it and the effect`(
        fields: String, effect: String
    ) async throws {
        let tracker = try await TemporaryTracker()

        let reasons = try await report(
            """
            "activities": [{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z",
             \(fields)}]
            """, in: tracker)

        #expect(reasons.count == 1)
        #expect(reasons.first?.contains("\"Read\"") == true)
        #expect(reasons.first?.contains(effect) == true)
    }

    @Test func `a problem of a log names its activity, and many records are counted`() async throws
    {
        let tracker = try await TemporaryTracker()
        let activities = (0..<6).map {
            #"{"id": "a\#($0)", "name": "N\#($0)", "createdAt": "2026-01-01T00:00:00Z"}"#
        }
        let logs = (0..<6).map {
            #"{"id": "l\#($0)", "activityID": "a\#($0)", "date": "1800-01-01T00:00:00Z"}"#
        }

        let reasons = try await report(
            """
            "activities": [\(activities.joined(separator: ","))],
            "logs": [\(logs.joined(separator: ","))]
            """, in: tracker)

        #expect(reasons.count == 1)
        #expect(reasons.first?.contains("of \"N0\", of \"N1\", of \"N2\" and 3 more") == true)
    }

    private static let names: [(written: String, cleaned: String)] = [
        (#"Two\nlines"#, "Two lines"), (#"\u001b]0;pwn\u0007"#, "]0;pwn"), ("--all", "all"),
        (#"\u0000"#, "Unnamed activity"), ("", "Unnamed activity"),
        (String(repeating: "x", count: 101), String(repeating: "x", count: 100)),
        (#"a\u2028b"#, "a b"),
    ]

    @Test(arguments: names)
    func `an invalid name is cleaned and reported`(
        written: String, cleaned: String
    ) async throws {
        let tracker = try await TemporaryTracker()

        let reasons = try await report(
            """
            "activities": [{"id": "a", "name": "\(written)", "createdAt": "2026-01-01T00:00:00Z"}],
            "goals": [{"id": "g", "title": "\(written)", "createdAt": "2026-01-01T00:00:00Z"}],
            "categories": [{"id": "c", "name": "\(written)"}]
            """, in: tracker)

        #expect(reasons.count == 3)
        #expect(reasons.allSatisfy { $0.contains("cleaned") })
        let item = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "a"))
        #expect(item.name == cleaned)
        #expect(RecordName.isValid(item.name))
    }

    @Test func `a valid name is kept and not reported`() async throws {
        let tracker = try await TemporaryTracker()
        let name = "Üben – 10'000 \\\"Schritte\\\" 🏃"

        let reasons = try await report(
            """
            "activities": [{"id": "a", "name": "\(name)", "createdAt": "2026-01-01T00:00:00Z"}]
            """, in: tracker)

        #expect(reasons.isEmpty)
    }
}
