import TrackerDocuments
import Workouts

extension Operations {
    static let workoutOperations: [String: Operation] = [
        "oneRM": { given, _ in
            [
                "values": try .list(given["sets"].list()) { set in
                    let fields = try set.list()
                    guard fields.count == 2 else {
                        throw CaseInput.Malformed(description: "no set")
                    }
                    return .number(
                        StrengthSet(reps: try fields[1].int(), weight: try fields[0].double())
                            .oneRepMaximum)
                }
            ]
        },
        "volume": { given, _ in
            let sets = try given["sets"].list { set in
                StrengthSet(
                    reps: try set["reps"].int(), weight: try set["weight"].double(),
                    isWarmup: try set["warmup"].bool())
            }
            return ["volume": .number(sets.volume)]
        },
        "shell": { given, _ in
            let adherence = Adherence(
                kind: try given["kind"].enumValue(), planned: try given["planned"].int(),
                done: try given["done"].int())
            switch adherence {
            case .completed: return ["status": "completed", "reason": nil]
            case .skipped(let reason): return ["status": "skipped", "reason": .string(reason)]
            }
        },
        "plan": { given, _ in
            var plans: [TrainingPlan] = []
            for op in try given["ops"].list({ try $0.string() }) {
                let words = op.split(separator: " ").map(String.init)
                guard words.count == 3, let kind = Adherence.Kind(rawValue: words[2]) else {
                    throw CaseInput.Malformed(description: "\(op) is no op")
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
        "shells": { given, _ in
            let days = try given["days"].list { try TrainingPlanDay($0) }
            let shells = WorkoutActivity.shells(of: days, plan: try given["plan"].string())
            let named = shells.map { shell in
                (shell.name, JSONValue.list(shell.weekdays) { .count($0) })
            }
            return ["shells": .object(Dictionary(named) { $1 })]
        },
        "dayLabel": { given, _ in
            [
                "labels": try .list(given["volumes"].list()) { volumes in
                    .enumValue(
                        TrainingDayLabel(
                            volumes: (volumes.value.object ?? [:]).compactMapValues(\.double)))
                }
            ]
        },
        "volumeStatus": { given, _ in
            let landmarks = VolumeLandmarks(
                minimumEffective: try given["mev"].double(),
                maximumAdaptive: try given["mav"].double(),
                maximumRecoverable: try given["mrv"].double())
            return [
                "states": try .list(given["sets"].list()) {
                    .enumValue(landmarks.state(at: try $0.double()))
                }
            ]
        },
        "activeTime": { given, _ in
            let pauses = try given["pauses"].list { pause in
                let ends = try pause.list { try $0.double() }
                guard ends.count == 2, ends[0] <= ends[1] else {
                    throw CaseInput.Malformed(description: "no pause")
                }
                return ends[0]...ends[1]
            }
            let clock = TrainingSessionClock(
                start: try given["start"].double(), pauses: pauses,
                openPauseAt: try given["openPauseAt"].ifPresent { try $0.double() })
            return ["seconds": .number(clock.activeSeconds(at: try given["now"].double()))]
        },
        "linkPlanDay": { given, _ in
            [
                "linked": .bool(
                    TrainingPlanDay.isLinkable(hasExercises: try given["hasExercises"].bool()))
            ]
        },
    ]
}

extension TrainingPlanDay {
    /// `[weekday, label, colour group]`: -1 is a workout of its own, null is rest.
    fileprivate init(_ given: CaseInput) throws {
        let fields = try given.list()
        guard fields.count == 3 else { throw CaseInput.Malformed(description: "no day") }
        let group = try fields[2].ifPresent { try $0.int() }
        self.init(
            weekday: try fields[0].int(), label: try fields[1].string(),
            role: group.map { $0 < 0 ? .single : .linked(group: $0) } ?? .rest)
    }
}
