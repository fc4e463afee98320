package import CivilTime
import FoundationEssentials
package import Tracking

/// Why a document was refused as a whole. Nothing is changed then.
package enum TrackerFormatError: Error, Hashable, Sendable {
    case notJSON
    case notATrackerDocument(missing: String)
    case unsupportedVersion(String)
}

/// What a document of the seed tracker, v1.0 or v2.0, says, with what it says beyond the domain.
package struct TrackerImport: Sendable {
    package private(set) var categories: [Category] = []
    package private(set) var activities: [Activity] = []
    package private(set) var entries: [Entry] = []
    package private(set) var vacations: Set<CivilDate> = []
    package private(set) var goals: [Goal] = []
    package private(set) var links: [GoalLink] = []
    package private(set) var residue = TrackerResidue()
    package private(set) var problems: [ImportProblem] = []
    /// Records of the workout domain, by list, as they are.
    package private(set) var workouts: [String: [JSONValue]] = [:]

    /// The newest major version that is understood; a newer one is refused.
    package static let supportedMajorVersion = 2

    /// The lists of the workout domain, added in v2.0.
    package static let workoutLists = [
        "exercises", "exerciseMuscles", "muscleGroups", "workoutPlans", "workoutPlanDays",
        "strengthPlanExercises", "cardioPlanExercises", "strengthSessions", "workoutSetLogs",
        "cardioSessions", "cardioSessionLogs",
    ]

    /// Reads a document that was exported in `zone`, so that no log shifts its day. `now` is the
    /// instant, in milliseconds, taken for what the document does not date.
    package init(
        _ document: [UInt8], zone: Zone, now: Int64
    ) throws(TrackerFormatError) {
        guard
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(document))
        else { throw .notJSON }
        guard let root = value.object else {
            throw .notATrackerDocument(missing: "activities")
        }
        try self.init(root, zone: zone, now: now)
    }

    package init(
        _ root: [String: JSONValue], zone: Zone, now: Int64
    ) throws(TrackerFormatError) {
        let version = root["version"]?.string ?? "1.0"
        guard Self.isSupported(version) else { throw .unsupportedVersion(version) }
        guard root.keys.contains(where: Self.domainLists.contains) else {
            throw .notATrackerDocument(missing: ActivityRecord.list)
        }
        let moment = root["timestamp"]?.string.flatMap(DocumentInstant.milliseconds) ?? now
        readActivities(root, zone: zone, moment: moment)
        readSnapshots(root, zone: zone)
        readLogs(root, zone: zone)
        readGoals(root, zone: zone, moment: moment)
        workouts = root.filter { Self.workoutLists.contains($0.key) }.compactMapValues(\.array)
        residue.keepRoot(root, moment: moment)
    }

    /// Whether documents of a version, such as `2.0`, are understood.
    package static func isSupported(
        _ version: String, upTo newest: Int = supportedMajorVersion
    ) -> Bool {
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }) else {
            return false
        }
        return (1...newest).contains(major)
    }

    static let domainLists = [
        CategoryRecord.list, ActivityRecord.list, EntryRecord.list, VacationRecord.list,
        SnapshotRecord.list, GoalRecord.list, LinkRecord.list,
    ]
}

extension TrackerImport {
    private typealias Accepted<Value> = [(value: Value, record: JSONObject)]

