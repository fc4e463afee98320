import CivilTime
import Contracts
import HealthMetrics
import TrackerDocuments
import Workouts

extension TrainingHistory {
    /// The share of the target that a cardio session reached; nil for other sessions and without a
    /// plan.
    fileprivate func cardioAdherence(of session: Session) -> Adherence? {
        guard session.kind == .cardio else { return nil }
        return shareOfTarget(of: session).map(Adherence.init(shareOfTarget:))
    }
}

extension TrainingHistory {
    /// The sum of the distances in the unit of the first; nil without a distance, or if a unit
    /// cannot be converted.
    fileprivate func distance(of session: Session) -> (value: Double, unit: String?)? {
        let measured = session.cardio.compactMap { entry in
            entry.distance.map { (value: $0, unit: exercises[entry.exercise]?.distanceUnit) }
        }
        guard let unit = measured.first?.unit ?? measured.lazy.compactMap(\.unit).first else {
            return measured.isEmpty ? nil : (measured.reduce(0) { $0 + $1.value }, nil)
        }
        var sum = 0.0
        for distance in measured {
            guard let other = distance.unit,
                let conversion = try? UnitConversion(from: other, to: unit)
            else { return nil }
            sum += conversion.converted(distance.value)
        }
        return (sum, unit)
    }
}

extension TrainingHistory.Session {
    fileprivate func includes(_ exercise: String) -> Bool {
        sets.contains { $0.exercise == exercise } || cardio.contains { $0.exercise == exercise }
    }

    fileprivate var workingSets: [StrengthSet] { sets.map(\.set).filter { !$0.isWarmup } }
}

extension Training.Exercise {
    init(_ exercise: TrainingHistory.Exercise, in log: TrainingHistory) {
        self.init(
            id: exercise.id, name: exercise.name, type: exercise.kind,
            equipment: exercise.equipment,
            muscles: exercise.muscles.map {
                Training.Involvement(muscle: $0.muscle, share: $0.share)
            },
            sessions: log.sessions.count { $0.includes(exercise.id) })
    }
}

extension Training.Plan {
    init(_ plan: TrainingHistory.Plan, in log: TrainingHistory) {
        self.init(
            id: plan.id, name: plan.name, type: plan.kind, status: plan.status,
            days: plan.days.map { Training.PlanDay($0, in: log) })
    }
}

extension Training.PlanDay {
    fileprivate init(_ day: TrainingHistory.Day, in log: TrainingHistory) {
        self.init(
            weekday: day.weekday, label: day.label, rest: day.isRest,
            exercises: day.exercises.map { planned in
                Training.PlannedExercise(
                    exercise: planned.name, sets: planned.sets, rir: planned.rir,
                    distance: planned.distance,
                    distanceUnit: planned.distance == nil
                        ? nil : log.exercises[planned.id]?.distanceUnit,
                    seconds: planned.seconds)
            })
    }
}

extension Training.Session {
    /// The session; with its sets if `hasSets` is true.
    init(
        _ session: TrainingHistory.Session, in log: TrainingHistory, hasSets: Bool = false
    ) {
        var exercises: [String] = []
        for id in session.sets.map(\.exercise) + session.cardio.map(\.exercise) {
            let name = log.name(of: id)
            if !exercises.contains(name) { exercises.append(name) }
        }
        let distance = log.distance(of: session)
        self.init(
            id: session.id, date: session.day, type: session.kind.rawValue, plan: session.plan,
            label: session.label, status: session.status, seconds: session.seconds,
            exercises: exercises, sets: session.workingSets.count,
            volume: session.workingSets.volume,
            distance: distance?.value, distanceUnit: distance?.unit, notes: session.notes,
            weightUnit: log.weightUnit, start: session.start.map(instantText),
            end: session.end.map(instantText), logged: hasSets ? log.logged(in: session) : nil)
    }
}

extension TrainingHistory {
    /// The sets and cardio entries of a session with their numbers.
    fileprivate func logged(in session: Session) -> [Training.LoggedSet] {
        let sets = session.sets.enumerated().map { index, logged in
            Training.LoggedSet(
                number: index + 1, exercise: name(of: logged.exercise),
                reps: logged.set.reps > 0 ? logged.set.reps : nil,
                weight: logged.weight > 0 ? logged.weight : nil,
                weightUnit: logged.weight > 0 ? logged.unit ?? weightUnit : nil,
                seconds: logged.set.seconds, warmup: logged.set.isWarmup, rpe: logged.exertion)
        }
        let cardio = session.cardio.enumerated().map { index, entry in
            Training.LoggedSet(
                number: sets.count + index + 1, exercise: name(of: entry.exercise),
                seconds: entry.seconds, distance: entry.distance,
                distanceUnit: entry.distance == nil
                    ? nil : exercises[entry.exercise]?.distanceUnit,
                warmup: false, rpe: entry.exertion)
        }
        return sets + cardio
    }
}

extension Training.Record {
    init(_ exercise: String, _ records: PersonalRecords, _ weightUnit: String) {
        self.init(
            exercise: exercise, heaviestWeight: records.heaviestWeight,
            oneRepMaximum: records.oneRepMaximum, setVolume: records.setVolume, reps: records.reps,
            seconds: records.seconds, weightUnit: weightUnit)
    }
}

extension Training.SessionAdherence {
    /// Nil for a session that has not ended, or that no plan contains.
    init?(_ session: TrainingHistory.Session, in log: TrainingHistory) {
        guard session.status == "completed" || session.status == "abandoned",
            let planned = session.planDay.flatMap({ log.plannedExerciseCount($0, session.kind) })
        else { return nil }
        let done =
            session.kind == .strength
            ? session.workingSets.count : Set(session.cardio.map(\.exercise)).count
        let adherence =
            log.cardioAdherence(of: session)
            ?? Adherence(kind: session.kind, planned: planned, done: done)
        var reason: String?
        if case .skipped(let why) = adherence { reason = why }
        self.init(
            id: session.id, date: session.day, label: session.label, planned: planned, done: done,
            completed: reason == nil, reason: reason)
    }
}
