package import CivilTime
package import JSON
package import Tracker

/// The contents of a document of the seed tracker, v1.0 or v2.0, with its residue.
package struct TrackerImport: Sendable {
    package private(set) var categories: [Category] = []
    package private(set) var activities: [Activity] = []
    package private(set) var entries: [Entry] = []
    package private(set) var vacations: Set<CivilDate> = []
    package private(set) var goals: [Goal] = []
    package private(set) var links: [GoalLink] = []
    package private(set) var residue = TrackerResidue()
    package private(set) var problems: [DocumentProblem] = []
    /// Unchanged workout records by list.
    package private(set) var workouts: [String: [JSONValue]] = [:]
    /// Data beyond the format, by kind.
    package private(set) var extensions: [String: JSONValue] = [:]
    /// Counts of records by list.
    package private(set) var tallies: [String: Counts] = [:]

    /// Counts of the records of a list by result.
    package struct Counts: Hashable, Sendable {
        package var accepted = 0
        /// Records with the key of an earlier record.
        package var repeated = 0
        /// Records omitted with a problem.
        package var rejected = 0
    }

    /// The newest supported major version; newer documents are rejected.
    package static let supportedMajorVersion = 2

    /// The lists of the workout domain, added in v2.0.
    package static let workoutLists = [
        "exercises", "exerciseMuscles", "muscleGroups", "workoutPlans", "workoutPlanDays",
        "strengthPlanExercises", "cardioPlanExercises", "strengthSessions", "workoutSetLogs",
        "cardioSessions", "cardioSessionLogs",
    ]

    /// Reads a document that was exported in `zone`, so that entries keep their days. `now`, in
    /// milliseconds since 1970, replaces dates that the document does not have.
    package init(
        _ document: [UInt8], zone: Zone, now: Int64
    ) throws(TrackerDocumentError) {
        var reader = try TrackerReader(document, zone: zone, now: now)
        let entries = try reader.nextEntries(limit: .max)
        self = reader.imported
        self.entries = entries
    }

    /// Reads a document without its entries.
    init(
        exceptEntriesOf document: DocumentText, zone: Zone, now: Int64
    ) throws(TrackerDocumentError) {
        let root = document.root
        let version = root["version"]?.string ?? "1.0"
        guard Self.isSupported(version) else { throw .unsupportedVersion(version) }
        guard Self.domainLists.contains(where: document.has) else {
            throw .notATrackerDocument(missing: ActivityRecord.list)
        }
        for list in Self.domainLists where !document.hasList(list) {
            guard root[list] ?? .null == .null else { throw .noList(list) }
        }
        let moment = root["timestamp"]?.string.flatMap(DocumentInstant.milliseconds) ?? now
        try readActivities(document, zone: zone, moment: moment)
        try readSnapshots(document, zone: zone)
        vacations = Set(try values(VacationRecord(zone: zone), in: document))
        try readGoals(document, zone: zone, moment: moment)
        workouts = root.filter { Self.workoutLists.contains($0.key) }.compactMapValues(\.array)
        for (list, records) in workouts { tallies[list] = Counts(accepted: records.count) }
        extensions = root[extensionKey]?.object ?? [:]
        residue.insertRoot(root, document, moment: moment)
    }

    /// True if documents of the version, such as `2.0`, are supported.
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
    /// Reads up to `limit` values of a list with their source records.
    mutating func read<Codec: RecordCodec>(
        _ limit: Int = .max, from list: inout ListReader<Codec>, of document: DocumentText,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true },
        scan: (JSONTape) -> Codec.Value? = { _ in nil }
    ) throws(TrackerDocumentError) -> [ListReader<Codec>.Accepted] {
        let accepted = try list.next(limit, of: document, check: check, scan: scan)
        problems += list.removeProblems()
        if document.has(Codec.list) { tallies[Codec.list] = list.counts }
        return accepted
    }

    /// Stores the residue of a record and returns the value with the record's style.
    mutating func storeResidue<Codec: RecordCodec>(
        of accepted: ListReader<Codec>.Accepted, _ codec: Codec
    ) -> Codec.Value {
        guard let record = accepted.record else { return accepted.value }
        let value = codec.recordingStyle(of: record, in: accepted.value)
        let canonical = codec.write(value)
        residue.insert(
            record, canonical: canonical, styled: codec.styled(canonical, as: value),
            list: Codec.list, id: codec.key(of: value))
        return value
    }

    private mutating func allRecords<Codec: RecordCodec>(
        _ codec: Codec, in document: DocumentText,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true }
    ) throws(TrackerDocumentError) -> [ListReader<Codec>.Accepted] {
        var list = ListReader(codec)
        return try read(from: &list, of: document, check: check)
    }

    /// Reads all values of a list and stores their residue.
    private mutating func values<Codec: RecordCodec>(
        _ codec: Codec, in document: DocumentText,
        check: (Codec.Value, inout RecordReader) -> Bool = { _, _ in true }
    ) throws(TrackerDocumentError) -> [Codec.Value] {
        try allRecords(codec, in: document, check: check).map { storeResidue(of: $0, codec) }
    }

    private mutating func readActivities(
        _ document: DocumentText, zone: Zone, moment: Int64
    ) throws(TrackerDocumentError) {
        categories = try values(CategoryRecord(), in: document)
        let known = Set(categories.map(\.id))
        let codec = ActivityRecord(zone: zone, moment: moment)
        var accepted = try allRecords(codec, in: document) { activity, reader in
            if let category = activity.category, !known.contains(category) {
                reader.report(.dangling, "categoryID")
            }
            return true
        }
        let ids = Set(accepted.map(\.value.id))
        let pauseDays = Dictionary(accepted.map { ($0.value.id, $0.value.pause?.since) }) { $1 }
        for index in accepted.indices {
            accepted[index].value.removeUnknownReferences(categories: known, activities: ids)
            // The document does not contain `withContainer`: children that left the container on the day of
            // its pause were paused with it.
            if let pause = accepted[index].value.pause, let container = pause.container {
                accepted[index].value.pause?.withContainer = pauseDays[container] == pause.since
            }
        }
        for id in containersInCycles(accepted.map(\.value)) {
            guard let index = accepted.firstIndex(where: { $0.value.id == id }) else { continue }
            problems.append(
                DocumentProblem(
                    reason: .circular, list: ActivityRecord.list, id: id.rawValue,
                    name: accepted[index].value.name, key: "parentID",
                    value: accepted[index].value.parent.map { .string($0.rawValue) } ?? .null))
            accepted[index].value.parent = nil
        }
        activities = accepted.map { storeResidue(of: $0, codec) }
    }

    /// The first listed container of each cycle.
    private func containersInCycles(_ activities: [Activity]) -> [Activity.ID] {
        var parents = Dictionary(activities.map { ($0.id, $0.parent) }) { $1 }
        var cycleContainers: [Activity.ID] = []
        for activity in activities {
            var visited: Set<Activity.ID> = [activity.id]
            var ancestor = parents[activity.id] ?? nil
            while let container = ancestor, visited.insert(container).inserted {
                ancestor = parents[container] ?? nil
            }
            guard ancestor == activity.id else { continue }
            cycleContainers.append(activity.id)
            parents[activity.id] = nil
        }
        return cycleContainers
    }

    private mutating func readSnapshots(
        _ document: DocumentText, zone: Zone
    ) throws(TrackerDocumentError) {
        let indices = Dictionary(activities.indices.map { (activities[$0].id, $0) }) { $1 }
        let codec = SnapshotRecord(
            zone: zone, activities: indices.mapValues { activities[$0] })
        let accepted = try allRecords(codec, in: document).sorted {
            ConfigurationHistory.precedes($0.value.snapshot, $1.value.snapshot)
        }
        for accepted in accepted {
            let value = accepted.value
            guard let index = indices[value.activity] else { continue }
            if let appended = activities[index].history.append(value.snapshot) {
                let value = SnapshotRecord.Value(activity: value.activity, snapshot: appended)
                _ = storeResidue(
                    of: ListReader.Accepted(value: value, record: accepted.record), codec)
            } else if let record = accepted.record {
                residue.unrepresented[SnapshotRecord.list, default: []].append(.object(record))
                var reader = RecordReader(record, in: SnapshotRecord.list)
                reader.report(.overlapping, "effectiveFrom")
                problems += reader.problems
            }
        }
    }

    private mutating func readGoals(
        _ document: DocumentText, zone: Zone, moment: Int64
    ) throws(TrackerDocumentError) {
        goals = try values(GoalRecord(zone: zone, moment: moment), in: document)
        let knownGoals = Set(goals.map(\.id))
        let knownActivities = Set(activities.map(\.id))
        var metrics: [Goal.ID: Int] = [:]
        links = try values(LinkRecord(), in: document) { link, reader in
            guard knownGoals.contains(link.goal) else {
                reader.report(.dangling, "goalID")
                return false
            }
            guard knownActivities.contains(link.activity) else {
                reader.report(.dangling, "activityID")
                return false
            }
            guard link.role.name == .metric else { return true }
            metrics[link.goal, default: 0] += 1
            guard metrics[link.goal, default: 0] <= LinkError.metricLimit else {
                reader.report(.tooMany, "roleRaw")
                return false
            }
            return true
        }
    }
}

extension Activity {
    /// Removes references to records that the document does not contain.
    fileprivate mutating func removeUnknownReferences(
        categories: Set<Category.ID>, activities: Set<Activity.ID>
    ) {
        category = category.flatMap { categories.contains($0) ? $0 : nil }
        parent = parent.flatMap { activities.contains($0) ? $0 : nil }
    }
}
