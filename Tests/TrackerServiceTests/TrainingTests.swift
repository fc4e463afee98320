import CivilTime
import Contracts
import RPC
import Testing

@Suite struct TrainingTests {
    private static let document = """
        {"version": "2.0",
         "muscleGroups": [{"id": "m1", "name": "Quads", "mevSets": 2, "mavSets": 6, "mrvSets": 10},
           {"id": "m2", "name": "Glutes"}],
         "exercises": [{"id": "e1", "name": "Squat", "exerciseTypeRaw": "strength"},
           {"id": "e2", "name": "Row", "exerciseTypeRaw": "cardio"}],
         "exerciseMuscles": [
           {"id": "x1", "exerciseID": "e1", "muscleGroupID": "m1", "involvementScore": 1},
           {"id": "x2", "exerciseID": "e1", "muscleGroupID": "m2", "involvementScore": 0.5}],
         "workoutPlans": [{"id": "p", "name": "Strong", "planTypeRaw": "strength", "statusRaw": "active"}],
         "workoutPlanDays": [{"id": "d", "weekday": 1, "dayLabel": "Legs", "isRest": false, "planID": "p"}],
         "strengthPlanExercises": [{"id": "s", "targetSets": 4, "sortOrder": 0, "exerciseID": "e1", "planDayID": "d"}],
         "strengthSessions": [
           {"id": "w1", "planName": "Strong", "dayLabel": "Legs", "date": "2026-01-05T18:00:00Z",
            "startedAt": "2026-01-05T18:00:00Z", "endedAt": "2026-01-05T19:00:00Z",
            "totalPausedSeconds": 600, "statusRaw": "completed", "planDayID": "d"},
           {"id": "w2", "dayLabel": "Legs", "date": "2026-01-06T18:00:00Z",
            "statusRaw": "completed", "planDayID": "d"}],
         "workoutSetLogs": [
           {"id": "l0", "setNumber": 1, "reps": 10, "weight": 40, "isWarmup": true, "exerciseID": "e1", "sessionID": "w1"},
           {"id": "l1", "setNumber": 2, "reps": 5, "weight": 100, "isWarmup": false, "exerciseID": "e1", "sessionID": "w1"},
           {"id": "l2", "setNumber": 3, "reps": 5, "weight": 105, "isWarmup": false, "exerciseID": "e1", "sessionID": "w1"},
           {"id": "l3", "setNumber": 4, "reps": 3, "weight": 110, "isWarmup": false, "exerciseID": "e1", "sessionID": "w1"},
           {"id": "l4", "setNumber": 5, "reps": 3, "weight": 110, "isWarmup": false, "exerciseID": "e1", "sessionID": "w1"},
           {"id": "l5", "setNumber": 1, "reps": 8, "weight": 90, "isWarmup": false, "exerciseID": "e1", "sessionID": "w2"}],
         "activities": []}
        """

    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.upload(
            Documents.importDocument,
            Documents.ImportRequest(name: "t", zone: "UTC", replaces: false, isDryRun: false)
        ) { writer in
            let data = Column("data", .bytes, Bytes(Self.document))
            try await writer.send(Packet(Empty(), columns: [data]))
        }
        return tracker
    }

    private let request = Training.DayRangeRequest(on: TemporaryTracker.monday.advanced(by: 3))

    @Test func `training sessions have working sets, volume and time`() async throws {
        let tracker = try await tracker()

        let sessions = try await tracker.client.call(Training.sessions, request).sessions

        #expect(sessions.map(\.id) == ["w2", "w1"])
        #expect(sessions[1].sets == 4)
        #expect(sessions[1].volume == 500 + 525 + 330 + 330)
        #expect(sessions[1].seconds == 3000)
        #expect(sessions[1].exercises == ["Squat"])
    }

    @Test func `records leave warm-ups out`() async throws {
        let tracker = try await tracker()

        let records = try await tracker.client.call(Training.records, request).records

        #expect(records.map(\.exercise) == ["Squat"])
        #expect(records[0].heaviestWeight == 110)
        #expect(records[0].reps == 8)
        #expect(records[0].setVolume == 720)
        #expect(records[0].oneRepMaximum == 105.0 * 36 / 32)
    }

    @Test func `a muscle's week counts its share of each set`() async throws {
        let tracker = try await tracker()

        let volume = try await tracker.client.call(
            Training.volume, Training.VolumeRequest(on: TemporaryTracker.monday))

        #expect(volume.muscles.map(\.muscle) == ["Glutes", "Quads"])
        #expect(volume.muscles.map(\.sets) == [2.5, 5])
        #expect(volume.muscles.map(\.state) == [nil, "nearMEV"])
    }

    @Test func `a training session is completed from four fifths of its sets`() async throws {
        let tracker = try await tracker()

        let report = try await tracker.client.call(Training.adherence, request)

        #expect(report.rate == 0.5)
        #expect(report.sessions.map(\.completed) == [false, true])
        #expect(report.sessions[0].reason == "Incomplete: 1/4 sets")
    }

    private static let cardioDocument = """
        {"version": "2.0", "activities": [],
         "exercises": [{"id": "run", "name": "Run", "exerciseTypeRaw": "cardio"}],
         "workoutPlans": [{"id": "p", "name": "Fast", "planTypeRaw": "cardio"}],
         "workoutPlanDays": [{"id": "far", "weekday": 1, "dayLabel": "Far", "planID": "p"},
           {"id": "long", "weekday": 2, "dayLabel": "Long", "planID": "p"}],
         "cardioPlanExercises": [
           {"id": "c1", "targetDistance": 10, "exerciseID": "run", "planDayID": "far"},
           {"id": "c2", "targetDurationMin": 30, "exerciseID": "run", "planDayID": "long"}],
         "cardioSessions": [
           {"id": "s1", "date": "2026-01-05T18:00:00Z", "statusRaw": "completed", "planDayID": "far"},
           {"id": "s2", "date": "2026-01-06T18:00:00Z", "statusRaw": "completed", "planDayID": "long"}],
         "cardioSessionLogs": [
           {"id": "g1", "distance": 4, "durationSeconds": 1200, "exerciseID": "run", "sessionID": "s1"},
           {"id": "g2", "distance": 2.4, "durationSeconds": 900, "exerciseID": "run", "sessionID": "s1"},
           {"id": "g3", "distance": 1, "durationSeconds": 1500, "exerciseID": "run", "sessionID": "s2"}]}
        """

    @Test func `a cardio session below its target has the reached share as reason`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(Self.cardioDocument, zone: "UTC")

        let report = try await tracker.client.call(Training.adherence, request)

        #expect(report.sessions.map(\.reason) == [nil, "Incomplete: 64% of target"])
    }

    /// Cardio logs as exercise, distance, with the units of the exercises.
    private func distance(
        _ logs: [(exercise: String, distance: Double)]
    ) async throws -> Training.Session? {
        let lines = logs.enumerated().map { index, log in
            """
            {"id": "g\(index)", "distance": \(log.distance), "durationSeconds": 60,
             "exerciseID": "\(log.exercise)", "sessionID": "s1"}
            """
        }
        let document = """
            {"version": "2.0", "activities": [],
             "exercises": [
               {"id": "run", "name": "Run", "exerciseTypeRaw": "cardio", "distanceUnit": "km"},
               {"id": "row", "name": "Row", "exerciseTypeRaw": "cardio", "distanceUnit": "m"},
               {"id": "odd", "name": "Odd", "exerciseTypeRaw": "cardio", "distanceUnit": "laps"},
               {"id": "bare", "name": "Bare", "exerciseTypeRaw": "cardio"}],
             "cardioSessions": [
               {"id": "s1", "date": "2026-01-05T18:00:00Z", "statusRaw": "completed"}],
             "cardioSessionLogs": [\(lines.joined(separator: ","))]}
            """
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(document, zone: "UTC")
        return try await tracker.client.call(Training.sessions, request).sessions.first
    }

    @Test func `distances in different units are added in the unit of the first`() async throws {
        let mixed = try #require(try await distance([("run", 4), ("row", 500)]))
        let same = try #require(try await distance([("odd", 4), ("odd", 3)]))
        let bare = try #require(try await distance([("bare", 4), ("bare", 3)]))

        #expect(mixed.distance == 4.5)
        #expect(mixed.distanceUnit == "km")
        #expect(same.distance == 7)
        #expect(same.distanceUnit == "laps")
        #expect(bare.distance == 7)
        #expect(bare.distanceUnit == nil)
    }

    @Test(arguments: [["run", "odd"], ["run", "bare"]])
    func `distances that cannot be converted have no sum`(exercises: [String]) async throws {
        let session = try #require(try await distance(exercises.map { ($0, 2) }))

        #expect(session.distance == nil)
        #expect(session.distanceUnit == nil)
    }

    @Test func `plans and exercises are listed`() async throws {
        let tracker = try await tracker()

        let plans = try await tracker.client.call(Training.plans, Empty()).plans
        let exercises = try await tracker.client.call(Training.exercises, Empty()).exercises

        #expect(plans.first?.days.first?.exercises == [.init(exercise: "Squat", sets: 4)])
        #expect(exercises.map(\.name) == ["Row", "Squat"])
        #expect(exercises.map(\.sessions) == [0, 2])
    }
}
