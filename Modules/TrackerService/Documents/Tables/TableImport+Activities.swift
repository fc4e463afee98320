import CivilTime
import Contracts
import RPC
import Tracker
import TrackerDocuments
import TrackerRules

/// Rows of the table `activities`.
extension TableImport {
    /// Adds the activities, containers before the activities in them.
    mutating func addActivities(_ text: [UInt8]) throws {
        let containers = try containers(in: text)
        try TrackerTable.read(text) { row in
            try count(row) { try $0.addActivity(row, containers) }
        }
    }

    /// The identifiers of the containers in the table and the profile, by name. Of containers with the same
    /// name the first of the table counts.
    private func containers(in text: [UInt8]) throws -> [String: Activity.ID] {
        var containers: [String: Activity.ID] = [:]
        try TrackerTable.read(text) { row in
            guard row.text("type") == ActivityType.container.rawValue, let id = row.text("id"),
                let name = row.text("name"), containers[name] == nil
            else { return }
            containers[name] = Activity.ID(id)
        }
        let known = snapshot.activities.filter { $0.configuration.kind == .container }
        containers.merge(known.map { ($0.name, $0.id) }) { first, _ in first }
        return containers
    }

    private mutating func addActivity(
        _ row: TrackerTable.Row, _ containers: [String: Activity.ID]
    ) throws -> Bool {
        guard let id = try identifier(row, "id") else {
            throw TrackerTable.Fault("it has no id")
        }
        guard snapshot.catalog.activities[Activity.ID(id)] == nil else { return false }
        guard let name = row.text("name").flatMap(RecordName.cleaned) else {
            throw TrackerTable.Fault("it has no name")
        }
        var activity = Activity(
            id: Activity.ID(id), name: name, created: try row.day("created") ?? today)
        guard measurableDays.contains(activity.created) else {
            throw TrackerTable.Fault("its day \(activity.created) is out of range")
        }
        activity.configuration = try configuration(row, name, on: activity.created)
        activity.appearance = AppearanceSuggestion(name: name)?.appearance ?? .activity
        activity.category = try row.text("category").map { try category($0) }
        let container = row.text("container").flatMap { containers[$0] }
        if let name = row.text("container"), container == nil {
            note(
                "there is no container \"\(name)\", so its activities are at the top level", at: row
            )
        }
        if let pausedSince = try row.day("pausedSince") {
            activity.pause = Pause(since: pausedSince, container: container)
        } else if let container, !isWithin(container, activity.id) {
            activity.parent = container
        }
        guard try records.insert(activity) else { return false }
        activities[activity.id] = activity
        return true
    }

    /// True if a container is the activity, or is in it.
    private func isWithin(_ container: Activity.ID, _ activity: Activity.ID) -> Bool {
        var next: Activity.ID? = container
        var visited: Set<Activity.ID> = []
        while let id = next, visited.insert(id).inserted {
            if id == activity { return true }
            next = (activities[id] ?? snapshot.catalog.activities[id])?.parent
        }
        return false
    }

    private func configuration(
        _ row: TrackerTable.Row, _ name: String, on day: CivilDate
    ) throws -> Configuration {
        guard let type = try row.value("type", as: ActivityType.self) else {
            throw TrackerTable.Fault("it has no type")
        }
        var fields = Activities.Fields()
        fields.type = type
        if [.value, .cumulative, .metric].contains(type) {
            fields.target = try row.number("target")
            fields.unit = row.text("unit")
            let period = try row.value("per", as: Activities.TargetPeriod.self)
            fields.per = period == .day ? nil : period
        }
        do {
            return try Configuration(
                new: fields, named: name, suggestedUnit: nil, weekStart: snapshot.weekStart,
                on: day)
        } catch {
            throw TrackerTable.Fault(error.message)
        }
    }

    /// The category of a name, which is added if the profile has none.
    private func category(_ name: String) throws -> Tracker.Category.ID {
        if let category = snapshot.listedCategories.first(where: { $0.name == name }) {
            return category.id
        }
        guard let cleaned = RecordName.cleaned(name) else {
            throw TrackerTable.Fault("its category has no valid name")
        }
        let category = Category(
            id: Category.ID(StableIdentifier.text(for: "table category \(cleaned)")), name: cleaned)
        try records.insert(category, .category, id: category.id.rawValue)
        return category.id
    }
}
