import CivilTime
import JSON
import Randomness
import Testing
import TrackerDocuments

/// Random documents with values of any form under any key. A failure names the seed.
@Suite struct RandomDocumentTests {
    private static let moment: Int64 = 1_769_904_000_000

    @Test(arguments: 0..<UInt64(150))
    func `any document survives a round trip`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = Self.document(&random)
        let zone = Zone.fixed(name: "zone", offsetSeconds: (random.below(27) - 12) * 3600)

        let imported = try TrackerImport(
            JSONValue.object(document).text, zone: zone, now: Self.moment)
        let exported = TrackerExport(imported).document(zone: zone, at: Self.moment)

        for key in Set(document.keys).union(exported.keys) {
            let expected = document[key]?.array.map(Set.init) ?? []
            let actual = exported[key]?.array.map(Set.init) ?? []
            #expect(actual == expected, "seed \(seed), \(key)")
        }
    }

    private static let keys: [String: [String]] = [
        "categories": ["name", "icon", "hexColor", "sortOrder"],
        "activities": [
            "name", "icon", "hexColor", "typeRaw", "scheduleData", "timeWindowData",
            "timeSlotsData", "targetValue", "unit", "metricKindRaw", "photoSlotsData", "sortOrder",
            "isArchived", "createdAt", "stoppedAt", "healthKitTypeID", "healthKitModeRaw",
            "aggregationModeRaw", "pausedParentId", "carryForward", "isPassive", "categoryID",
            "parentID",
        ],
        "goals": [
            "title", "icon", "hexColor", "deadline", "isArchived", "isManuallyPaused",
            "createdAt", "sortOrder",
        ],
    ]
    private static let logKeys = [
        "statusRaw", "value", "photoFilename", "photoFilenamesData", "note", "skipReason",
        "timeSlotRaw", "completedAt", "source",
    ]
    private static let linkKeys = [
        "roleRaw", "weight", "metricBaseline", "metricTarget", "metricDirectionRaw",
    ]

    private static func document(_ random: inout SplitMix64) -> [String: JSONValue] {
        var root: [String: JSONValue] = ["version": .string("2.0")]
        for (list, keys) in keys.sorted(by: { $0.key < $1.key }) {
            root[list] = .array(
                (0..<3).map { record(["id": .string("\(list) \($0)")], keys, &random) })
        }
        root["logs"] = .array(
            (0..<6).map { index in
                let day = 1 + random.below(28)
                let hour = random.below(10)
                return record(
                    [
                        "id": .string("log \(index)"),
                        "activityID": .string("activities \(random.below(3))"),
                        "date": .string("2026-01-\(day < 10 ? "0" : "")\(day)T0\(hour):30:00Z"),
                    ], logKeys, &random)
            })
        root["goalActivities"] = .array(
            (0..<3).map { index in
                record(
                    [
                        "id": .string("link \(index)"),
                        "goalID": .string("goals \(random.below(3))"),
                        "activityID": .string("activities \(random.below(3))"),
                    ], linkKeys, &random)
            })
        root["somethingNew"] = .array([anything(&random)])
        return root
    }

    private static func record(
        _ fixed: [String: JSONValue], _ keys: [String], _ random: inout SplitMix64
    ) -> JSONValue {
        var object = fixed
        for key in keys + ["extra"] where random.below(3) > 0 {
            object[key] = anything(&random)
        }
        return .object(object)
    }

    private static func anything(_ random: inout SplitMix64) -> JSONValue {
        let words = [
            "daily", "checkbox", "cumulative", "metric", "photo", "average", "both", "skipped",
            "morning", "healthkit", "increase", "", "2026-01-05T00:00:00Z",
            "2026-01-05T10:00:00.5Z", "eyJ0eXBlIjoiZGFpbHkifQ==", "WyJtb3JuaW5nIl0=",
            "eyJzbG90IjoiZXZlbmluZyJ9", "categories 1", "activities 2",
        ]
        switch random.below(10) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .integer(Int64(random.below(100)))
        case 3: return .number(Double(random.below(100)) + 0.5)
        case 4: return .array([.integer(1)])
        case 5: return .object(["a": .null])
        default: return .string(words[random.below(words.count)])
        }
    }
}
