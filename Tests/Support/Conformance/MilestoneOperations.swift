import Milestones
import TrackerDocuments

extension Operations {
    static let milestoneOperations: [String: Operation] = [
        "milestoneIntervals": { given, _ in
            let intervals = try given["prefs"].list { try $0.enumValue(MilestoneInterval.self) }
            return [
                "lb": .list(intervals) { .number($0.step(in: .lb)) },
                "kg": .list(intervals) { .number($0.step(in: .kg)) },
                "labels_lb": .list(intervals) { .string($0.label(in: .lb)) },
                "labels_kg": .list(intervals) { .string($0.label(in: .kg)) },
                "default": .enumValue(MilestoneInterval.default),
            ]
        },
        "generateMilestones": { given, _ in
            ["milestones": .list(try given.plan().targets) { .number($0) }]
        },
        "progress": { given, _ in
            let progress = try given.plan().progress(at: given["current"].double())
            return [
                "next": .number(progress.next), "previous": .number(progress.previous),
                "progress": .number(progress.fraction), "toNext": .number(progress.toNext),
                "reachedGoal": .bool(progress.reachedGoal),
            ]
        },
        "crossed": { given, _ in
            let plan = try given.plan()
            let history = MilestoneHistory(
                try given["completed"].list { target in
                    MilestoneRecord(
                        target: try target.double(), unit: plan.unit, day: weightToday,
                        start: plan.start, celebrationShown: true)
                })
            let crossed = history.crossed(at: try given["current"].double(), on: plan)
            return ["crossed": .list(crossed) { .number($0) }]
        },
        "celebration": { given, _ in
            let plan = try given.plan()
            let history = MilestoneHistory(
                try given["records"].list { record in
                    MilestoneRecord(
                        target: try record["weight"].double(), unit: try record["unit"].unit(),
                        day: weightToday, start: plan.start,
                        celebrationShown: try record["celebrationShown"].bool())
                })
            let current = try given["current"].ifPresent { try $0.double() }
            let celebration = history.celebration(at: current, on: plan)
            return [
                "show": .number(history.weight(toShow: celebration, in: plan.unit)),
                "reason": .string(celebration.reason),
            ]
        },
        "nearMilestone": { given, _ in
            let unit = try given["unit"].unit()
            let weight = try given["weight"].double()
            let targets = try given["milestones"].list { try $0.double() }
            return ["near": .bool(targets.contains { unit.isNear(weight, $0) })]
        },
        "approaching": { given, _ in
            let near = try given.plan().approaching(from: given["current"].double())
            return near.map { near in
                ["distance": .number(near.distance), "milestone": .number(near.target)]
            } ?? .null
        },
    ]
}
