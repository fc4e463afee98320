import CivilTime
import Contracts
import Tracker
import TrackerDocuments
import TrackerRules

/// Rows of the table `goals`.
extension TableImport {
    mutating func addGoals(_ text: [UInt8]) throws {
        try TrackerTable.read(text) { row in
            try count(row) { try $0.addGoal(row) }
        }
    }

    private mutating func addGoal(_ row: TrackerTable.Row) throws -> Bool {
        guard let id = try identifier(row, "id") else {
            throw TrackerTable.Fault("it has no id")
        }
        guard snapshot.catalog.goals[Goal.ID(id)] == nil else { return false }
        guard let title = row.text("title").flatMap(RecordName.cleaned) else {
            throw TrackerTable.Fault("it has no title")
        }
        let created = try row.day("created") ?? today
        guard measurableDays.contains(created) else {
            throw TrackerTable.Fault("its day \(created) is out of range")
        }
        let linked = try linkedActivities(row)
        // A goal whose activities are all paused is paused without a pause of its own.
        let isPausedByLinks = !linked.isEmpty && linked.allSatisfy { $0.pause != nil }
        let goal = Goal(
            id: Goal.ID(id), title: title, created: created, deadline: try row.day("deadline"),
            isPausedByHand: row.text("isPaused") == "1" && !isPausedByLinks)
        guard try records.insert(goal, .goal, id: id) else { return false }
        for activity in linked {
            let link = GoalLink(
                id: GoalLink.ID(StableIdentifier.text(for: "link \(id) \(activity.id)")),
                goal: goal.id, activity: activity.id, role: .activity)
            try records.insert(link, .goalLink, id: link.id.rawValue)
        }
        return true
    }

    /// The activities of the profile that the row names. A name can contain the separator.
    private mutating func linkedActivities(_ row: TrackerTable.Row) throws -> [Activity] {
        guard let text = row.text("activities") else { return [] }
        var linked: [Activity] = []
        var parts = text.split(separator: ", ")[...]
        while let first = parts.first {
            let found = (1...parts.count).reversed().lazy.compactMap { [snapshot] count in
                let name = parts.prefix(count).joined(separator: ", ")
                return snapshot.names.uniqueActivity(named: name).map { ($0, count) }
            }.first
            if let (id, _) = found, let activity = snapshot.catalog.activities[id],
                activity.deleted == nil
            {
                linked.append(activity)
            } else {
                note(
                    "the profile has no activity \"\(first)\", so the goal is not linked to it",
                    at: row)
            }
            parts = parts.dropFirst(found?.1 ?? 1)
        }
        return linked
    }
}
