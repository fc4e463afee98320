import CivilTime
import JSON
import Tracker
import TrackerRules

extension Operations {
    static let statusOperations: [String: Operation] = [
        "streak": { input, _ in
            let streaks = try input.history(activities: "allActivities")
                .streaks(of: input["activity"].activity(), asOf: input["asOf"].day())
            return ["current": .count(streaks.current), "longest": .count(streaks.longest)]
        },
        "completionRate": { input, _ in
            let rate = try input.history(activities: "allActivities").completionRate(
                of: input["activity"].activity(), days: input["days"].int(),
                endingOn: input["asOf"].day())
            return ["rate": .number(rate.value)]
        },
        "isContainerCompleted": { input, _ in
            let status = try input.history(activities: "allActivities")
                .dayStatus(of: input["container"].activity(), on: input["date"].day())
            return ["completed": .bool(status.isCompleted)]
        },
        "containerStatus": { input, _ in
            let history = try input.history(activities: "allActivities")
            let container = try input["container"].activity()
            let day = try input["date"].day()
            let status = history.dayStatus(of: container, on: day)
            let source = history.skipReasonSource(of: container, on: day)
            return [
                "isCompleted": .bool(status.isCompleted),
                "isSkipped": .bool(status.isSkipped),
                "skipReasonFrom": .text(source?.id.rawValue),
            ]
        },
        "applicableChildren": { input, _ in
            let history = try input.history(activities: "allActivities")
            let container = try input["container"].activity()
            return [
                "ids": try .list(input["dates"].list()) { date in
                    .list(history.children(of: container, on: try date.day())) {
                        .string($0.activity.id.rawValue)
                    }
                }
            ]
        },
        "completionFraction": { input, _ in
            let history = try input.history(activities: "activities")
            return ["fraction": .number(history.progress(on: try input["date"].day()))]
        },
        "dayStatus": { input, _ in
            let status = try input.history(activities: "activities")
                .status(on: input["date"].day(), asOf: input["asOf"].day())
            return ["rate": .number(status.rate), "allSkipped": .bool(status.isAllSkipped)]
        },
        "vacation": { input, _ in
            let history = try input.history(activities: "activities")
            let day = try input["mark"].day()
            let skips = history.vacationSkips(on: day)
            let written = skips.enumerated().map { index, skip in
                Entry(
                    id: Entry.ID("vacation \(index)"), activity: skip.activity, day: day,
                    outcome: .skipped(reason: vacationSkipReason), slot: skip.slot,
                    source: .vacation)
            }
            let marked = try input.entries() + written
            let after = ActivityHistory(
                activities: Array(history.activities.values), entries: marked, vacations: [day])
            let removed = Set(after.vacationEntries(on: day).map(\.id))
            return [
                "skipLogs": .list(skips) {
                    ["a": .string($0.activity.rawValue), "slot": .enumValue($0.slot)]
                },
                "logsAfterUnmark": .count(marked.count { !removed.contains($0.id) }),
            ]
        },
    ]
}
