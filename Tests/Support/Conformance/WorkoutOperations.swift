import JSON
import Workouts

extension Operations {
    static let workoutOperations: [String: Operation] = [
        "oneRM": { input, _ in
            [
                "values": try .list(input["sets"].list()) { set in
                    let fields = try set.list()
                    guard fields.count == 2 else {
                        throw CaseInput.Malformed(description: "not a set")
                    }
                    return .number(
                        StrengthSet(reps: try fields[1].int(), weight: try fields[0].double())
                            .oneRepMaximum)
                }
            ]
        },
        "volume": { input, _ in
            let sets = try input["sets"].list { set in
                StrengthSet(
                    reps: try set["reps"].int(), weight: try set["weight"].double(),
                    isWarmup: try set["warmup"].bool())
            }
            return ["volume": .number(sets.volume)]
        },
        "shell": { input, _ in
            let kind = try input["kind"].enumValue(Adherence.Kind.self)
            let (planned, done) = (input["planned"], input["done"])
            let adherence =
                switch kind {
                case .strength:
                    Adherence(kind: kind, planned: try planned.int(), done: try done.int())
                case .cardio:
                    Adherence(planned: try planned.double(), done: try done.double())
                }
            switch adherence {
            case .completed: return ["status": "completed", "reason": nil]
            case .skipped(let reason): return ["status": "skipped", "reason": .string(reason)]
            }
        },
        "plan": { input, _ in
            var plans: [TrainingPlan] = []
            for op in try input["ops"].list({ try $0.string() }) {
                let words = op.split(separator: " ").map(String.init)
                guard words.count == 3, let kind = Adherence.Kind(rawValue: words[2]) else {
                    throw CaseInput.Malformed(description: "unknown operation \(op)")
                }
                let known = plans.firstIndex { $0.name == words[1] && $0.kind == kind }
                if known == nil {
                    plans.append(TrainingPlan(name: words[1], kind: kind))
                }
                plans.activate(known ?? plans.count - 1)
            }
            let active = plans.filter { $0.status == .active }.map(\.name)
            return ["active": .list(active.sorted()) { .string($0) }]
        },
        "shells": { input, _ in
            let days = try input["days"].list { try TrainingPlanDay($0) }
            let activities = TrainingPlanActivity.activities(
                of: days, plan: try input["plan"].string())
            let named = activities.map { activity in
                (activity.name, JSONValue.list(activity.weekdays) { .count($0) })
            }
            return ["shells": .object(Dictionary(named) { $1 })]
        },
        "dayLabel": { input, _ in
            [
                "labels": try .list(input["volumes"].list()) { volumes in
                    .enumValue(
                        TrainingDayLabel(
                            volumes: (volumes.value.object ?? [:]).compactMapValues(\.double)))
                }
            ]
        },
        "volumeStatus": { input, _ in
            let landmarks = VolumeLandmarks(
                minimumEffective: try input["mev"].double(),
                maximumAdaptive: try input["mav"].double(),
                maximumRecoverable: try input["mrv"].double())
            return [
                "states": try .list(input["sets"].list()) {
                    .enumValue(landmarks.state(at: try $0.double()))
                }
            ]
        },
        "activeTime": { input, _ in
            let pauses = try input["pauses"].list { pause in
                let ends = try pause.list { try $0.double() }
                guard ends.count == 2, ends[0] <= ends[1] else {
                    throw CaseInput.Malformed(description: "not a pause")
                }
                return ends[0]...ends[1]
            }
            let clock = TrainingSessionClock(
                start: try input["start"].double(), pauses: pauses,
                openPauseAt: try input["openPauseAt"].ifPresent { try $0.double() })
            return ["seconds": .number(clock.activeTime(at: try input["now"].double()))]
        },
        "linkPlanDay": { input, _ in
            // A day can be linked to another day's workout if it has no exercises.
            ["linked": .bool(!(try input["hasExercises"].bool()))]
        },
    ]
}

extension TrainingPlanDay {
    /// Decodes `[weekday, label, colour group]`, where group -1 is a separate workout and null is rest.
    fileprivate init(_ input: CaseInput) throws {
        let fields = try input.list()
        guard fields.count == 3 else { throw CaseInput.Malformed(description: "not a day") }
        let group = try fields[2].ifPresent { try $0.int() }
        self.init(
            weekday: try fields[0].int(), label: try fields[1].string(),
            role: group.map { $0 < 0 ? .single : .linked(group: $0) } ?? .rest)
    }
}
