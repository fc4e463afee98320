package import CivilTime
package import JSON
import Memberwise
package import Tracker

/// The contents of an exported document in the seed tracker's format v2.0.
@Memberwise
package struct TrackerExport: Sendable {
    package var categories: [Category] = []
    package var activities: [Activity] = []
    package var entries: [Entry] = []
    package var vacations: Set<CivilDate> = []
    package var goals: [Goal] = []
    package var links: [GoalLink] = []
    package var workouts: [String: [JSONValue]] = [:]
    package var residue: TrackerResidue = TrackerResidue()
    /// Data beyond the format, by kind; other readers of the format ignore it.
    package var extensions: [String: JSONValue] = [:]

    package static let version = "2.0"

    /// The export of an imported document.
    package init(_ imported: TrackerImport) {
        self.init(
            categories: imported.categories, activities: imported.activities,
            entries: imported.entries, vacations: imported.vacations, goals: imported.goals,
            links: imported.links, workouts: imported.workouts, residue: imported.residue,
            extensions: imported.extensions)
    }

    /// The document as JSON, with days as instants of `zone`. Deleted records and references to them are
    /// omitted.
    package func document(zone: Zone, at moment: Int64) -> [String: JSONValue] {
        let categories = categories.filter { $0.deleted == nil }
        let goals = goals.filter { $0.deleted == nil }
        let (knownCategories, knownGoals) = (Set(categories.map(\.id)), Set(goals.map(\.id)))
        let used = activities.filter { $0.deleted == nil }.map { activity in
            var activity = activity
            activity.category = activity.category.flatMap {
                knownCategories.contains($0) ? $0 : nil
            }
            return activity
        }
        let known = Dictionary(used.map { ($0.id, $0) }) { $1 }
        let snapshots = used.flatMap { activity in
            activity.history.snapshots.map {
                SnapshotRecord.Value(activity: activity.id, snapshot: $0)
            }
        }
        var root: JSONObject = [
            "version": .string(Self.version),
            "timestamp": .string(DocumentInstant.text(moment)),
        ]
        root[CategoryRecord.list] = CategoryRecord()
            .list(of: categories, residue: residue)
        root[ActivityRecord.list] = ActivityRecord(zone: zone, moment: moment)
            .list(of: used, residue: residue)
        root[SnapshotRecord.list] = SnapshotRecord(zone: zone, activities: known)
            .list(of: snapshots, residue: residue)
        root[EntryRecord.list] = EntryRecord(zone: zone, vacations: vacations)
            .list(of: entries.filter { known[$0.activity] != nil }, residue: residue)
        root[VacationRecord.list] = VacationRecord(zone: zone)
            .list(of: vacations.sorted(), residue: residue)
        root[GoalRecord.list] = GoalRecord(zone: zone, moment: moment)
            .list(of: goals, residue: residue)
        root[LinkRecord.list] = LinkRecord()
            .list(
                of: links.filter { knownGoals.contains($0.goal) }
                    .compactMap { link in known[link.activity].map { link.converted(for: $0) } }
                    .sorted { $0.id < $1.id }, residue: residue)
        for (list, records) in workouts {
            root[list] = .array(records)
        }
        if !extensions.isEmpty { root[extensionKey] = .object(extensions) }
        return TrackerResidue.restored(root, styled: root, fields: residue.root)
    }
}

extension TrackerResidue {
    /// Stores the top-level fields of the document and the names of absent lists.
    mutating func insertRoot(
        _ root: JSONObject, _ document: DocumentText, moment: Int64
    ) {
        var canonical: JSONObject = [
            "version": .string(TrackerExport.version),
            "timestamp": .string(DocumentInstant.text(moment)),
        ]
        var written = root.filter { key, _ in
            !TrackerImport.workoutLists.contains(key) && !TrackerImport.domainLists.contains(key)
                && key != extensionKey
        }
        for list in TrackerImport.domainLists where !document.hasList(list) {
            written[list] = root[list]
            canonical[list] = .array([])
        }
        self.root = Self.difference(written: written, canonical: canonical)
        // An export is never older than the imported document.
        if let timestamp = root["timestamp"], self.root["timestamp"] == nil {
            self.root["timestamp"] = Field(written: timestamp, canonical: nil)
        }
    }
}

extension GoalLink {
    /// The link with values in the present unit of the activity, the only unit that the format supports.
    fileprivate func converted(for activity: Activity) -> GoalLink {
        guard case .metric(let target) = role,
            let unit = activity.configuration.kind.quantity?.unit,
            let own = target.converted(to: unit, of: activity)
        else { return self }
        var link = self
        link.role = .metric(own)
        return link
    }
}
