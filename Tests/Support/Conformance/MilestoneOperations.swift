import JSON
import Milestones

extension Operations {
    static let milestoneOperations: [String: Operation] = [
        "milestoneIntervals": { input, _ in
            let intervals = try input["prefs"].list { try $0.enumValue(MilestoneInterval.self) }
            return [
                "lb": .list(intervals) { .number($0.step(in: .lb)) },
                "kg": .list(intervals) { .number($0.step(in: .kg)) },
                "labels_lb": .list(intervals) { .string($0.label(in: .lb)) },
                "labels_kg": .list(intervals) { .string($0.label(in: .kg)) },
                "default": .enumValue(MilestoneInterval.default),
            ]
        },
        "generateMilestones": { input, _ in
            ["milestones": .list(try input.plan().targets) { .number($0) }]
        },
        "progress": { input, _ in
            let progress = try input.plan().progress(at: input["current"].double())
            return [
                "next": .number(progress.next), "previous": .number(progress.previous),
                "progress": .number(progress.fraction), "toNext": .number(progress.toNext),
                "reachedGoal": .bool(progress.reachedGoal),
            ]
        },
        "crossed": { input, _ in
            let plan = try input.plan()
            let history = MilestoneHistory(
                try input["completed"].list { target in
                    MilestoneRecord(
                        target: try target.double(), unit: plan.unit, day: weightToday,
                        start: plan.start, celebrationShown: true)
                })
            let crossed = history.crossed(at: try input["current"].double(), on: plan)
            return ["crossed": .list(crossed) { .number($0) }]
        },
        "celebration": { input, _ in
            let plan = try input.plan()
            let history = MilestoneHistory(
                try input["records"].list { record in
                    MilestoneRecord(
                        target: try record["weight"].double(), unit: try record["unit"].unit(),
                        day: weightToday, start: plan.start,
                        celebrationShown: try record["celebrationShown"].bool())
                })
            let current = try input["current"].ifPresent { try $0.double() }
            let celebration = history.celebration(at: current, on: plan)
            return [
                "show": .number(history.weight(toShow: celebration, in: plan.unit)),
                "reason": .string(celebration.reason),
            ]
        },
        "nearMilestone": { input, _ in
            let unit = try input["unit"].unit()
            let weight = try input["weight"].double()
            let targets = try input["milestones"].list { try $0.double() }
            return ["near": .bool(targets.contains { unit.isNear(weight, $0) })]
        },
        "approaching": { input, _ in
            let near = try input.plan().approaching(from: input["current"].double())
            return near.map { near in
                ["distance": .number(near.distance), "milestone": .number(near.target)]
            } ?? .null
        },
    ]
}
