import CivilTime
import JSON
import Tracker
import TrackerRules

extension Operations {
    static let scheduleOperations: [String: Operation] = [
        "shouldShow": { input, _ in
            let history = try input.history(activities: "activity")
            let activity = try input["activity"].activity()
            return ["shouldShow": .bool(history.isShown(activity, on: try input["date"].day()))]
        },
        "isScheduled": { input, _ in
            let day = try input["date"].day()
            return [
                "isScheduled": try .list(input["schedules"].list()) {
                    .bool(try $0.schedule().recurs(on: day, since: .distantPast))
                }
            ]
        },
        "slots": { input, _ in
            let slots = try input["slots"].list { try $0.enumValue(Slot.self) }
            let hours = Slot.allCases.map { ($0.rawValue, JSONValue.count($0.startHour)) }
            return [
                "sorted": .list(slots.sorted()) { .enumValue($0) },
                "startHour": .object(Dictionary(hours) { $1 }),
                "bucketOfTimedItemWithoutWindow": .enumValue(Slot.allDay.listedSlot),
            ]
        },
        "activitiesForToday": { input, _ in
            let list = try input.history(activities: "activities").occurrences(
                on: input["date"].day())
            return ["ids": .list(list) { .string($0.activity.id.rawValue) }]
        },
        "carriedForward": { input, _ in
            let history = try input.history(activities: "activity")
            let activity = try input["activity"].activity()
            return .carried(history.carried(activity, to: try input["date"].day()))
        },
        "completeCarried": { input, _ in
            let history = try input.history(activities: "activity")
            let activity = try input["activity"].activity()
            let day = try input["date"].day()
            let plan = try history.planCompletion(of: activity, on: day)
            let entry = Entry(
                id: "completion", activity: activity.id, day: plan.day,
                outcome: .completed(value: nil), slot: plan.slot)
            let after = ActivityHistory(
                activities: [activity], entries: try input.entries() + [entry],
                vacations: history.vacations)
            return [
                "logDate": .day(plan.day),
                "carriedAfter": .carried(after.carried(activity, to: day)),
                "label": .text(history.carried(activity, to: day)?.dueText),
            ]
        },
        "carryForwardDefault": { input, _ in
            let types = try input["types"].list { try $0.enumValue(ActivityType.self) }
            let schedules: [Schedule] = [
                .daily, .weekly([]), .monthly([]), .sticky, .adhoc(nil),
            ]
            return [
                "carryForward": .list(types) { .bool($0.carriesForwardByDefault) },
                "offered": .list(types) { .bool($0.canCarryForward) },
                "offeredSchedules": .list(schedules.filter(\.canCarryForward)) {
                    .enumValue($0.name)
                },
            ]
        },
    ]
}

extension JSONValue {
    fileprivate static func carried(_ occurrence: CarriedOccurrence?) -> JSONValue {
        guard let occurrence else { return .null }
        return [
            "originalDate": .day(occurrence.originalDay),
            "slots": .list(occurrence.slots) { .enumValue($0) },
        ]
    }
}
