import CivilTime
import Contracts
import HealthMetrics
import RPC
import TrackerDocuments
import Workouts

extension TrackerService {
    func registerTraining(on router: inout Router) {
        router.handle(Training.exercises) { [self] _, context in
            let log = try await trainingLog(context).log
            return Training.ExercisesResponse(
                exercises: log.exercises.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
                    .map { Training.Exercise($0, in: log) })
        }
        router.handle(Training.plans) { [self] _, context in
            let log = try await trainingLog(context).log
            return Training.PlansResponse(plans: log.plans.map(Training.Plan.init))
        }
        router.handle(Training.sessions) { [self] request, context in
            let (log, today, _) = try await trainingLog(context, on: request.on)
            let sessions = log.sessions(request, today).reversed()
            return Training.SessionsResponse(
                sessions: sessions.map { Training.Session($0, in: log) })
        }
        router.handle(Training.records) { [self] request, context in
            let (log, today, _) = try await trainingLog(context, on: request.on)
            return log.records(of: log.sessions(request, today))
        }
        router.handle(Training.volume) { [self] request, context in
            let (log, today, weekStart) = try await trainingLog(context, on: request.on)
            let week = Interval.week.bucket(containing: today, weekStart: weekStart)
            return log.volume(of: week)
        }
        router.handle(Training.adherence) { [self] request, context in
            let (log, today, _) = try await trainingLog(context, on: request.on)
            let sessions = log.sessions(request, today).reversed()
            let judged = sessions.compactMap { Training.SessionAdherence($0, in: log) }
            let done = judged.count(where: \.completed)
            return Training.AdherenceResponse(
                rate: judged.isEmpty ? nil : Double(done) / Double(judged.count), sessions: judged)
        }
    }

    private func trainingLog(
        _ context: CallContext, on day: CivilDate? = nil
    ) async throws -> (log: TrainingHistory, today: CivilDate, weekStart: WeekStart) {
        let (snapshot, today) = try await snapshot(context, on: day)
        let documents = try await client.documents([StoredDocument.training], context).documents
        let log = TrainingHistory(try StoredDocument.workouts(documents), in: snapshot.zones)
        return (log, today, snapshot.weekStart)
    }
}

extension TrainingHistory {
    fileprivate func sessions(_ request: Training.DayRangeRequest, _ today: CivilDate) -> [Session]
    {
        sessions.filter {
            $0.day <= (request.to ?? today) && $0.day >= (request.from ?? $0.day)
        }
    }

    /// The best sets of each exercise, by name.
    fileprivate func records(of sessions: [Session]) -> Training.RecordsResponse {
        let sets = Dictionary(grouping: sessions.flatMap(\.sets), by: \.exercise)
        return Training.RecordsResponse(
            records: sets.map { Training.Record(name(of: $0), PersonalRecords($1.map(\.set))) }
                .sorted { $0.exercise < $1.exercise })
    }

    fileprivate func volume(of week: Bucket) -> Training.VolumeResponse {
        let sets = sessions.filter { week.days.contains($0.day) }.flatMap(\.sets)
            .filter { !$0.set.isWarmup }
        let counted = Dictionary(grouping: sets, by: \.exercise).map { exercise, sets in
            (sets: sets.count, muscles: exercises[exercise]?.muscles ?? [])
        }
        let volumes = effectiveSets(counted)
        let muscles = Set(volumes.keys).union(landmarks.keys).sorted()
        return Training.VolumeResponse(
            from: week.start, to: week.end,
            muscles: muscles.map { muscle in
                let sets = volumes[muscle] ?? 0
                let landmarks = landmarks[muscle]
                return Training.Muscle(
                    muscle: muscle, sets: sets, state: landmarks?.state(at: sets).rawValue,
                    mev: landmarks?.minimumEffective, mav: landmarks?.maximumAdaptive,
                    mrv: landmarks?.maximumRecoverable)
            })
    }
}

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
    fileprivate init(_ exercise: TrainingHistory.Exercise, in log: TrainingHistory) {
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
    fileprivate init(_ plan: TrainingHistory.Plan) {
        self.init(
            id: plan.id, name: plan.name, type: plan.kind, status: plan.status,
            days: plan.days.map(Training.PlanDay.init))
    }
}

extension Training.PlanDay {
    fileprivate init(_ day: TrainingHistory.Day) {
        self.init(
            weekday: day.weekday, label: day.label, rest: day.isRest,
            exercises: day.exercises.map {
                Training.PlannedExercise(exercise: $0.name, sets: $0.sets)
            })
    }
}

extension Training.Session {
    fileprivate init(_ session: TrainingHistory.Session, in log: TrainingHistory) {
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
            distance: distance?.value, distanceUnit: distance?.unit, notes: session.notes)
    }
}

extension Training.Record {
    fileprivate init(_ exercise: String, _ records: PersonalRecords) {
        self.init(
            exercise: exercise, heaviestWeight: records.heaviestWeight,
            oneRepMaximum: records.oneRepMaximum, setVolume: records.setVolume, reps: records.reps)
    }
}

extension Training.SessionAdherence {
    /// Nil for a session that has not ended, or that no plan contains.
    fileprivate init?(_ session: TrainingHistory.Session, in log: TrainingHistory) {
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
