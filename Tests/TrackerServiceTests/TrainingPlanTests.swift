import CivilTime
import Contracts
import RPC
import Testing

/// Training plans that are created and edited.
@Suite struct TrainingPlanTests {
    private func addExercise(
        _ name: String, _ muscle: String, _ tracker: TemporaryTracker, type: String? = nil
    ) async throws {
        _ = try await tracker.client.call(
            Training.addExercise,
            Training.AddExerciseRequest(
                name: name, type: type, muscles: [Training.Involvement(muscle: muscle, share: 1)]))
    }

    private func addPlan(_ name: String, _ tracker: TemporaryTracker, type: String? = nil)
        async throws
    {
        _ = try await tracker.client.call(
            Training.addPlan, Training.AddPlanRequest(name: name, type: type))
    }

    @discardableResult
    private func setExercise(
        _ request: Training.PlanExerciseRequest, _ tracker: TemporaryTracker
    ) async throws -> Training.Plan {
        try await tracker.client.call(Training.setPlanExercise, request).plan
    }

    /// A tracker with a plan of Monday and a rest day, and two exercises.
    private func plannedTracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await addExercise("Bench press", "Chest", tracker)
        try await addExercise("Dips", "Triceps", tracker)
        try await addPlan("Push Pull", tracker)
        _ = try await tracker.client.call(
            Training.setPlanDays, Training.PlanDaysRequest(plan: "push", weekdays: [1, 4]))
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [7], rest: true))
        return tracker
    }

    @Test func `a day is named after the muscles of its exercises`() async throws {
        let tracker = try await plannedTracker()

        try await setExercise(
            .init(plan: "push", day: "mon", exercise: "bench", sets: 4), tracker)
        let plan = try await setExercise(
            .init(plan: "push", day: "mon", exercise: "Dips"), tracker)

        #expect(plan.days.map(\.weekday) == [1, 4, 7])
        #expect(plan.days.map(\.label) == ["Push", "", ""])
        #expect(plan.days.map(\.rest) == [false, false, true])
        #expect(plan.days[0].exercises.map(\.exercise) == ["Bench press", "Dips"])
        #expect(plan.days[0].exercises.map(\.sets) == [4, 3])
    }

    @Test func `an exercise is changed, moved and removed`() async throws {
        let tracker = try await plannedTracker()
        for name in ["Bench press", "Dips"] {
            try await setExercise(.init(plan: "push", day: "mon", exercise: name), tracker)
        }

        let moved = try await setExercise(
            .init(plan: "push", day: "Push", exercise: "Dips", sets: 5, position: 1), tracker)
        let removed = try await setExercise(
            .init(plan: "push", day: "mon", exercise: "Bench press", remove: true), tracker)

        #expect(moved.days[0].exercises.map(\.exercise) == ["Dips", "Bench press"])
        #expect(moved.days[0].exercises.map(\.sets) == [5, 3])
        #expect(removed.days[0].exercises.map(\.exercise) == ["Dips"])
    }

    @Test func `an empty label names a day after the muscles of its exercises`() async throws {
        let tracker = try await plannedTracker()
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [1], label: "Heavy"))
        try await setExercise(.init(plan: "push", day: "heavy", exercise: "Dips"), tracker)

        let plan = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [1], label: "")
        ).plan

        #expect(plan.days[0].label == "Push")
    }

    @Test func `the full name of a weekday is not the label of another day`() async throws {
        let tracker = try await plannedTracker()
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [4], label: "Monday again"))

        let plan = try await setExercise(
            .init(plan: "push", day: "Monday", exercise: "Dips", rir: 2), tracker)

        #expect(plan.days[0].exercises.map(\.rir) == [2])
        #expect(plan.days[1].exercises.isEmpty)
    }

    @Test func `a label that a person wrote stays`() async throws {
        let tracker = try await plannedTracker()
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [1], label: "Heavy"))

        let plan = try await setExercise(
            .init(plan: "push", day: "heavy", exercise: "Dips"), tracker)

        #expect(plan.days[0].label == "Heavy")
    }

    @Test func `activating a plan deactivates the active one of its type`() async throws {
        let tracker = try await plannedTracker()
        try await addPlan("Full", tracker)
        try await addPlan("Running", tracker, type: "cardio")

        for name in ["Push Pull", "Running", "Full"] {
            _ = try await tracker.client.call(
                Training.activatePlan, Training.PlanRequest(plan: name))
        }
        let plans = try await tracker.client.call(Training.plans, Empty()).plans
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let undone = try await tracker.client.call(Training.plans, Empty()).plans

        #expect(plans.map(\.status) == ["inactive", "active", "active"])
        #expect(undone.map(\.status) == ["active", "draft", "active"])
    }

    @Test func `a session follows the active plan of its weekday or the named day`() async throws {
        let tracker = try await plannedTracker()
        try await setExercise(.init(plan: "push", day: "mon", exercise: "Dips"), tracker)
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "push", weekdays: [4], label: "Legs"))

        let free = try await tracker.client.call(Training.start, .init()).session
        _ = try await tracker.client.call(Training.finish, .init())
        _ = try await tracker.client.call(
            Training.activatePlan, Training.PlanRequest(plan: "Push Pull"))
        let today = try await tracker.client.call(Training.start, .init()).session
        _ = try await tracker.client.call(Training.finish, .init())
        let named = try await tracker.client.call(Training.start, .init(day: "leg")).session
        _ = try await tracker.client.call(Training.finish, .init())
        let weekday = try await tracker.client.call(Training.start, .init(day: "thu")).session

        #expect(free.plan == nil)
        #expect(today.plan == "Push Pull")
        #expect(today.label == "Push")
        #expect(named.label == "Legs")
        #expect(weekday.label == "Legs")
    }

    @Test func `a finished session is judged against its plan`() async throws {
        let tracker = try await plannedTracker()
        try await setExercise(
            .init(plan: "push", day: "mon", exercise: "Dips", sets: 4), tracker)
        _ = try await tracker.client.call(
            Training.activatePlan, Training.PlanRequest(plan: "Push Pull"))
        _ = try await tracker.client.call(Training.start, .init())
        _ = try await tracker.client.call(Training.log, .init(exercise: "Dips", set: "3x8x"))
        _ = try await tracker.client.call(Training.finish, .init())

        let report = try await tracker.client.call(Training.adherence, .init())

        #expect(report.sessions.map(\.reason) == ["Incomplete: 3/4 sets"])
    }

    @Test func `targets of cardio are distances and times`() async throws {
        let tracker = try await TemporaryTracker()
        try await addExercise("Run", "Heart", tracker, type: "cardio")
        try await addPlan("Running", tracker, type: "cardio")
        _ = try await tracker.client.call(
            Training.setPlanDays,
            Training.PlanDaysRequest(plan: "Running", weekdays: [6], label: "Long"))

        let plan = try await setExercise(
            .init(
                plan: "Running", day: "long", exercise: "Run", distance: "5mi", duration: "1h"),
            tracker)

        let target = try #require(plan.days.first?.exercises.first)
        #expect(target.sets == nil)
        #expect(abs(try #require(target.distance) - 8.04672) < 1e-9)
        #expect(target.distanceUnit == "km")
        #expect(target.seconds == 3600)
    }

    @Test func `a deleted plan leaves its sessions, and undo restores all of it`() async throws {
        let tracker = try await plannedTracker()
        try await setExercise(.init(plan: "push", day: "mon", exercise: "Dips"), tracker)
        let before = try await tracker.client.call(Training.plans, Empty())
        _ = try await tracker.client.call(
            Training.start, Training.StartRequest(day: "mon", plan: "push"))

        _ = try await tracker.client.call(
            Training.deletePlan, Training.PlanRequest(plan: "Push Pull"))
        let left = try await tracker.client.call(Training.plans, Empty()).plans
        let session = try await tracker.client.call(Training.session, .init()).session
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(left.isEmpty)
        #expect(session.plan == "Push Pull")
        #expect(try await tracker.client.call(Training.plans, Empty()) == before)
    }

    private static let refusals:
        [(name: String, code: Status.Code, call: @Sendable (TemporaryTracker) async throws -> Void)] =
            [
                ("a plan twice", .alreadyExists, call(Training.addPlan, .init(name: "push pull"))),
                (
                    "an unknown type", .invalidArgument,
                    call(Training.addPlan, .init(name: "Swim", type: "swimming"))
                ),
                (
                    "a weekday out of range", .invalidArgument,
                    call(Training.setPlanDays, .init(plan: "push", weekdays: [8]))
                ),
                (
                    "no weekday", .invalidArgument,
                    call(Training.setPlanDays, .init(plan: "push", weekdays: []))
                ),
                (
                    "an unknown day", .notFound,
                    call(
                        Training.setPlanExercise,
                        .init(plan: "push", day: "tue", exercise: "Dips"))
                ),
                (
                    "an exercise on a rest day", .failedPrecondition,
                    call(
                        Training.setPlanExercise,
                        .init(plan: "push", day: "sun", exercise: "Dips"))
                ),
                (
                    "sets out of range", .invalidArgument,
                    call(
                        Training.setPlanExercise,
                        .init(plan: "push", day: "mon", exercise: "Dips", sets: .max))
                ),
                (
                    "a distance of a lift", .invalidArgument,
                    call(
                        Training.setPlanExercise,
                        .init(plan: "push", day: "mon", exercise: "Dips", distance: "5km"))
                ),
                (
                    "a start without an active plan", .failedPrecondition,
                    call(Training.start, .init(day: "push"))
                ),
                ("an unknown plan", .notFound, call(Training.activatePlan, .init(plan: "Swim"))),
            ]

    @Test(arguments: refusals.indices)
    func `an invalid request is refused with a remedy and changes nothing`(
        index: Int
    ) async throws {
        let refusal = Self.refusals[index]
        let tracker = try await plannedTracker()
        let before = try await tracker.newestChange()

        let status = await status { try await refusal.call(tracker) }

        #expect(status?.code == refusal.code, "\(refusal.name): \(status?.message ?? "accepted")")
        #expect(status?.hint?.isEmpty == false, "\(refusal.name)")
        #expect(try await tracker.newestChange() == before, "\(refusal.name)")
    }
}
