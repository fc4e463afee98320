import CivilTime
import Contracts
import RPC
import Testing

/// Requests of training sessions that are refused.
@Suite struct TrainingRefusalTests {
    private static let refusals:
        [(name: String, code: Status.Code, call: @Sendable (TemporaryTracker) async throws -> Void)] =
            [
                ("a second start", .failedPrecondition, call(Training.start, .init())),
                (
                    "an unknown exercise", .notFound,
                    call(Training.log, .init(exercise: "Snatch", set: "5x40kg"))
                ),
                (
                    "no set", .invalidArgument,
                    call(Training.log, .init(exercise: "Squat", set: "much"))
                ),
                (
                    "a weight out of range", .invalidArgument,
                    call(Training.log, .init(exercise: "Squat", set: "5x99999999999999999999kg"))
                ),
                (
                    "too many equal sets", .invalidArgument,
                    call(Training.log, .init(exercise: "Squat", set: "100x5x20kg"))
                ),
                (
                    "a distance of a lift", .invalidArgument,
                    call(Training.log, .init(exercise: "Squat", set: "5km"))
                ),
                (
                    "an exertion out of range", .invalidArgument,
                    call(Training.log, .init(exercise: "Squat", set: "5x50kg", rpe: 11))
                ),
                (
                    "an unknown session", .notFound,
                    call(Training.delete, .init(session: "nothing"))
                ),
                (
                    "an unknown set", .notFound,
                    call(Training.editSet, .init(session: "last", number: .min, rpe: 5))
                ),
                (
                    "a day after today", .failedPrecondition,
                    call(
                        Training.edit,
                        .init(session: "last", day: TemporaryTracker.monday.advanced(by: 1)))
                ),
                (
                    "a duration of an open session", .failedPrecondition,
                    call(Training.edit, .init(session: "last", duration: "1h"))
                ),
                (
                    "an invalid time", .invalidArgument,
                    call(Training.edit, .init(session: "last", at: "25:00"))
                ),
                (
                    "an exercise twice", .alreadyExists,
                    call(Training.addExercise, .init(name: "squat"))
                ),
            ]

    @Test(arguments: refusals.indices)
    func `an invalid request is refused with a remedy and changes nothing`(
        index: Int
    ) async throws {
        let refusal = Self.refusals[index]
        let tracker = try await TemporaryTracker.withTraining()
        let before = try await tracker.newestChange()

        let status = await status { try await refusal.call(tracker) }

        #expect(status?.code == refusal.code, "\(refusal.name): \(status?.message ?? "accepted")")
        #expect(status?.hint?.isEmpty == false, "\(refusal.name)")
        #expect(try await tracker.newestChange() == before, "\(refusal.name)")
    }
}