    /// Reads each record of a list, notes its problems, and leaves out those of a known key.
    private mutating func records<Codec: RecordCodec>(
        _ codec: Codec, in root: JSONObject,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true }
    ) -> Accepted<Codec.Value> {
        var accepted: Accepted<Codec.Value> = []
        var keys: Set<String> = []
        for record in root[Codec.list]?.array ?? [] {
            var reader = RecordReader(record.object ?? [:], in: Codec.list)
            if let value = codec.read(&reader), check(value, &reader) {
                if keys.insert(codec.key(of: value)).inserted {
                    accepted.append((value, reader.object))
                } else {
                    reader.note(.repeated, "id")
                }
            }
            problems += reader.problems
        }
        return accepted
    }

    /// Keeps what the records say beyond the values, and gives the values.
    private mutating func keep<Codec: RecordCodec>(
        _ accepted: Accepted<Codec.Value>, _ codec: Codec
    ) -> [Codec.Value] {
        for (value, record) in accepted {
            residue.keep(
                record, canonical: codec.write(value), list: Codec.list, id: codec.key(of: value))
        }
        return accepted.map(\.value)
    }

    private mutating func readActivities(_ root: JSONObject, zone: Zone, moment: Int64) {
        let categoryCodec = CategoryRecord()
        categories = keep(records(categoryCodec, in: root), categoryCodec)
        let known = Set(categories.map(\.id))
        let codec = ActivityRecord(zone: zone, moment: moment)
        var accepted = records(codec, in: root) { activity, reader in
            if let category = activity.category, !known.contains(category) {
                reader.note(.dangling, "categoryID")
            }
            return true
        }
        let ids = Set(accepted.map(\.value.id))
        let pauseDays = Dictionary(accepted.map { ($0.value.id, $0.value.pause?.since) }) { $1 }
        for index in accepted.indices {
            accepted[index].value.dropUnknown(categories: known, activities: ids)
            // The document does not say which children were paused with their container; those
            // that left it on the day it was paused were.
            if let pause = accepted[index].value.pause, let container = pause.container {
                accepted[index].value.pause?.withContainer = pauseDays[container] == pause.since
            }
        }
        activities = keep(accepted, codec)
    }

    private mutating func readSnapshots(_ root: JSONObject, zone: Zone) {
        let indices = Dictionary(activities.indices.map { (activities[$0].id, $0) }) { $1 }
        let codec = SnapshotRecord(
            zone: zone, activities: indices.mapValues { activities[$0] })
        let accepted = records(codec, in: root).sorted {
            ConfigurationHistory.precedes($0.value.snapshot, $1.value.snapshot)
        }
        for (value, record) in accepted {
            guard let index = indices[value.activity] else { continue }
            if let kept = activities[index].history.append(value.snapshot) {
                let value = SnapshotRecord.Value(activity: value.activity, snapshot: kept)
                residue.keep(
                    record, canonical: codec.write(value), list: SnapshotRecord.list,
                    id: codec.key(of: value))
            } else {
                residue.kept[SnapshotRecord.list, default: []].append(.object(record))
                var reader = RecordReader(record, in: SnapshotRecord.list)
                reader.note(.overlapping, "effectiveFrom")
                problems += reader.problems
            }
        }
    }

    private mutating func readLogs(_ root: JSONObject, zone: Zone) {
        let vacationCodec = VacationRecord(zone: zone)
        vacations = Set(keep(records(vacationCodec, in: root), vacationCodec))
        let known = Set(activities.map(\.id))
        let codec = EntryRecord(zone: zone, vacations: vacations)
        let accepted = records(codec, in: root) { entry, reader in
            guard known.contains(entry.activity) else {
                reader.note(.dangling, "activityID")
                return false
            }
            return true
        }
        entries = keep(accepted, codec)
    }

    private mutating func readGoals(_ root: JSONObject, zone: Zone, moment: Int64) {
        let goalCodec = GoalRecord(zone: zone, moment: moment)
        goals = keep(records(goalCodec, in: root), goalCodec)
        let knownGoals = Set(goals.map(\.id))
        let knownActivities = Set(activities.map(\.id))
        let codec = LinkRecord()
        let accepted = records(codec, in: root) { link, reader in
            guard knownGoals.contains(link.goal) else {
                reader.note(.dangling, "goalID")
                return false
            }
            guard knownActivities.contains(link.activity) else {
                reader.note(.dangling, "activityID")
                return false
            }
            return true
        }
        links = keep(accepted, codec)
    }
}

extension Activity {
    /// Forgets references to what the document does not hold.
    fileprivate mutating func dropUnknown(
        categories: Set<Category.ID>, activities: Set<Activity.ID>
    ) {
        category = category.flatMap { categories.contains($0) ? $0 : nil }
        parent = parent.flatMap { activities.contains($0) ? $0 : nil }
    }
}
