import CivilTime
import Contracts
import RPC
import Synchronization
import TrackerDocuments
import Workouts

extension TrackerService {
    func registerTrainingLog(on router: inout Router) {
        router.handle(Training.session) { [self] request, context in
            let (log, today, _) = try await trainingLog(context)
            let named = try request.session.map { try log.session($0, today: today) }
            guard let session = named ?? log.openSession ?? log.sessions.last else {
                throw Status(
                    .notFound, "There are no training sessions yet.",
                    hint: "Start one with: dayline training start")
            }
            var response = Training.Session(session, in: log, hasSets: true)
            response.workout = try await matchedWorkout(session, context)
            return Training.SessionResponse(session: response)
        }
        handleSessionChange(Training.start, on: &router) { (try $0.start($1), []) }
        handleSessionChange(Training.log, on: &router) { try $0.log($1) }
        handleSessionChange(Training.finish, on: &router) { (try $0.finish($1), []) }
        handleSessionChange(Training.edit, on: &router) { (try $0.edit($1), []) }
        handleSessionChange(Training.editSet, on: &router) { try $0.edit($1) }
        router.handle(Training.delete) { [self] request, context in
            try await changeTraining(Training.delete.name, request, context) { edit in
                let history = edit.history
                let session = try edit.delete(request)
                return Training.SessionResponse(
                    session: Training.Session(
                        session, in: request.number == nil ? history : edit.history, hasSets: true))
            }
        }
    }

    /// Registers a change of a training session. `change` returns its identifier and the improved records.
    private func handleSessionChange<Request: Codable & WireValue>(
        _ method: Method<Request, Training.SessionResponse>, on router: inout Router,
        _ change:
            @escaping @Sendable (inout TrainingEdit, Request) throws
            -> (session: String, records: [Training.NewRecord])
    ) {
        router.handle(method) { [self] request, context in
            try await changeTraining(method.name, request, context) { edit in
                let (id, records) = try change(&edit, request)
                let history = edit.history
                let session = try history.session(id, today: edit.today)
                return Training.SessionResponse(
                    session: Training.Session(session, in: history, hasSets: true),
                    records: records)
            }
        }
    }

    /// The imported workout of the time of a training session; nil without one, and for a training
    /// session without start or end.
    private func matchedWorkout(
        _ session: TrainingHistory.Session, _ context: CallContext
    ) async throws -> Training.MatchedWorkout? {
        guard let start = session.start, let end = session.end, start < end else { return nil }
        let found = Mutex<[HealthRows.WorkoutPage.Identified]>([])
        let range = HealthRows.RangeRequest(to: end, lastingFrom: start)
        _ = try await client.stream(HealthRows.workouts, range, context.forwardedOptions) { page in
            let workouts = try page.workouts()
            found.withLock { $0 += workouts }
        }
        let workouts = found.withLock { $0 }.filter { $0.workout.start <= $0.workout.end }
        let times = workouts.map { $0.workout.start..<$0.workout.end }
        guard let index = bestOverlap(of: start..<end, among: times) else { return nil }
        let (id, workout) = (workouts[index].id, workouts[index].workout)
        return Training.MatchedWorkout(
            id: id, type: workout.type, seconds: workout.activeSeconds, source: workout.source,
            energy: workout.statistics["activeEnergyBurned"]?.sum,
            heartRate: workout.statistics["heartRate"]?.average)
    }
}
