import CivilTime
import Contracts
import HostFiles
import RPC
import Testing
import TrackerService

/// The times of training sessions, and sessions that are edited, deleted, exported and matched.
@Suite struct TrainingSessionTests {
    private let monday = TemporaryTracker.monday

    @Test func `a session of a past day has the duration that is stated`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())
        _ = try await tracker.client.call(
            Training.start, Training.StartRequest(on: monday.advanced(by: -1), at: "18:30"))
        try await tracker.logSet("5x100kg")

        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "55min")
        ).session

        #expect(finished.date == monday.advanced(by: -1))
        #expect(finished.start == "2026-01-04T18:30:00.000Z")
        #expect(finished.end == "2026-01-04T19:25:00.000Z")
        #expect(finished.seconds == 3300)
        #expect(try await tracker.trainingSession("yesterday").id == finished.id)
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

    @Test func `a session that was started late ends now and has the stated duration`()
        async throws
    {
        let tracker = try await TemporaryTracker.withTraining()

        let finished = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h"))
        let start = try #require(finished.session.start)
        let end = try #require(finished.session.end)

        #expect(finished.session.seconds == 3600)
        #expect(start.hasPrefix("2026-01-05T11:00:"))
        #expect(end.hasPrefix("2026-01-05T12:00:"))
    }

    @Test func `a session that is named is ended, and no other one`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        let first = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h")
        ).session.id
        let second = try await tracker.client.call(Training.start, Training.StartRequest())
            .session.id

        let refused = await status {
            _ = try await tracker.client.call(
                Training.finish, Training.FinishRequest(session: first, abandon: true))
        }
        let ended = try await tracker.client.call(
            Training.finish, Training.FinishRequest(session: second)
        ).session

        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.hint == "Change it with: dayline training edit \(first)")
        #expect(ended.id == second)
        #expect(ended.status == "completed")
    }

    @Test func `a past session is moved with its times, and its texts are changed`() async throws {
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("5x100kg")
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
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("5x100kg")
        try await tracker.logSet("5x102.5kg")
        let session = try await tracker.trainingSession().id

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
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("3x5x100kg")

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
        let tracker = try await TemporaryTracker.withTraining()
        try await tracker.logSet("5x100kg")
        _ = try await tracker.client.call(Training.finish, Training.FinishRequest())
        let other = try await TemporaryTracker()

        _ = try await other.importDocument(try await tracker.export(), zone: "UTC")

        let copied = try await other.trainingSession()
        #expect(try await copied == tracker.trainingSession())
        #expect(copied.logged?.first?.weight == 100)
    }

    @Test func `an imported workout of the same time is matched`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.client.call(
            Training.start, Training.StartRequest(on: monday.advanced(by: -1), at: "12:00"))
        _ = try await tracker.client.call(
            Training.finish, Training.FinishRequest(duration: "1h"))
        let unmatched = try await tracker.trainingSession()
        let start = (Int64(monday.days) * 24 - 12) * 3_600_000
        try await publish(
            [
                Self.workout("Walking", from: start - 7_200_000, to: start - 3_600_000),
                Self.workout("TraditionalStrengthTraining", from: start, to: start + 3_000_000),
            ], in: tracker.storage)

        let matched = try await tracker.trainingSession().workout

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
}
