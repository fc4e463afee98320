import CivilTime
import Contracts
import RPC
import Testing

/// Sets that are logged in training sessions, and undone.
@Suite struct TrainingLogTests {
    private let monday = TemporaryTracker.monday

    @Test func `a session is started, logged and finished`() async throws {
        let tracker = try await TemporaryTracker.withTraining()

        try await tracker.logSet("5x60kg", warmup: true)
        try await tracker.logSet("3x5x100")
        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(notes: "good")
        ).session

        #expect(finished.status == "completed")
        #expect(finished.date == monday)
        #expect(finished.sets == 3)
        #expect(finished.volume == 1500)
        #expect(finished.weightUnit == "kg")
        #expect(finished.notes == "good")
        #expect(finished.logged?.map(\.number) == [1, 2, 3, 4])
        #expect(finished.logged?.map(\.warmup) == [true, false, false, false])
        #expect(finished.logged?.last?.weight == 100)
        #expect(try #require(finished.seconds) > 0)
    }

    @Test func `a set that exceeds earlier ones is announced with the record before`() async throws
    {
        let tracker = try await TemporaryTracker.withTraining()

        let first = try await tracker.logSet("5x100kg")
        let warmup = try await tracker.logSet("5x200kg", warmup: true)
        let better = try await tracker.logSet("5x105kg")
        let equal = try await tracker.logSet("5x105kg")

        #expect(first.records.isEmpty)
        #expect(warmup.records.isEmpty)
        #expect(better.records.map(\.kind) == ["heaviestWeight", "oneRepMaximum", "setVolume"])
        #expect(better.records.first?.value == 105)
        #expect(better.records.first?.previous == 100)
        #expect(better.records.first?.unit == "kg")
        #expect(equal.records.isEmpty)
    }

    @Test func `a weight keeps its unit, and statistics convert it`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("5x100kg")

        let pounds = try await tracker.logSet("5x225lb")

        #expect(pounds.session.logged?.map(\.weightUnit) == ["kg", "lb"])
        #expect(pounds.session.logged?.last?.weight == 225)
        let heaviest = try #require(pounds.records.first { $0.kind == "heaviestWeight" })
        #expect(abs(heaviest.value - 225 * 0.453_592_37) < 1e-9)
    }

    @Test func `imported sets count as earlier records`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(
            """
            {"version": "2.0", "activities": [],
             "exercises": [{"id": "e1", "name": "Squat", "exerciseTypeRaw": "strength"}],
             "strengthSessions": [
               {"id": "w1", "date": "2026-01-02T18:00:00Z", "statusRaw": "completed"}],
             "workoutSetLogs": [{"id": "l1", "setNumber": 1, "reps": 5, "weight": 110,
               "isWarmup": false, "exerciseID": "e1", "sessionID": "w1"}]}
            """, zone: "UTC")
        _ = try await tracker.client.call(Training.start, Training.StartRequest())

        let lighter = try await tracker.logSet("5x105kg")
        let heavier = try await tracker.logSet("5x112.5kg")

        #expect(lighter.records.isEmpty)
        #expect(heavier.records.map(\.previous).first == 110)
    }

    @Test func `timed sets and cardio entries are logged by their units`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.addExercise("Plank", type: "timed")
        try await tracker.addExercise("Run", type: "cardio")

        try await tracker.logSet("60s", of: "Plank")
        let longer = try await tracker.logSet("1h", of: "Plank")
        let run = try await tracker.logSet("5000m 25min", of: "Run").session

        #expect(longer.records.map(\.kind) == ["seconds"])
        #expect(longer.records.map(\.previous) == [60])
        #expect(run.distance == 5)
        #expect(run.distanceUnit == "km")
        #expect(run.logged?.last?.seconds == 1500)
        #expect(run.logged?.count == 3)
    }

    @Test func `each step is undone alone`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("3x5x100kg")
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())

        let finish = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let open = try await tracker.trainingSession()
        let sets = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let empty = try await tracker.trainingSession()

        #expect(finish.summary == "finish training")
        #expect(open.status == "inProgress")
        #expect(open.sets == 3)
        #expect(sets.summary == "log Squat 3 × 5 × 100 kg")
        #expect(empty.sets == 0)
    }

    @Test func `sets that are added after the end come last, by exercise`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.addExercise("Bench press")
        try await tracker.logSet("5x100kg")
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())

        try await tracker.logSet("2x5x60kg", of: "Bench press", session: "last")
        let session = try await tracker.logSet("5x110kg", session: "last").session

        #expect(session.logged?.map(\.weight) == [100, 110, 60, 60])
        #expect(session.status == "completed")
    }

    @Test func `a new exercise is added with its first set in one step`() async throws {
        let tracker = try await TemporaryTracker.withTraining()

        let logged = try await tracker.client.call(
            Training.log, Training.LogRequest(exercise: "Row", set: "2km 8min", isNew: true)
        ).session
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let exercises = try await tracker.client.call(Training.exercises, Empty()).exercises

        #expect(logged.logged?.first?.distance == 2)
        #expect(exercises.map(\.name) == ["Squat"])
    }

    @Test func `two sets at once are both stored`() async throws {
        let tracker = try await TemporaryTracker.withTraining()

        async let first = tracker.logSet("5x100kg")
        async let second = tracker.logSet("5x110kg")
        _ = try await (first, second)

        #expect(try await tracker.trainingSession().sets == 2)
    }

    @Test func `a repeated request adds no second set`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        let request = Training.LogRequest(exercise: "Squat", set: "5x100kg")

        let first = try await tracker.client.call(
            Training.log, request, CallOptions(idempotencyKey: "k"))
        let second = try await tracker.client.call(
            Training.log, request, CallOptions(idempotencyKey: "k"))

        #expect(first == second)
        #expect(try await tracker.trainingSession().sets == 1)
    }
}
