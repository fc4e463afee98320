import CivilTime
import Tracker
import TrackerDocuments

/// Questions, reminders and the trash of the insights app.
extension Operations {
    static let entryOperations: [String: Operation] = [
        "answer": { given, _ in
            let points = try given["type"].enumValue(QuestionType.self)
                .points(of: given["entries"].list { try $0.double() })
            return [
                "points": .list(points) {
                    ["value": .number($0.value), "delta": .number($0.delta)]
                }
            ]
        },
        "history": { given, _ in
            let points = try given["points"].list { row in
                let fields = try row.list()
                guard fields.count == 3 else { throw CaseInput.Malformed(description: "no point") }
                let point = AnswerPoint(
                    value: try fields[1].double(),
                    delta: try fields[2].ifPresent { try $0.double() })
                return (moment: try fields[0].localTime(), point: point)
            }
            return [
                "sections": .list(answerHistory(points)) { .list($0.changes) { .string($0) } }
            ]
        },
        "answerTypes": { given, _ in
            [
                "activityTypes": try .list(given["types"].list()) {
                    .enumValue(try $0.enumValue(QuestionType.self).kind().type)
                }
            ]
        },
        "reminder": { given, _ in
            var times = try ReminderTimes(given["existing"])
            return [
                "accepted": try .list(given["try"].list()) {
                    .bool(times.add(try $0.minuteOfDay()))
                }
            ]
        },
        "suggest": { given, _ in
            let times = try ReminderTimes(given["existing"])
            let suggestion = times.suggestion(from: try given["base"].minuteOfDay())
            let minutes = suggestion.map { $0...$0 } ?? 0...(24 * 60 - 1)
            let reached = minutes.compactMap(times.distanceInMinutes).max() ?? .max
            return [
                "minDistanceMin": .count(
                    min(reached, ReminderTimes.minimumDistanceInMinutes))
            ]
        },
        "weekdays": { given, _ in
            let plan = ReminderPlan(weekdays: try given["in"].list { try $0.int() })
            return ["out": .list(plan.weekdays) { .count($0) }]
        },
        "categoryDefaults": { _, _ in
            let imported = try TrackerImport(
                ["categories": [["id": "c", "name": "C"]]], zone: .utc, now: 0)
            guard let category = imported.categories.first else {
                throw CaseInput.Malformed(description: "no category was imported")
            }
            let questions = imported.activities.filter { $0.category == category.id }
            return [
                "isActive": .bool(category.isActive),
                "frequency": .enumValue(category.reminders.frequency),
                "times": .list(category.reminders.times.minutes) { .timeOfDay($0) },
                "questions": .list(questions) { .string($0.name) },
            ]
        },
        "trash": { given, _ in
            var times = ReminderTimes()
            for reminder in 0..<(try given["remindersEach"].count()) {
                _ = times.add(reminder * ReminderTimes.minimumDistanceInMinutes)
            }
            var categories = (0..<(try given["categories"].count())).map { place in
                Category(
                    id: Category.ID("\(place)"), name: "", reminders: ReminderPlan(times: times))
            }
            return [
                "after": try .list(given["ops"].list()) { op in
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
        "purge": { given, _ in
            let today = CivilDate(days: 20_000)
            var trash = try given["deletedDaysAgo"].list { days in
                Category(id: "c", name: "", deleted: today.advanced(by: -(try days.int())))
            }
            trash.purge(on: today, retentionInDays: try given["keepDays"].int())
            return ["left": .count(trash.count)]
        },
        "backup": { given, _ in
            let newest = try given["supported"].int()
            return [
                "ok": try .list(given["versions"].list()) {
                    .bool(TrackerImport.isSupported("\(try $0.int())", upTo: newest))
                }
            ]
        },
        "everyNDays": { given, _ in
            let reminder = RepeatingReminder(
                start: try given["start"].day(), everyDays: try given["n"].int(),
                minutes: try given["times"].list { try $0.minuteOfDay() })
            let next = reminder?.next(
                try given["count"].count(), after: try given["now"].localTime())
            return ["next": next.map { .list($0) { .string($0.description) } } ?? .null]
        },
    ]
}

extension ReminderTimes {
    fileprivate init(_ given: CaseInput) throws {
        self.init(existing: try given.list { try $0.minuteOfDay() })
    }
}
