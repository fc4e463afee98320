import CivilTime
import JSON
import Tracker
import TrackerDocuments

private let someInstant: Int64 = 1_767_225_600_000

extension Operations {
    static let importOperations: [String: Operation] = [
        "decodeSchedule": { input, environment in
            let zone = try environment.zone(input["zone"].string())
            let imports = try input["blobs"].list { blob in
                try TrackerImport(activity: ["scheduleData": blob.value], zone: zone)
            }
            return [
                "schedules": try .list(imports) { try .schedule($0.firstActivity) },
                "problems": .list(imports) { .count($0.problems.count) },
            ]
        },
        "decodeSlots": { input, _ in
            let window = input["timeWindowData"].value
            let slots = input["timeSlotsData"].value
            func sessions(_ record: [String: JSONValue]) throws -> JSONValue {
                let imported = try TrackerImport(activity: record)
                return .list(try imported.firstActivity.configuration.sessions) { .enumValue($0) }
            }
            return [
                "slots": try sessions(["timeWindowData": window, "timeSlotsData": slots]),
                "withoutTimeSlotsData": try sessions(["timeWindowData": window]),
                "withoutBoth": try sessions([:]),
            ]
        },
        "decodePhotos": { input, _ in
            let log: JSONValue = [
                "id": "log", "activityID": "a", "date": "2026-01-01T00:00:00Z",
                "photoFilenamesData": input["photoFilenamesData"].value,
            ]
            let imported = try TrackerImport(activity: [:], lists: ["logs": [log]])
            let photos = imported.entries.first?.photos ?? [:]
            return ["photos": .object(photos.mapValues(JSONValue.string))]
        },
        "importActivity": { input, _ in
            let imported = try TrackerImport(
                lists: ["activities": [input["activity"].value]], now: input["now"].instant())
            var record = imported.exportedRecord(of: "activities")
            record.copyInstants(["createdAt", "stoppedAt"], from: input["activity"].value)
            if input["activity"]["createdAt"].isNull { record["createdAt"] = input["now"].value }
            record["schedule"] = try .schedule(imported.firstActivity)
            return ["activity": .object(record)]
        },
        "importGoal": { input, _ in
            let imported = try TrackerImport(lists: ["goals": [input["goal"].value]])
            var record = imported.exportedRecord(of: "goals")
            record.copyInstants(["createdAt", "deadline"], from: input["goal"].value)
            return ["goal": .object(record)]
        },
        "importDefaults": { input, _ in
            func lists(status: JSONValue) -> [String: JSONValue] {
                [
                    "activities": [["id": "a", "name": "A", "typeRaw": input["typeRaw"].value]],
                    "goals": [["id": "g", "title": "G"]],
                    "goalActivities": [
                        [
                            "id": "l", "goalID": "g", "activityID": "a",
                            "roleRaw": input["roleRaw"].value,
                        ]
                    ],
                    "logs": [
                        [
                            "id": "e", "activityID": "a", "date": "2026-01-01T00:00:00Z",
                            "statusRaw": status,
                        ]
                    ],
                ]
            }
            let imported = try TrackerImport(lists: lists(status: input["statusRaw"].value))
            let missing = try TrackerImport(lists: lists(status: .null))
            func status(_ imported: TrackerImport) -> JSONValue {
                .text(
                    imported.entries.first.map { $0.outcome.isCompleted ? "completed" : "skipped" })
            }
            return [
                "status": status(imported),
                "type": .enumValue(try imported.firstActivity.configuration.kind.type),
                "role": .enumValue(imported.links.first?.role.name),
                "statusWhenMissing": status(missing),
                "weight": .number(imported.links.first?.weight),
                "problems": .count(imported.problems.count),
            ]
        },
        "importDangling": { input, _ in
            func records(_ key: String) throws -> JSONValue {
                try .list(input[key].list()) { ["id": $0.value] }
            }
            func datedLog(_ log: CaseInput) -> JSONValue {
                var object = log.value.object ?? [:]
                object["date"] = object["date"] ?? "2026-01-01T00:00:00Z"
                return .object(object)
            }
            var lists: [String: JSONValue] = [
                "activities": try records("knownActivities"),
                "goals": try records("knownGoals"),
                "logs": try .list(input["logs"].list(), datedLog),
                "goalActivities": input["goalActivities"].value,
            ]
            lists["configSnapshots"] = input["configSnapshots"].value
            let imported = try TrackerImport(lists: lists)
            return ["dropped": .count(imported.problems.count { $0.reason == .dangling })]
        },
        "importReplace": { input, environment in
            let document = Array(try input["document"].string().utf8)
            let zone = try environment.zone("UTC")
            let existing = (0..<(try input["existing"].count())).map { index -> JSONValue in
                ["id": .string("\(index)"), "name": .string("Activity \(index)")]
            }
            var stored = try TrackerImport(lists: ["activities": .array(existing)])
            var isRefused = false
            do {
                stored = try TrackerImport(document, zone: zone, now: someInstant)
            } catch {
                isRefused = true
            }
            return ["existingAfter": .count(stored.recordCount), "error": .bool(isRefused)]
        },
        "roundTrip": { input, environment in
            let written = try environment.root(input["document"].string())
            let zone = try environment.zone("UTC")
            let imported = try TrackerImport(written, zone: zone, now: someInstant)
            let moment = try CaseInput(written["timestamp"] ?? .null).instant()
            let exported = TrackerExport(imported).document(zone: zone, at: moment)
            return [
                "equal": .bool(
                    JSONValue.object(exported).unordered == JSONValue.object(written).unordered)
            ]
        },
        "roundTripField": { input, _ in
            let imported = try TrackerImport(activity: input["activity"].value.object ?? [:])
            return [
                "activity": .object(
                    imported.exportedRecord(of: "activities", remembering: imported.residue))
            ]
        },
        "importVersion": { input, _ in
            let imports = try input["versions"].list { version in
                try? TrackerImport(lists: ["version": version.value, "activities": []])
            }
            return [
                "ok": .list(imports) { .bool($0 != nil) },
                "workoutRecords": .list(imports) { imported in
                    .count(imported?.workouts.values.reduce(0) { $0 + $1.count } ?? 0)
                },
            ]
        },
        "importCounts": { input, environment in
            let root = try environment.root(input["document"].string())
            let zone = try environment.zone("UTC")
            return .object(
                try TrackerImport(root, zone: zone, now: someInstant).counts(of: root))
        },
        "logDay": { input, environment in
            let zone = try environment.zone(input["zone"].string())
            let log: JSONValue = ["id": "log", "activityID": "a", "date": input["date"].value]
            let imported = try TrackerImport(activity: [:], lists: ["logs": [log]], zone: zone)
            return ["day": .text(imported.entries.first?.day.description)]
        },
    ]
}

