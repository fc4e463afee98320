import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension ProfileExport {
    /// Writes the tables of the tracker.
    func tracker() async throws -> [String: Int] {
        let activities = try await client.call(Activities.list, .init(), options).activities
        var counts = ["activities": try await append(activities.map(Self.row), to: .activities)]
        counts["entries"] = 0
        for activity in activities {
            counts["entries", default: 0] += try await entries(of: activity)
        }
        let goals = try await client.call(Goals.list, .init(), options).goals
        counts["goals"] = try await append(goals.map(Self.row), to: .goals)
        let weights = try await client.call(Weights.list, .init(from: from, to: to), options)
        counts["weights"] = try await append(weights.weights.map(Self.row), to: .weights)
        return counts
    }

    /// Writes the entries of an activity.
    private func entries(of activity: Activities.Item) async throws -> Int {
        var count = 0
        try await client.forEachEntryPage(of: activity, from: from, to: to, options) { page in
            count += try await append(page.map { Self.row($0, activity) }, to: .entries)
        }
        return count
    }
}

/// Rows of the tracker.
extension ProfileExport {
    private static func row(_ activity: Activities.Item) -> [ExportValue] {
        [
            .text("\(activity.id)"), .text(activity.name), .text(activity.type.rawValue),
            ExportValue(activity.target), ExportValue(activity.per?.rawValue),
            ExportValue(activity.unit), ExportValue(activity.category),
            ExportValue(activity.container), ExportValue(activity.created),
            ExportValue(activity.pausedSince),
        ]
    }

    private static func row(_ entry: LoggedEntry, _ activity: Activities.Item) -> [ExportValue] {
        [
            .text("\(entry.id)"), .text(entry.activity), .text("\(activity.id)"),
            ExportValue(entry.date), .text(entry.status), ExportValue(entry.value),
            ExportValue(entry.unit), ExportValue(entry.slot?.rawValue), ExportValue(entry.answer),
            ExportValue(entry.note), ExportValue(entry.skipReason), ExportValue(entry.mood),
            ExportValue(entry.place), .text(entry.source.rawValue), ExportValue(entry.loggedAt),
        ]
    }

    private static func row(_ goal: Goals.Goal) -> [ExportValue] {
        [
            .text(goal.id), .text(goal.title), ExportValue(goal.created),
            ExportValue(goal.deadline), .flag(goal.paused), ExportValue(goal.consistency),
            .text(goal.activities.map(\.activity).joined(separator: ", ")),
        ]
    }

    private static func row(_ entry: Weights.Row) -> [ExportValue] {
        [
            .text(entry.id), ExportValue(entry.date), ExportValue(entry.weight),
            .text(entry.unit.rawValue), ExportValue(entry.bodyFat), ExportValue(entry.note),
            .text(entry.source.rawValue),
        ]
    }
}
