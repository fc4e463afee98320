import CivilTime
import Tracker
import TrackerDocuments
import TrackerRules

extension Operations {
    static let scheduleOperations: [String: Operation] = [
        "shouldShow": { given, _ in
            let diary = try given.history(activities: "activity")
            let activity = try given["activity"].activity()
            return ["shouldShow": .bool(diary.isShown(activity, on: try given["date"].day()))]
        },
        "isScheduled": { given, _ in
            let day = try given["date"].day()
            return [
                "isScheduled": try .list(given["schedules"].list()) {
                    .bool(try $0.schedule().recurs(on: day))
                }
            ]
        },
        "slots": { given, _ in
            let slots = try given["slots"].list { try $0.enumValue(Slot.self) }
            let hours = Slot.allCases.map { ($0.rawValue, JSONValue.count($0.startHour)) }
            return [
                "sorted": .list(slots.sorted()) { .enumValue($0) },
                "startHour": .object(Dictionary(hours) { $1 }),
                "bucketOfTimedItemWithoutWindow": .enumValue(Slot.allDay.listedSlot),
            ]
        },
        "activitiesForToday": { given, _ in
            let list = try given.history(activities: "activities").occurrences(
                on: given["date"].day())
            return ["ids": .list(list) { .string($0.activity.id.rawValue) }]
        },
        "carriedForward": { given, _ in
            let diary = try given.history(activities: "activity")
            let activity = try given["activity"].activity()
            return .carried(diary.carried(activity, to: try given["date"].day()))
        },
        "completeCarried": { given, _ in
            let diary = try given.history(activities: "activity")
            let activity = try given["activity"].activity()
            let day = try given["date"].day()
            let plan = try diary.planCompletion(of: activity, on: day)
            let entry = Entry(
                id: "completion", activity: activity.id, day: plan.day,
                outcome: .completed(value: nil), slot: plan.slot)
            let after = ActivityHistory(
                activities: [activity], entries: try given.entries() + [entry],
                vacations: diary.vacations)
            return [
                "logDate": .day(plan.day),
                "carriedAfter": .carried(after.carried(activity, to: day)),
                "label": .text(diary.carried(activity, to: day)?.dueText),
            ]
        },
        "carryForwardDefault": { given, _ in
            let types = try given["types"].list { try $0.enumValue(ActivityType.self) }
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