extension TrackerImport {
    /// Imports a document whose text is that of `root`.
    init(_ root: [String: JSONValue], zone: Zone, now: Int64) throws {
        try self.init(JSONValue.object(root).text, zone: zone, now: now)
    }

    /// Imports a document with these lists.
    fileprivate init(
        lists: [String: JSONValue], zone: Zone = .utc, now: Int64 = someInstant
    ) throws {
        try self.init(lists.filter { $0.value != .null }, zone: zone, now: now)
    }

    /// Imports a document with one activity of these fields.
    fileprivate init(
        activity: [String: JSONValue], lists: [String: JSONValue] = [:], zone: Zone = .utc
    ) throws {
        var record = activity
        record["id"] = record["id"] ?? "a"
        record["name"] = record["name"] ?? "A"
        var lists = lists
        lists["activities"] = [.object(record)]
        try self.init(lists: lists, zone: zone)
    }

    fileprivate var firstActivity: Activity {
        get throws {
            guard let activity = activities.first else {
                throw CaseInput.Malformed(description: "the import has no activity")
            }
            return activity
        }
    }

    /// The first record of a list in an export with the residue of the import.
    fileprivate func exportedRecord(
        of list: String, remembering residue: TrackerResidue = TrackerResidue()
    ) -> [String: JSONValue] {
        var export = TrackerExport(self)
        export.residue = residue
        let document = export.document(zone: .utc, at: someInstant)
        return document[list]?.array?.first?.object ?? [:]
    }

    fileprivate var recordCount: Int {
        categories.count + activities.count + entries.count + vacations.count + goals.count
            + links.count
    }

    /// Counts of imported records by list; workout records are counted unchanged.
    fileprivate func counts(of root: [String: JSONValue]) -> [String: JSONValue] {
        var counts = workouts.mapValues { JSONValue.count($0.count) }
        counts["categories"] = .count(categories.count)
        counts["activities"] = .count(activities.count)
        counts["logs"] = .count(entries.count)
        counts["completed"] = .count(entries.count { $0.outcome.isCompleted })
        counts["skipped"] = .count(entries.count { !$0.outcome.isCompleted })
        counts["vacationDays"] = .count(vacations.count)
        counts["configSnapshots"] = .count(
            activities.reduce(0) { $0 + $1.history.snapshots.count })
        counts["goals"] = .count(goals.count)
        counts["goalActivities"] = .count(links.count)
        counts["dangling"] = .count(
            problems.count {
                $0.reason == .dangling && ["logs", "goalActivities"].contains($0.list)
            })
        return counts
    }
}

extension [String: JSONValue] {
    /// Copies instants from a record, because those of the tracker are whole days.
    fileprivate mutating func copyInstants(_ keys: [String], from record: JSONValue) {
        for key in keys {
            if let text = record.object?[key]?.string { self[key] = .string(text) }
        }
    }
}

extension CaseEnvironment {
    fileprivate func root(_ path: String) throws -> [String: JSONValue] {
        try JSONValue(parsing: document(path)).object ?? [:]
    }
}

extension JSONValue {
    fileprivate static func schedule(_ activity: Activity) throws -> JSONValue {
        try JSONValue(encoding: activity.configuration.schedule)
    }

    /// The document with the records of each list sorted.
    fileprivate var unordered: JSONValue {
        guard let object else { return self }
        return .object(
            object.mapValues { value in
                guard let records = value.array else { return value }
                return .array(records.sorted { $0.text.lexicographicallyPrecedes($1.text) })
            })
    }
}
