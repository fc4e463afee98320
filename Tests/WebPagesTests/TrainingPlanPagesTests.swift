import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct TrainingPlanPagesTests {
    private static let image = "<img onerror=x>"

    private static func plan(status: String = "draft", label: String = "Push") -> Training.Plan {
        Training.Plan(
            id: "p 1", name: "Strength", type: "strength", status: status,
            days: [
                Training.PlanDay(
                    weekday: 1, label: label, rest: false,
                    exercises: [
                        Training.PlannedExercise(exercise: "Dips", sets: 3, rir: 2),
                        Training.PlannedExercise(
                            exercise: image, sets: nil, distance: 5, distanceUnit: "km"),
                    ]),
                Training.PlanDay(weekday: 7, label: "", rest: true, exercises: []),
            ])
    }

    /// A profile with a plan. Changes are received as their methods and fields.
    private static func bus(
        _ received: Received<String> = Received(), plan: Training.Plan = plan()
    ) -> FakeBus {
        FakeBus { router in
            router.answer(Training.plans) { _, _ in Training.PlansResponse(plans: [plan]) }
            router.answer(Training.exercises) { _, _ in
                Training.ExercisesResponse(exercises: [
                    Training.Exercise(
                        id: "e1", name: "Dips", type: "strength", equipment: nil, muscles: [],
                        sessions: 0)
                ])
            }
            router.answer(Training.editPlan) { request, _ in
                guard request.name != "Taken" else {
                    throw Status(.alreadyExists, "There is a training plan called \"Taken\".")
                }
                received.add("name \(request.plan) \(request.name)")
                return Training.PlanResponse(plan: plan)
            }
            router.answer(Training.setPlanDays) { request, _ in
                guard request.rest != true || request.weekdays != [1] else {
                    throw Status(.failedPrecondition, "Monday has exercises.")
                }
                let rest = request.rest.map { "\($0)" } ?? "-"
                received.add(
                    "days \(request.weekdays) \(request.label ?? "-") \(rest) \(request.remove == true)"
                )
                return Training.PlanResponse(plan: plan)
            }
            router.answer(Training.setPlanExercise) { request, _ in
                if request.sets == 500 {
                    throw Status(.invalidArgument, "500 sets are out of range: 1 to 100.")
                }
                if let distance = request.distance, distance == "far" {
                    throw Status(.invalidArgument, "\"far\" is not a distance in km.")
                }
                let numbers = [request.sets, request.rir, request.position]
                    .map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
                received.add(
                    "exercise \(request.day) \(request.exercise) \(numbers) \(request.distance ?? "-") \(request.remove == true)"
                )
                return Training.PlanResponse(plan: plan)
            }
            router.answer(Training.addExercise) { request, _ in
                guard request.muscles?.contains(where: { $0.share > 1 }) != true else {
                    throw Status(.invalidArgument, "The share 2 of Quads is out of range: up to 1.")
                }
                let muscles = (request.muscles ?? []).map { "\($0.muscle) \($0.share)" }
                received.add("new \(request.name) \(request.type ?? "-") \(muscles)")
                return Training.ExercisesResponse(exercises: [])
            }
            router.answer(Training.activatePlan) { request, _ in
                received.add("activate \(request.plan)")
                return Training.PlanResponse(plan: plan)
            }
            router.answer(Training.deletePlan) { request, _ in
                received.add("delete \(request.plan)")
                return Training.PlanResponse(plan: plan)
            }
        }
    }

    private func reply(
        _ method: WebRoute.Method, _ path: String, _ bus: FakeBus, weekday: String = "1",
        query: [String: String] = [:], form: [String: String] = [:]
    ) async throws -> WebReply? {
        try await bus.reply(
            method, "/training/plans/:id" + path,
            in: TrainingPlanRoutes.routes + PlannedExerciseRoutes.routes,
            bus.request(["id": "p%201", "weekday": weekday], query: query, form: form))
    }

    private static let path = "/training/plans/p%201"
    private static let changed = "\(path)?done=1"
    private static let exercise = "/days/:weekday/exercise"

    @Test func `a plan has its days, exercises and forms`() async throws {
        let page = try #require(try await reply(.get, "", Self.bus())?.page)

        for text in ["Dips × 3", "2 repetitions in reserve", "A day without training."] {
            #expect(page.markup.contains(text), "\(text)")
        }
        let actions = page.values(of: "action")
        for action in ["", "/activate", "/delete", "/days", "/days/1", "/days/1/delete"] {
            #expect(actions.contains(Self.path + action), "\(action)")
        }
        #expect(!page.markup.contains("weekday-1\""))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `an active plan is not activated again`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received, plan: Self.plan(status: "active"))

        let page = try #require(try await reply(.get, "", bus)?.page)
        let reply = try await reply(.post, "/activate", bus)

        #expect(!page.markup.contains("/activate"))
        #expect(reply?.location == Self.path)
        #expect(received.values.isEmpty)
    }

    @Test(
        arguments: [
            ("", ["name": "Power"], "name p 1 Power"),
            ("/activate", [:], "activate p 1"),
            (
                "/days", ["weekday-2": "1", "weekday-4": "1", "label": "Pull", "kind": "training"],
                "days [2, 4] Pull false false"
            ),
            (
                "/days/:weekday", ["label": "Heavy", "kind": "training"],
                "days [1] Heavy false false"
            ),
            ("/days/:weekday", ["label": "", "kind": "training"], "days [1]  false false"),
            ("/days/:weekday/delete", [:], "days [1] - - true"),
            ("/new-exercise", ["name": "Squat", "type": "strength"], "new Squat strength []"),
            (
                "/new-exercise", ["name": "Squat", "type": "strength", "muscles": "Quads:0.5"],
                "new Squat strength [\"Quads 0.5\"]"
            ),
            (
                exercise, ["exercise": "Dips", "sets": "5", "rir": "2"],
                "exercise Monday Dips 5 - - - false"
            ),
            (
                exercise + "/order", ["exercise": "Dips", "direction": "down"],
                "exercise Monday Dips - - 2 - false"
            ),
            (exercise + "/delete", ["exercise": "Dips"], "exercise Monday Dips - - - - true"),
        ] as [(String, [String: String], String)])
    func `a form changes the plan of its path`(
        path: String, form: [String: String], expected: String
    ) async throws {
        let received = Received<String>()

        let reply = try await reply(.post, path, Self.bus(received), form: form)

        #expect(reply?.location == Self.changed)
        #expect(received.values == [expected])
    }

    @Test func `an exercise is added to a day, which stays chosen`() async throws {
        let received = Received<String>()

        let reply = try await reply(
            .post, "/exercises", Self.bus(received),
            form: ["day": "1", "exercise": "e1", "sets": "4", "rir": "", "distance": ""])

        #expect(reply?.location == "\(Self.path)?day=1&done=1")
        #expect(received.values == ["exercise Monday e1 4 - - - false"])
    }

    @Test(
        arguments: [
            (
                "/days/:weekday", ["label": "Push", "kind": "rest"], ["Pull", "Push"],
                "days [1] Push false false"
            ),
            (
                exercise, ["exercise": "Dips", "sets": "3", "rir": "1"], ["2", "1"],
                "exercise Monday Dips - 1 - - false"
            ),
            ("", ["name": "Power"], ["Strength", "Power"], "name p 1 Power"),
        ] as [(String, [String: String], [String], String)])
    func `a form of an older state shows both versions, and saves on request`(
        path: String, form: [String: String], versions: [String], expected: String
    ) async throws {
        let received = Received<String>()
        let bus = Self.bus(received, plan: Self.plan(label: "Pull"))
        func save(_ form: [String: String], _ revision: String) async throws -> WebReply? {
            let state = [Revision.field: revision]
            return try await reply(.post, path, bus, form: form.merging(state) { $1 })
        }

        let page = try #require(try await save(form, "older")?.page)
        let present = try #require(Self.revision(on: page))
        let before = received.values
        var chosen = form
        chosen["kind"] = form["kind"].map { _ in "training" }
        let saved = try await save(chosen, present)

        #expect(page.status == 409)
        for version in versions { #expect(page.markup.contains(">\(version)</td>"), "\(version)") }
        #expect(page.hasUniqueNames)
        #expect(before.isEmpty)
        #expect(saved?.location == Self.changed)
        #expect(received.values == [expected])
    }

    /// The hidden state of the record of the first form that has one.
    private static func revision(on page: Page) -> String? {
        page.markup.split(separator: "name=\"\(Revision.field)\" value=\"").dropFirst().first
            .map { String($0.prefix { $0 != "\"" }) }
    }

    @Test func `forms of days and targets have the state that they show`() async throws {
        let plan = try #require(try await reply(.get, "", Self.bus())?.page)
        let dips = try #require(
            try await reply(.get, Self.exercise, Self.bus(), query: ["name": "Dips"])?.page)

        for (page, path, form) in [
            (plan, "/days/:weekday", ["label": "Pull", "kind": "training"]),
            (dips, Self.exercise, ["exercise": "Dips", "sets": "4"]),
        ] {
            var form = form
            form[Revision.field] = Self.revision(on: page)
            let saved = try await reply(.post, path, Self.bus(), form: form)
            #expect(form[Revision.field] != nil)
            #expect(saved?.location == Self.changed)
        }
    }

    @Test func `a deleted plan leads to the list`() async throws {
        let received = Received<String>()

        let reply = try await reply(.post, "/delete", Self.bus(received))

        #expect(reply?.location == "/training?done=1")
        #expect(received.values == ["delete p 1"])
    }

    @Test(
        arguments: [
            ("", ["name": "Strength"]),
            ("/days/:weekday", ["label": "Push", "kind": "training"]),
            (exercise, ["exercise": "Dips", "sets": "3", "rir": "2"]),
            (exercise + "/order", ["exercise": "Dips", "direction": "up"]),
        ] as [(String, [String: String])])
    func `a form without a change adds no step`(path: String, form: [String: String]) async throws {
        let received = Received<String>()

        let reply = try await reply(.post, path, Self.bus(received), form: form)

        #expect(reply?.location == Self.path)
        #expect(received.values.isEmpty)
    }

    @Test(
        arguments: [
            ("", ["name": ""], "plan-name-error"),
            ("", ["name": "Taken"], "plan-name-error"),
            ("/days", ["label": "Pull"], "plan-weekdays-error"),
            ("/days/:weekday", ["label": "Push", "kind": "rest"], "plan-day-1-kind-error"),
            ("/new-exercise", ["name": " "], "exercise-name-error"),
            ("/new-exercise", ["name": "Squat", "muscles": "Quads:x"], "exercise-muscles-error"),
            ("/new-exercise", ["name": "Squat", "muscles": "Quads:2"], "exercise-muscles-error"),
            ("/exercises", ["day": "1"], "exercise-exercise-error"),
            ("/exercises", ["day": "3", "exercise": "e1"], "exercise-day-error"),
            ("/exercises", ["day": "1", "exercise": "e1", "sets": "500"], "exercise-sets-error"),
            ("/exercises", ["day": "1", "exercise": "e1", "rir": "1.5"], "exercise-rir-error"),
            (exercise, ["exercise": "Dips", "sets": "500"], "planned-sets-error"),
            (exercise, ["exercise": image, "distance": "far"], "planned-distance-error"),
        ] as [(String, [String: String], String)])
    func `a refused form is explained beside its field`(
        path: String, form: [String: String], field: String
    ) async throws {
        let page = try #require(
            try await reply(.post, path, Self.bus(), form: form)?.page)

        #expect(page.status == 422)
        #expect(page.markup.contains("id=\"\(field)\""))
        #expect(page.hasUniqueNames)
    }

    @Test func `the targets of cardio are its distance and duration`() async throws {
        let page = try #require(
            try await reply(
                .get, Self.exercise, Self.bus(), query: ["name": Self.image])?.page)

        #expect(page.markup.contains("Now 5 km."))
        #expect(!page.values(of: "name").contains("sets"))
        #expect(page.isAllowedByPolicy)
    }

    @Test func `the path of an exercise without its name leads to the plan`() async throws {
        let reply = try await reply(.get, Self.exercise, Self.bus())

        #expect(reply?.location == Self.path)
    }

    @Test func `an unknown plan, day or exercise is not found`() async throws {
        for (path, weekday, name) in [
            (Self.exercise, "1", "Squat"), (Self.exercise, "3", "Dips"),
        ] {
            await #expect(throws: Status.self) {
                try await reply(
                    .get, path, Self.bus(), weekday: weekday, query: ["name": name])
            }
        }
    }
}
