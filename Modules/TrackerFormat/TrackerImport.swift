package import CivilTime
package import Tracking

/// Why a document was refused as a whole. Nothing is changed then.
package enum TrackerFormatError: Error, Hashable, Sendable {
    /// Where reading stopped, in bytes.
    case notJSON(offset: Int)
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
    /// What stands in the document beyond its format, by kind.
    package private(set) var own: [String: JSONValue] = [:]
    /// What became of the records, by list.
    package private(set) var tallies: [String: Tally] = [:]

    /// Records of a list: what became of each.
    package struct Tally: Hashable, Sendable {
        package var taken = 0
        /// Of a key that another record has.
        package var repeated = 0
        /// Left out, with a problem.
        package var refused = 0
    }

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
        try self.init(try DocumentText(document), zone: zone, now: now)
    }

    package init(
        _ root: [String: JSONValue], zone: Zone, now: Int64
    ) throws(TrackerFormatError) {
        try self.init(ParsedDocument(root: root), zone: zone, now: now)
    }

    private init(
        _ document: some TrackerDocument, zone: Zone, now: Int64
    ) throws(TrackerFormatError) {
        let root = document.root
        let version = root["version"]?.string ?? "1.0"
        guard Self.isSupported(version) else { throw .unsupportedVersion(version) }
        guard Self.domainLists.contains(where: document.has) else {
            throw .notATrackerDocument(missing: ActivityRecord.list)
        }
        let moment = root["timestamp"]?.string.flatMap(DocumentInstant.milliseconds) ?? now
        try readActivities(document, zone: zone, moment: moment)
        try readSnapshots(document, zone: zone)
        try readLogs(document, zone: zone)
        try readGoals(document, zone: zone, moment: moment)
        workouts = root.filter { Self.workoutLists.contains($0.key) }.compactMapValues(\.array)
        for (list, records) in workouts { tallies[list] = Tally(taken: records.count) }
        own = root[ownKey]?.object ?? [:]
        residue.keepRoot(root, document, moment: moment)
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
    /// A value with the record that it was read from.
    private struct Accepted<Value> {
        var value: Value
        var record: JSONObject
    }

    /// Reads each record of a list, notes its problems, and leaves out those of a known key.
    private mutating func records<Codec: RecordCodec>(
        _ codec: Codec, in document: some TrackerDocument,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true },
        scan: (inout JSONReader) -> Codec.Value? = { _ in nil },
        takePlain: (Codec.Value) -> Void = { _ in },
        take: (Accepted<Codec.Value>, inout TrackerImport) -> Void
    ) throws(TrackerFormatError) {
        var keys: Set<String> = []
        var tally = Tally()
        func takeScanned(_ reader: inout JSONReader) -> Bool {
            let start = reader.mark
            guard let value = scan(&reader) else { return false }
            // A second record of a key is read the usual way, which says so.
            guard keys.insert(codec.key(of: value)).inserted else {
                reader.move(to: start)
                return false
            }
            tally.taken += 1
            takePlain(value)
            return true
        }
        try document.forEach(in: Codec.list, scan: takeScanned) { record, offset in
            var reader = RecordReader(record.object ?? [:], in: Codec.list, at: offset)
            if let value = codec.readWhole(&reader), check(value, &reader) {
                if keys.insert(codec.key(of: value)).inserted {
                    tally.taken += 1
                    take(
                        Accepted(value: value, record: reader.object),
                        &self)
                } else {
                    tally.repeated += 1
                    reader.note(.repeated, "id")
                }
            } else {
                tally.refused += 1
            }
            problems += reader.problems
        }
        if document.has(Codec.list) { tallies[Codec.list] = tally }
    }

    private mutating func allRecords<Codec: RecordCodec>(
        _ codec: Codec, in document: some TrackerDocument,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true }
    ) throws(TrackerFormatError) -> [Accepted<Codec.Value>] {
        var accepted: [Accepted<Codec.Value>] = []
        try records(codec, in: document, check: check) { value, _ in accepted.append(value) }
        return accepted
    }

    /// Keeps what a record says beyond its value, and gives the value.
    private mutating func keep<Codec: RecordCodec>(
        _ accepted: Accepted<Codec.Value>, _ codec: Codec
    ) -> Codec.Value {
        residue.keep(
            accepted.record, canonical: codec.write(accepted.value), list: Codec.list,
            id: codec.key(of: accepted.value))
        return accepted.value
    }

    /// All values of a list, with what their records say beyond them kept.
    private mutating func values<Codec: RecordCodec>(
        _ codec: Codec, in document: some TrackerDocument,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true },
        scan: (inout JSONReader) -> Codec.Value? = { _ in nil }
    ) throws(TrackerFormatError) -> [Codec.Value] {
        var values: [Codec.Value] = []
        try records(
            codec, in: document, check: check, scan: scan, takePlain: { values.append($0) },
            take: { accepted, imported in values.append(imported.keep(accepted, codec)) })
        return values
    }

    private mutating func readActivities(
        _ document: some TrackerDocument, zone: Zone, moment: Int64
    ) throws(TrackerFormatError) {
        categories = try values(CategoryRecord(), in: document)
        let known = Set(categories.map(\.id))
        let codec = ActivityRecord(zone: zone, moment: moment)
        var accepted = try allRecords(codec, in: document) { activity, reader in
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
        activities = accepted.map { keep($0, codec) }
    }

    private mutating func readSnapshots(
        _ document: some TrackerDocument, zone: Zone
    ) throws(TrackerFormatError) {
        let indices = Dictionary(activities.indices.map { (activities[$0].id, $0) }) { $1 }
        let codec = SnapshotRecord(
            zone: zone, activities: indices.mapValues { activities[$0] })
        let accepted = try allRecords(codec, in: document).sorted {
            ConfigurationHistory.precedes($0.value.snapshot, $1.value.snapshot)
        }
        for (value, record) in accepted.map({ ($0.value, $0.record) }) {
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

    private mutating func readLogs(
        _ document: some TrackerDocument, zone: Zone
    ) throws(TrackerFormatError) {
        vacations = Set(try values(VacationRecord(zone: zone), in: document))
        let known = Set(activities.map(\.id))
        let codec = EntryRecord(zone: zone, vacations: vacations)
        var scanner = EntryScanner(zone: zone, vacations: vacations, activities: known)
        let check = { (entry: Entry, reader: inout RecordReader) in
            guard known.contains(entry.activity) else {
                reader.note(.dangling, "activityID")
                return false
            }
            return true
        }
        entries = try values(codec, in: document, check: check, scan: { scanner.entry(&$0) })
    }

    private mutating func readGoals(
        _ document: some TrackerDocument, zone: Zone, moment: Int64
    ) throws(TrackerFormatError) {
        goals = try values(GoalRecord(zone: zone, moment: moment), in: document)
        let knownGoals = Set(goals.map(\.id))
        let knownActivities = Set(activities.map(\.id))
        links = try values(LinkRecord(), in: document) { link, reader in
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
