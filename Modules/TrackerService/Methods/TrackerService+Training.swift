import CivilTime
import Contracts
import HealthMetrics
import RPC
import TrackerDocuments
import Workouts

extension TrackerService {
    func registerTraining(on router: inout Router) {
        registerTrainingLog(on: &router)
        registerTrainingPlans(on: &router)
        router.handle(Training.exercises) { [self] _, context in
            let log = try await trainingLog(context).log
            return Training.ExercisesResponse(
                exercises: log.exercises.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
                    .map { Training.Exercise($0, in: log) })
        }
        router.handle(Training.plans) { [self] _, context in
            let log = try await trainingLog(context).log
            return Training.PlansResponse(plans: log.plans.map { Training.Plan($0, in: log) })
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

    /// The training records of the caller's profile, and the day that a request asks about.
    func trainingLog(
        _ context: CallContext, on day: CivilDate? = nil
    ) async throws -> (log: TrainingHistory, today: CivilDate, weekStart: WeekStart) {
        let (snapshot, today) = try await snapshot(context, on: day)
        let stored = try await client.documents([StoredDocument.training], context)
        let log = TrainingHistory(
            try TrainingRecords(stored.documents).lists, in: snapshot.zones,
            weightUnit: UnitSystem(stored.settings).weightUnit)
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
            records: sets.map {
                Training.Record(name(of: $0), PersonalRecords($1.map(\.set)), weightUnit)
            }
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
