import CivilTime
import JSON
import Tracker
import TrackerRules

extension Operations {
    static let periodOperations: [String: Operation] = [
        "periodSchedule": { input, _ in
            let activity = try input.scheduledActivity()
            let history = ActivityHistory(
                activities: [activity], entries: try input.dayEntries(of: activity.id),
                vacations: Set(try input["vacation"].list { try $0.day() }))
            let days = try input["days"].list { try $0.day() }
            guard days.count == 2, days[0] <= days[1] else {
                throw CaseInput.Malformed(description: "given.days: expected first and last")
            }
            let asOf = try input["asOf"].day()
            let streaks = history.streaks(of: activity, asOf: asOf)
            let rate = history.completionRate(of: activity, days: 14, endingOn: asOf)
            return [
                "states": .list(Array(days[0]...days[1])) {
                    .enumValue(history.occurrenceState(of: activity, on: $0))
                },
                "current": .count(streaks.current), "longest": .count(streaks.longest),
                "unit": .enumValue(streaks.unit),
                "rate": rate.expected > 0 ? .number(rate.value) : .null,
            ]
        }
    ]
}

extension CaseInput {
    /// The checkbox activity of a case, after its edits of the future and with its pauses.
    fileprivate func scheduledActivity() throws -> Activity {
        let weekStart: WeekStart = try self["weekStart"].enumValue()
        var activity = Activity(
            id: "activity", name: "activity", created: try self["created"].day(),
            configuration: Configuration(
                schedule: try self["schedule"].schedule(weekStart: weekStart)))
        for pause in try self["pauses"].list() {
            let since = try pause["pausedOn"].day()
            if let resumed = try pause["resumedOn"].ifPresent({ try $0.day() }) {
                activity.pastPauses +=
                    PastPause(since: since, last: resumed.advanced(by: -1)).map { [$0] } ?? []
            } else {
                activity.pause = Pause(since: since)
            }
        }
        var catalog = Catalog(activities: [activity])
        for change in try self["changes"].list() {
            let schedule = try change["schedule"].schedule(weekStart: weekStart)
            try catalog.edit(activity.id, scope: .future, on: change["from"].day()) {
                $0.schedule = schedule
            }
        }
        return catalog.activities[activity.id] ?? activity
    }

    /// A completion on each day of `completed` and a skip on each of `skipped`.
    fileprivate func dayEntries(of activity: Activity.ID) throws -> [Entry] {
        func entries(_ key: String, _ outcome: Outcome) throws -> [Entry] {
            try self[key].list { try $0.day() }.map { day in
                Entry(
                    id: Entry.ID("\(key) \(day)"), activity: activity, day: day, outcome: outcome)
            }
        }
        return try entries("completed", .completed(value: nil))
            + entries("skipped", .skipped(reason: nil))
    }
}
