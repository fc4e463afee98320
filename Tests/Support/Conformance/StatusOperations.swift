import CivilTime
import Tracker
import TrackerDocuments
import TrackerRules

extension Operations {
    static let statusOperations: [String: Operation] = [
        "streak": { given, _ in
            let streaks = try given.history(activities: "allActivities")
                .streaks(of: given["activity"].activity(), asOf: given["asOf"].day())
            return ["current": .count(streaks.current), "longest": .count(streaks.longest)]
        },
        "completionRate": { given, _ in
            let rate = try given.history(activities: "allActivities").completionRate(
                of: given["activity"].activity(), days: given["days"].int(),
                endingOn: given["asOf"].day())
            return ["rate": .number(rate.value)]
        },
        "isContainerCompleted": { given, _ in
            let standing = try given.history(activities: "allActivities")
                .dayStatus(of: given["container"].activity(), on: given["date"].day())
            return ["completed": .bool(standing.isCompleted)]
        },
        "containerStatus": { given, _ in
            let diary = try given.history(activities: "allActivities")
            let container = try given["container"].activity()
            let day = try given["date"].day()
            let standing = diary.dayStatus(of: container, on: day)
            let source = diary.skipReasonSource(of: container, on: day)
            return [
                "isCompleted": .bool(standing.isCompleted),
                "isSkipped": .bool(standing.isSkipped),
                "skipReasonFrom": .text(source?.id.rawValue),
            ]
        },
        "applicableChildren": { given, _ in
            let diary = try given.history(activities: "allActivities")
            let container = try given["container"].activity()
            return [
                "ids": try .list(given["dates"].list()) { date in
                    .list(diary.children(of: container, on: try date.day())) {
                        .string($0.activity.id.rawValue)
                    }
                }
            ]
        },
        "completionFraction": { given, _ in
            let diary = try given.history(activities: "activities")
            return ["fraction": .number(diary.progress(on: try given["date"].day()))]
        },
        "dayStatus": { given, _ in
            let status = try given.history(activities: "activities")
                .status(on: given["date"].day(), asOf: given["asOf"].day())
            return ["rate": .number(status.rate), "allSkipped": .bool(status.isAllSkipped)]
        },
        "vacation": { given, _ in
            let diary = try given.history(activities: "activities")
            let day = try given["mark"].day()
            let skips = diary.vacationSkips(on: day)
            let written = skips.enumerated().map { place, skip in
                Entry(
                    id: Entry.ID("vacation \(place)"), activity: skip.activity, day: day,
                    outcome: .skipped(reason: vacationSkipReason), slot: skip.slot,
                    source: .vacation)
            }
            let marked = try given.entries() + written
            let after = ActivityHistory(
                activities: Array(diary.activities.values), entries: marked, vacations: [day])
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
