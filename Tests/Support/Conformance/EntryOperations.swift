import CivilTime
import JSON
import Tracker
import TrackerDocuments

/// Operations of the insights app: questions, reminders and trash.
extension Operations {
    static let entryOperations: [String: Operation] = [
        "answer": { input, _ in
            let points = try input["type"].enumValue(QuestionType.self)
                .points(of: input["entries"].list { try $0.double() })
            return [
                "points": .list(points) {
                    ["value": .number($0.value), "delta": .number($0.delta)]
                }
            ]
        },
        "history": { input, _ in
            let points = try input["points"].list { row in
                let fields = try row.list()
                guard fields.count == 3 else {
                    throw CaseInput.Malformed(description: "not a point")
                }
                let point = AnswerPoint(
                    value: try fields[1].double(),
                    delta: try fields[2].ifPresent { try $0.double() })
                return (moment: try fields[0].localTime(), point: point)
            }
            return [
                "sections": .list(AnswerPoint.history(points)) { .list($0) { .string($0) } }
            ]
        },
        "answerTypes": { input, _ in
            [
                "activityTypes": try .list(input["types"].list()) {
                    .enumValue(try $0.enumValue(QuestionType.self).kind.type)
                }
            ]
        },
        "reminder": { input, _ in
            var times = try ReminderTimes(input["existing"])
            return [
                "accepted": try .list(input["try"].list()) {
                    .bool(times.add(try $0.minuteOfDay()))
                }
            ]
        },
        "suggest": { input, _ in
            let times = try ReminderTimes(input["existing"])
            let suggestion = times.suggestion(from: try input["base"].minuteOfDay())
            let minutes = suggestion.map { $0...$0 } ?? 0...(24 * 60 - 1)
            let reached = minutes.compactMap(times.distanceInMinutes).max() ?? .max
            return [
                "minDistanceMin": .count(
                    min(reached, ReminderTimes.minimumDistanceInMinutes))
            ]
        },
        "weekdays": { input, _ in
            let plan = ReminderPlan(weekdays: try input["in"].list { try $0.int() })
            return ["out": .list(plan.weekdays) { .count($0) }]
        },
        "categoryDefaults": { _, _ in
            let imported = try TrackerImport(
                ["categories": [["id": "c", "name": "C"]]], zone: .utc, now: 0)
            guard let category = imported.categories.first else {
                throw CaseInput.Malformed(description: "the import has no category")
            }
            let questions = imported.activities.filter { $0.category == category.id }
            return [
                "isActive": .bool(category.isActive),
                "frequency": .enumValue(category.reminders.frequency),
                "times": .list(category.reminders.times.minutes) { .timeOfDay($0) },
                "questions": .list(questions) { .string($0.name) },
            ]
        },
        "trash": { input, _ in
            var times = ReminderTimes()
            for reminder in 0..<(try input["remindersEach"].count()) {
                _ = times.add(reminder * ReminderTimes.minimumDistanceInMinutes)
            }
            var categories = (0..<(try input["categories"].count())).map { index in
                Category(
                    id: Category.ID("\(index)"), name: "", reminders: ReminderPlan(times: times))
            }
            return [
                "after": try .list(input["ops"].list()) { op in
                    let isDeletion = try op.string() == "delete"
                    if let index = categories.firstIndex(where: {
                        ($0.deleted == nil) == isDeletion
                    }) {
                        categories[index].deleted = isDeletion ? CivilDate(days: 20_000) : nil
                    }
                    return [
                        "categories": .count(categories.count { $0.deleted == nil }),
                        "trash": .count(categories.count { $0.deleted != nil }),
                        "remindersScheduled": .count(
                            categories.reduce(0) { $0 + $1.scheduledMinutes.count }),
                    ]
                }
            ]
        },
        "purge": { input, _ in
            let today = CivilDate(days: 20_000)
            var trash = try input["deletedDaysAgo"].list { days in
                Category(id: "c", name: "", deleted: today.advanced(by: -(try days.int())))
            }
            trash.purge(on: today, retentionInDays: try input["keepDays"].int())
            return ["left": .count(trash.count)]
        },
        "backup": { input, _ in
            let newest = try input["supported"].int()
            return [
                "ok": try .list(input["versions"].list()) {
                    .bool(TrackerImport.isSupported("\(try $0.int())", upTo: newest))
                }
            ]
        },
        "everyNDays": { input, _ in
            let now = try input["now"].localTime()
            let everyDays = try input["n"].int()
            guard ReminderPlan.everyDaysLimits.contains(everyDays) else { return ["next": .null] }
            let start = try input["start"].day()
            let plan = ReminderPlan(
                frequency: .custom, times: try ReminderTimes(input["times"]),
                start: start, everyDays: everyDays)
            let count = try input["count"].count()
            let first = max(start, now.date)
            let days = (0...(count + 1) * everyDays).lazy.map(first.advanced(by:))
            let next = days.filter(plan.occurs).flatMap { day in
                plan.times.minutes.map { LocalTime(date: day, secondOfDay: $0 * 60) }
            }
            .filter { $0 > now }
            return ["next": .list(Array(next.prefix(count))) { .string($0.description) }]
        },
    ]
}

extension Category {
    /// The times of the category's reminders in minutes since midnight; empty while the category is
    /// inactive or deleted.
    fileprivate var scheduledMinutes: [Int] {
        isActive && deleted == nil ? reminders.times.minutes : []
    }
}

extension ReminderTimes {
    fileprivate init(_ input: CaseInput) throws {
        self.init(existing: try input.list { try $0.minuteOfDay() })
    }
}
