import CivilTime
import Contracts
import HostFiles
import RPC
import Testing
import TrackerService

/// Training sessions that are logged, edited, deleted and undone.
@Suite struct TrainingLogTests {
    private let monday = TemporaryTracker.monday

    private func addExercise(
        _ name: String, _ tracker: TemporaryTracker, type: String? = nil,
        muscles: [Training.Involvement]? = nil
    ) async throws {
        _ = try await tracker.client.call(
            Training.addExercise,
            Training.AddExerciseRequest(name: name, type: type, muscles: muscles))
    }

    @discardableResult
    private func log(
        _ set: String, _ tracker: TemporaryTracker, of exercise: String = "Squat",
        warmup: Bool? = nil, session: String? = nil
    ) async throws -> Training.SessionResponse {
        try await tracker.client.call(
            Training.log,
            Training.LogRequest(
                exercise: exercise, set: set, warmup: warmup, session: session))
    }

    /// A tracker with an open training session and the exercise Squat.
    private func startedTracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await addExercise("Squat", tracker)
        _ = try await tracker.client.call(Training.start, Training.StartRequest())
        return tracker
    }

    private func show(
        _ tracker: TemporaryTracker, _ session: String? = nil
    ) async throws -> Training.Session {
        try await tracker.client.call(
            Training.session, Training.SessionRequest(session: session)
        ).session
    }

    @Test func `a session is started, logged and finished`() async throws {
        let tracker = try await startedTracker()

        try await log("5x60kg", tracker, warmup: true)
        try await log("3x5x100", tracker)
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
        let tracker = try await startedTracker()

        let first = try await log("5x100kg", tracker)
        let warmup = try await log("5x200kg", tracker, warmup: true)
        let better = try await log("5x105kg", tracker)
        let equal = try await log("5x105kg", tracker)

        #expect(first.records.isEmpty)
        #expect(warmup.records.isEmpty)
        #expect(better.records.map(\.kind) == ["heaviestWeight", "oneRepMaximum", "setVolume"])
        #expect(better.records.first?.value == 105)
        #expect(better.records.first?.previous == 100)
        #expect(better.records.first?.unit == "kg")
        #expect(equal.records.isEmpty)
    }

    @Test func `a weight keeps its unit, and statistics convert it`() async throws {
        let tracker = try await startedTracker()
        try await log("5x100kg", tracker)

        let pounds = try await log("5x225lb", tracker)

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

        let lighter = try await log("5x105kg", tracker)
        let heavier = try await log("5x112.5kg", tracker)

        #expect(lighter.records.isEmpty)
        #expect(heavier.records.map(\.previous).first == 110)
    }

    @Test func `timed sets and cardio entries are logged by their units`() async throws {
        let tracker = try await startedTracker()
        try await addExercise("Plank", tracker, type: "timed")
        try await addExercise("Run", tracker, type: "cardio")

        try await log("60s", tracker, of: "Plank")
        let longer = try await log("1h", tracker, of: "Plank")
        let run = try await log("5000m 25min", tracker, of: "Run").session

        #expect(longer.records.map(\.kind) == ["seconds"])
        #expect(longer.records.map(\.previous) == [60])
        #expect(run.distance == 5)
        #expect(run.distanceUnit == "km")
        #expect(run.logged?.last?.seconds == 1500)
        #expect(run.logged?.count == 3)
    }

    @Test func `each step is undone alone`() async throws {
        let tracker = try await startedTracker()
        try await log("3x5x100kg", tracker)
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())

        let finish = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let open = try await show(tracker)
        let sets = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let empty = try await show(tracker)

        #expect(finish.summary == "finish training")
        #expect(open.status == "inProgress")
        #expect(open.sets == 3)
        #expect(sets.summary == "log Squat 3 × 5 × 100 kg")
        #expect(empty.sets == 0)
    }

    @Test func `a session of a past day has the duration that is stated`() async throws {
        let tracker = try await startedTracker()
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())
        _ = try await tracker.client.call(
            Training.start, Training.StartRequest(on: monday.advanced(by: -1), at: "18:30"))
        try await log("5x100kg", tracker)

        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "55min")
        ).session

        #expect(finished.date == monday.advanced(by: -1))
        #expect(finished.start == "2026-01-04T18:30:00.000Z")
        #expect(finished.end == "2026-01-04T19:25:00.000Z")
        #expect(finished.seconds == 3300)
        #expect(try await show(tracker, "yesterday").id == finished.id)
    }

    @Test func `a training session before the end of the day belongs to the day before`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.dayEnd, value: "05:00"))
        let night = (Int64(monday.days) * 24 + 3) * 3_600_000
        let service = TrackerService(client: tracker.storage, zones: ZoneCatalog()) { night }

        let session = try await Client(inProcess: service)
            .call(Training.start, Training.StartRequest()).session

        #expect(session.date == monday.advanced(by: -1))
        #expect(session.start == "2026-01-05T03:00:00.000Z")
    }

    @Test func `sets that are added after the end come last, by exercise`() async throws {
        let tracker = try await startedTracker()
        try await addExercise("Bench press", tracker)
        try await log("5x100kg", tracker)
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())

        try await log("2x5x60kg", tracker, of: "Bench press", session: "last")
        let session = try await log("5x110kg", tracker, session: "last").session

        #expect(session.logged?.map(\.weight) == [100, 110, 60, 60])
        #expect(session.status == "completed")
    }

    @Test func `a session that was started late ends now and has the stated duration`()
        async throws
    {
        let tracker = try await startedTracker()

        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h"))
        let start = try #require(finished.session.start)
        let end = try #require(finished.session.end)

        #expect(finished.session.seconds == 3600)
        #expect(start.hasPrefix("2026-01-05T11:00:"))
        #expect(end.hasPrefix("2026-01-05T12:00:"))
    }

    @Test func `a past session is moved with its times, and its texts are changed`() async throws {
        let tracker = try await startedTracker()
        try await log("5x100kg", tracker)
        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h10")
        ).session

        let edited = try await tracker.client.call(
            Training.edit,
            Training.EditRequest(
                session: "last", day: monday.advanced(by: -3), at: "07:15", label: "Legs",
                notes: "early", status: "abandoned")
        ).session

        #expect(edited.id == finished.id)
        #expect(edited.date == monday.advanced(by: -3))
        #expect(edited.start == "2026-01-02T07:15:00.000Z")
        #expect(edited.seconds == 4200)
        #expect(edited.label == "Legs")
        #expect(edited.notes == "early")
        #expect(edited.status == "abandoned")
        #expect(edited.sets == 1)
    }

    @Test func `a set is replaced and deleted by its number`() async throws {
        let tracker = try await startedTracker()
        try await log("5x100kg", tracker)
        try await log("5x102.5kg", tracker)
        let session = try await show(tracker).id

        let edited = try await tracker.client.call(
            Training.editSet,
            Training.EditSetRequest(session: session, number: 2, set: "6x105kg", rpe: 9))
        let deleted = try await tracker.client.call(
            Training.delete, Training.DeleteRequest(session: session, number: 1)
        ).session

        #expect(edited.session.logged?.last?.reps == 6)
        #expect(edited.session.logged?.last?.rpe == 9)
        #expect(edited.records.first?.previous == 100)
        #expect(deleted.logged?.map(\.weight) == [105])
    }

    @Test func `a deleted session leaves no records in the document`() async throws {
        let tracker = try await startedTracker()
        try await log("3x5x100kg", tracker)

        let deleted = try await tracker.client.call(
            Training.delete, Training.DeleteRequest(session: "last"))
        let sessions = try await tracker.client.call(
            Training.sessions, Training.DayRangeRequest()
        ).sessions
        let stored = try await tracker.storage.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["training"]))

        #expect(deleted.session.sets == 3)
        #expect(sessions.isEmpty)
        #expect(stored.documents.map { $0.id.prefix { $0 != "/" } } == ["exercises"])
    }

    @Test func `a logged session is exported as records of a tracker document`() async throws {
        let tracker = try await startedTracker()
        try await log("5x100kg", tracker)
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())
        let other = try await TemporaryTracker()

        _ = try await other.importDocument(try await tracker.export(), zone: "UTC")

        let copied = try await show(other)
        #expect(try await copied == show(tracker))
        #expect(copied.logged?.first?.weight == 100)
    }

    @Test func `an imported workout of the same time is matched`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(
            Training.start, Training.StartRequest(on: monday.advanced(by: -1), at: "12:00"))
        _ = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h"))
        let unmatched = try await show(tracker)
        let start = (Int64(monday.days) * 24 - 12) * 3_600_000
        try await publish(
            [
                Self.workout("Walking", from: start - 7_200_000, to: start - 3_600_000),
                Self.workout("TraditionalStrengthTraining", from: start, to: start + 3_000_000),
            ], in: tracker.storage)

        let matched = try await show(tracker).workout

        #expect(unmatched.workout == nil)
        #expect(matched?.type == "TraditionalStrengthTraining")
        #expect(matched?.energy == 310)
        #expect(matched?.seconds == 3000)
    }

    private static func workout(_ type: String, from start: Int64, to end: Int64) -> Workout {
        Workout(
            type: type, source: "Watch", sourceKey: "watch", device: "", start: start, end: end,
            seconds: nil,
            statistics: ["activeEnergyBurned": Workout.Statistic(unit: "kcal", sum: 310)])
    }

    private func publish(_ workouts: [Workout], in storage: Client) async throws {
        let id = try await storage.call(
            Staging.begin, Staging.BeginRequest(importer: "test", file: "test")
        ).id
        _ = try await storage.call(
            Staging.stageRows,
            Staging.StageRowsRequest(id: id, rows: workouts.map { .workout($0) }))
        let report = ImportReport(
            id: id, importer: "test", file: "test", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        _ = try await storage.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []))
    }

    // MARK: Refused requests

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
        let tracker = try await startedTracker()
        let before = try await tracker.newestChange()

        let status = await status { try await refusal.call(tracker) }

        #expect(status?.code == refusal.code, "\(refusal.name): \(status?.message ?? "accepted")")
        #expect(status?.hint?.isEmpty == false, "\(refusal.name)")
        #expect(try await tracker.newestChange() == before, "\(refusal.name)")
    }

    @Test func `a new exercise is added with its first set in one step`() async throws {
        let tracker = try await startedTracker()

        let logged = try await tracker.client.call(
            Training.log, Training.LogRequest(exercise: "Row", set: "2km 8min", isNew: true)
        ).session
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let exercises = try await tracker.client.call(Training.exercises, Empty()).exercises

        #expect(logged.logged?.first?.distance == 2)
        #expect(exercises.map(\.name) == ["Squat"])
    }

    @Test func `two sets at once are both stored`() async throws {
        let tracker = try await startedTracker()

        async let first = log("5x100kg", tracker)
        async let second = log("5x110kg", tracker)
        _ = try await (first, second)

        #expect(try await show(tracker).sets == 2)
    }

    @Test func `a repeated request adds no second set`() async throws {
        let tracker = try await startedTracker()
        let request = Training.LogRequest(exercise: "Squat", set: "5x100kg")

        let first = try await tracker.client.call(
            Training.log, request, CallOptions(idempotencyKey: "k"))
        let second = try await tracker.client.call(
            Training.log, request, CallOptions(idempotencyKey: "k"))

        #expect(first == second)
        #expect(try await show(tracker).sets == 1)
    }
}
