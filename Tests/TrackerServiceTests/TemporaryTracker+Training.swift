import Contracts
import RPC

/// Calls of training sessions.
extension TemporaryTracker {
    /// A tracker with an open training session and the exercise Squat.
    static func withTraining() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.addExercise("Squat")
        _ = try await tracker.client.call(Training.start, Training.StartRequest())
        return tracker
    }

    func addExercise(
        _ name: String, type: String? = nil, muscles: [Training.Involvement]? = nil
    ) async throws {
        _ = try await client.call(
            Training.addExercise,
            Training.AddExerciseRequest(name: name, type: type, muscles: muscles))
    }

    @discardableResult
    func logSet(
        _ set: String, of exercise: String = "Squat", warmup: Bool? = nil, session: String? = nil
    ) async throws -> Training.SessionResponse {
        try await client.call(
            Training.log,
            Training.LogRequest(
                exercise: exercise, set: set, warmup: warmup, session: session))
    }

    func trainingSession(_ session: String? = nil) async throws -> Training.Session {
        try await client.call(
            Training.session, Training.SessionRequest(session: session)
        ).session
    }
}
