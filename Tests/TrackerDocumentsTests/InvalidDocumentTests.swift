import CivilTime
import FoundationEssentials
import JSON
import Testing
import Tracker
import TrackerDocuments

/// Documents that violate the rules of the tracker.
@Suite struct InvalidDocumentTests {
    private func imported(_ document: [String: JSONValue]) throws -> TrackerImport {
        try TrackerImport(
            JSONValue.object(document).text, zone: .utc, now: 1_769_904_000_000)
    }

    private func activity(_ id: String, in container: String? = nil) -> JSONValue {
        .object([
            "id": .string(id), "name": .string(id),
            "typeRaw": .string(container == nil ? "checkbox" : "container"),
            "parentID": container.map(JSONValue.string) ?? .null,
        ])
    }

    @Test func `a list key with another value is rejected before any change`() {
        for wrong in [JSONValue.string("x"), .object([:]), .integer(3)] {
            #expect(throws: TrackerDocumentError.noList("logs")) {
                try imported(["activities": .array([]), "logs": wrong])
            }
        }
    }

    @Test func `a list that is null is empty`() throws {
        #expect(try imported(["activities": .null, "logs": .array([])]).activities.isEmpty)
    }

    @Test func `one container of each cycle is moved to the top level`() throws {
        let imported = try imported([
            "activities": .array([
                activity("a", in: "b"), activity("b", in: "c"), activity("c", in: "a"),
                activity("d", in: "d"), activity("e", in: "a"), activity("f", in: "d"),
            ])
        ])

        let parents = imported.activities.map { $0.parent?.rawValue }
        #expect(parents == [nil, "c", "a", nil, "a", "d"])
        #expect(imported.problems.map(\.reason) == [.circular, .circular])
        #expect(imported.problems.map(\.id) == ["a", "d"])
    }

    @Test func `a sixth metric of a goal is omitted and reported`() throws {
        let links = (0..<7).map { number in
            JSONValue.object([
                "id": .string("l\(number)"), "goalID": .string("g"), "activityID": .string("a"),
                "roleRaw": .string(number == 3 ? "activity" : "metric"),
            ])
        }

        let imported = try imported([
            "activities": .array([activity("a")]), "goalActivities": .array(links),
            "goals": .array([.object(["id": .string("g"), "title": .string("G")])]),
        ])

        #expect(imported.links.map(\.id.rawValue) == ["l0", "l1", "l2", "l3", "l4", "l5"])
        #expect(imported.problems.map(\.reason) == [.tooMany])
        #expect(imported.tallies["goalActivities"]?.rejected == 1)
    }

    @Test func `a number that cannot be added up is ignored`() throws {
        let text = """
            {"activities": [{"id": "a", "name": "a"}], "logs": [
            {"activityID":"a","completedAt":null,"date":"2026-01-05T00:00:00Z","id":"l","note":null,\
            "photoFilename":null,"photoFilenamesData":null,"skipReason":null,"source":null,\
            "statusRaw":"completed","timeSlotRaw":null,"value":1e308}]}
            """

        let imported = try TrackerImport(Array(text.utf8), zone: .utc, now: 0)

        #expect(imported.entries.map(\.outcome) == [.completed(value: nil)])
        #expect(imported.problems.map(\.reason) == [.unreadable])
    }

    @Test(arguments: [
        (0 as Int64?, 24 as Int64?, true), (23, nil, true), (nil, 1, true), (nil, nil, true),
        (8, 8, false), (9, 8, false), (24, nil, false), (-1, 3, false), (3, 25, false),
        (.max, nil, false), (nil, .min, false),
    ])
    func `invalid hours are reported and preserved for the next export`(
        start: Int64?, end: Int64?, isFine: Bool
    ) throws {
        var object: [String: JSONValue] = ["slot": .string("morning")]
        object["customStartHour"] = start.map(JSONValue.integer)
        object["customEndHour"] = end.map(JSONValue.integer)
        let blob = Blob.encode(.object(object))
        let record: [String: JSONValue] = [
            "id": .string("a"), "name": .string("a"), "timeWindowData": blob,
        ]

        let imported = try imported(["activities": .array([.object(record)])])

        #expect((imported.activities.first?.configuration.window != nil) == isFine)
        #expect(imported.problems.map(\.reason) == (isFine ? [] : [.unreadable]))
        let field = imported.residue.records["activities"]?["a"]?["timeWindowData"]
        #expect(field?.written == (isFine ? nil : blob))
    }

    @Test func `the extension key of a record does not change the history`() throws {
        let first = CivilDate(days: 20_458)
        var activity = Activity(id: "a", name: "a", created: first)
        let past = Configuration(window: TimeWindow(slot: .morning, startHour: .max))
        _ = activity.history.append(
            ConfigurationSnapshot(
                first: first, last: first, configuration: past, parentage: .topLevel))
        let own = try JSONValue(encoding: activity)
        let record: [String: JSONValue] = [
            "id": .string("a"), "name": .string("a"),
            "createdAt": .string("2026-01-05T00:00:00Z"), "dayline": own,
        ]

        let activities = try imported(["activities": .array([.object(record)])]).activities

        #expect(activities.map(\.history.snapshots.count) == [0])
    }

    @Test func `weekdays that are not a list are reported and replaced by daily`() throws {
        let blob = Data(#"{"type":"weekly","weekdays":"x"}"#.utf8).base64EncodedString()

        let imported = try imported([
            "activities": .array([
                .object([
                    "id": .string("a"), "name": .string("a"), "scheduleData": .string(blob),
                ])
            ])
        ])

        #expect(imported.activities.first?.configuration.schedule == .daily)
        #expect(imported.problems.map(\.reason) == [.unreadable])
    }
}
