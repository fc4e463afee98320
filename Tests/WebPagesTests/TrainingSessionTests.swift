import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct TrainingSessionTests {
    private static let day = CivilDate(2026, 11, 16) ?? CivilDate(days: 0)

    private static func session(
        status: String = "inProgress", logged: [Training.LoggedSet] = [],
        workout: Training.MatchedWorkout? = nil
    ) -> Training.SessionResponse {
        var session = Training.Session(
            id: "s 1", date: day, type: "strength", plan: nil, label: "<img onerror=x>",
            status: status, seconds: nil, exercises: [], sets: 0, volume: 0, distance: nil,
            notes: "slow")
        session.logged = logged
        session.workout = workout
        return Training.SessionResponse(session: session)
    }

    private static func bus(
        status: String = "inProgress", workout: Training.MatchedWorkout? = nil,
        received: Received<String> = Received(), records: [Training.NewRecord] = []
    ) -> FakeBus {
        let set = Training.LoggedSet(
            number: 1, exercise: "<img onerror=x>", reps: 5, weight: 100, weightUnit: "kg",
            warmup: true)
        return FakeBus { router in
            router.answer(Training.exercises) { _, _ in Training.ExercisesResponse(exercises: []) }
            router.answer(Training.session) { _, _ in
                session(status: status, logged: [set], workout: workout)
            }
            router.answer(Training.start) { request, _ in
                guard request.at != "23:59" else {
                    throw Status(.invalidArgument, "The start 2026-11-16 23:59 is in the future.")
                }
                received.add("start \(request.day ?? "-") \(request.type ?? "-")")
                return session()
            }
            router.answer(Training.log) { request, _ in
                switch request.exercise {
                case "Unknown": throw Status(.notFound, "There is no exercise \"Unknown\".")
                case "Squat": throw Status(.invalidArgument, "\"x\" is not a set.")
                default: break
                }
                received.add(
                    "log \(request.exercise) \(request.set) \(request.session ?? "-") \(request.warmup == true)"
                )
                return Training.SessionResponse(session: session().session, records: records)
            }
            router.answer(Training.editSet) { request, _ in
                guard request.set != "x" else {
                    throw Status(.invalidArgument, "\"x\" is not a set.")
                }
                received.add(
                    "set \(request.number) \(request.set ?? "-") \(request.warmup == true) \(request.rpe ?? 0)"
                )
                return Training.SessionResponse(session: session().session, records: records)
            }
            router.answer(Training.edit) { request, _ in
                guard request.at != "23:59" else {
                    throw Status(.invalidArgument, "The start 2026-11-16 23:59 is in the future.")
                }
                let changes = [request.at, request.status].compactMap(\.self)
                let words = [request.notes ?? "-", request.day.map { "\($0)" } ?? "-"] + changes
                received.add("edit " + words.joined(separator: " "))
                return session()
            }
            router.answer(Training.finish) { request, _ in
                guard status == "inProgress" else {
                    throw Status(.failedPrecondition, "No training session is open.")
                }
                received.add("finish \(request.session ?? "-") \(request.abandon == true)")
                return session()
            }
            router.answer(Training.delete) { request, _ in
                received.add("delete \(request.session) \(request.number ?? 0)")
                return session()
            }
        }
    }

    private func reply(
        _ method: WebRoute.Method, _ path: String, _ bus: FakeBus, number: String = "",
        form: [String: String] = [:]
    ) async throws -> WebReply? {
        try await bus.reply(
            method, path, in: TrainingSessionRoutes.routes,
            bus.request(["id": "s%201", "number": number], form: form))
    }

    private static let path = "/training/sessions/:id"
    private static let done = "/training/sessions/s%201?done=1"

    @Test func `a training session has its sets and forms`() async throws {
        let page = try #require(try await reply(.get, Self.path, Self.bus())?.page)

        #expect(page.markup.contains("5 repetitions, 100 kg, warm-up"))
        #expect(page.values(of: "action").contains("/training/sessions/s%201/finish"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a completed training session cannot be finished`() async throws {
        let bus = Self.bus(status: "completed")

        let page = try #require(try await reply(.get, Self.path, bus)?.page)
        let finished = try await reply(.post, Self.path + "/finish", bus)

        #expect(!page.markup.contains("/finish"))
        #expect(finished?.location == "/training/sessions/s%201")
    }

    @Test func `changes are sent for the training session of the path`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)

        for (path, number, form) in [
            ("/sets", "", ["exercise": "Bench", "set": "5x100kg", "warmup": "1"]),
            ("/sets/:number/delete", "1", [:]),
            ("", "", ["day": "2026-11-16", "label": "<img onerror=x>", "notes": "fast"]),
            ("/finish", "", ["action": "abandon"]),
        ] as [(String, String, [String: String])] {
            let reply = try await reply(
                .post, Self.path + path, bus, number: number, form: form)
            #expect(reply?.location == Self.done)
        }
        let deleted = try await reply(.post, Self.path + "/delete", bus)

        #expect(deleted?.location == "/training?done=1")
        #expect(
            received.values == [
                "log Bench 5x100kg s 1 true", "delete s 1 1", "edit fast -", "finish s 1 true",
                "delete s 1 0",
            ])
    }

    @Test func `the time of the start and the status of an ended training session are changed`()
        async throws
    {
        let received = Received<String>()
        let bus = Self.bus(status: "completed", received: received)
        let form = [
            "day": "2026-11-16", "label": "<img onerror=x>", "notes": "slow",
            "status": "abandoned", "at": "18:30",
        ]

        let page = try #require(try await reply(.get, Self.path, bus)?.page)
        let saved = try await reply(.post, Self.path, bus, form: form)
        let refused = try await reply(
            .post, Self.path, bus, form: form.merging(["at": "23:59"]) { $1 })?.page

        #expect(page.values(of: "id").contains("training-status"))
        #expect(saved?.location == Self.done)
        #expect(received.values == ["edit - - 18:30 abandoned"])
        #expect(refused?.status == 422)
        #expect(refused?.values(of: "id").contains("training-at-error") == true)
    }

    @Test func `a refused time of the start is explained beside its field`() async throws {
        let bus = FakeBus { router in
            Self.bus().register(on: &router)
            router.answer(Training.plans) { _, _ in Training.PlansResponse(plans: []) }
            router.answer(Training.volume) { _, _ in
                Training.VolumeResponse(from: Self.day, to: Self.day.advanced(by: 6), muscles: [])
            }
            router.answer(Training.sessions) { _, _ in Training.SessionsResponse(sessions: []) }
            router.answer(Training.records) { _, _ in Training.RecordsResponse(records: []) }
            router.answer(Training.adherence) { _, _ in
                Training.AdherenceResponse(rate: nil, sessions: [])
            }
        }

        let page = try #require(
            try await reply(.post, "/training/start", bus, form: ["at": "23:59"])?.page)

        #expect(page.status == 422)
        #expect(page.values(of: "id").contains("start-at-error"))
    }

    @Test func `a form of an older training session shows both versions`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)
        let form = ["day": "2026-11-16", "label": "<img onerror=x>", "notes": "fast"]
        let present = Self.session().session.revision
        func save(_ revision: String) async throws -> WebReply? {
            try await reply(
                .post, Self.path, bus, form: form.merging([Revision.field: revision]) { $1 })
        }

        let page = try #require(try await save("older")?.page)
        let before = received.values
        let saved = try await save(present)

        #expect(page.status == 409)
        #expect(page.markup.contains("<td>slow</td><td>fast</td>"))
        #expect(page.isAllowedByPolicy)
        #expect(before.isEmpty)
        #expect(saved?.location == Self.done)
        #expect(received.values == ["edit fast -"])
    }

    @Test(arguments: [
        ("/sets", ["exercise": "Bench", "set": "5x105kg"]), ("/sets/:number", ["set": "5x105kg"]),
    ])
    func `a record that a set improves is shown once`(
        path: String, form: [String: String]
    ) async throws {
        let bus = Self.bus(records: [
            Training.NewRecord(
                exercise: "Bench", kind: "heaviestWeight", value: 105, previous: 100, unit: "kg")
        ])
        let routes = TrainingSessionRoutes.routes
        let parameters = ["id": "s%201", "number": "1"]
        func shown(_ query: [String: String]) async throws -> String? {
            try await bus.reply(
                .get, Self.path, in: routes, bus.request(parameters, query: query))?
                .page?.celebration.markup
        }

        let saved = try await bus.reply(
            .post, Self.path + path, in: routes, bus.request(parameters, form: form))
        let unmarked = try await shown(["done": "1"])
        let first = try await shown(["done": "1", "celebrate": "records"])
        let second = try await shown(["done": "1", "celebrate": "records"])

        #expect(saved?.location == Self.done + "&celebrate=records")
        #expect(unmarked == "")
        #expect(first?.contains("New record") == true)
        #expect(first?.contains("Bench, heaviest weight: 105 kg, before 100 kg") == true)
        #expect(second == "")
    }

    @Test func `the records of training sessions that no browser requests do not hide later ones`()
    {
        let record = Training.NewRecord(
            exercise: "Bench", kind: "reps", value: 6, previous: 5, unit: nil)
        let records = NewRecords()

        for index in 0...100 { records.add([record], of: "s\(index)", FakeBus.visitor) }

        #expect(records.pop(of: "s100", FakeBus.visitor) == [record])
        #expect(records.pop(of: "s0", FakeBus.visitor) == [])
    }

    @Test(
        arguments: [
            (["set": "5x100kg"], "set-exercise-error"), (["exercise": "Bench"], "set-text-error"),
            (["exercise": "Unknown", "set": "5"], "set-exercise-error"),
            (["exercise": "Squat", "set": "x"], "set-text-error"),
        ] as [([String: String], String)])
    func `a refused set is explained beside its field`(
        form: [String: String], field: String
    ) async throws {
        let page = try await reply(.post, Self.path + "/sets", Self.bus(), form: form)?.page

        #expect(page?.status == 422)
        #expect(page?.markup.contains("id=\"\(field)\"") == true)
    }

    @Test func `a set is changed on its page`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)
        let path = Self.path + "/sets/:number"

        let page = try #require(try await reply(.get, path, bus, number: "1")?.page)
        let changed = try await reply(
            .post, path, bus, number: "1", form: ["set": "3x105kg", "rpe": "8,5"])
        let refused = try await reply(.post, path, bus, number: "1", form: ["set": "x"])?.page

        #expect(page.markup.contains("Now 5 repetitions, 100 kg, warm-up."))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
        #expect(changed?.location == Self.done)
        #expect(received.values == ["set 1 3x105kg false 8.5"])
        #expect(refused?.status == 422)
        #expect(refused?.markup.contains("id=\"set-text-error\"") == true)
    }

    @Test func `a set that has changed since its page was opened is not changed`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)
        let path = Self.path + "/sets/:number"
        func change(_ opened: String) async throws -> WebReply? {
            try await reply(
                .post, path, bus, number: "1",
                form: ["set": "3x105kg", TrainingSetPage.openedField: opened])
        }

        let refused = try await change("Squat: 8 repetitions, 60 kg")?.page
        let changed = try await change("<img onerror=x>: 5 repetitions, 100 kg, warm-up")

        #expect(refused?.status == 422)
        #expect(refused?.markup.contains("Set 1 has changed") == true)
        #expect(changed?.location == Self.done)
        #expect(received.values == ["set 1 3x105kg false 0.0"])
    }

    @Test func `a set that has changed since its row was shown is not deleted`() async throws {
        let received = Received<String>()
        let bus = Self.bus(received: received)
        let path = Self.path + "/sets/:number/delete"
        func delete(_ opened: String) async throws -> WebReply? {
            try await reply(
                .post, path, bus, number: "1", form: [TrainingSetPage.openedField: opened])
        }

        let page = try #require(try await reply(.get, Self.path, bus)?.page)
        let refused = try await delete("Squat: 8 repetitions, 60 kg")?.page
        let deleted = try await delete("<img onerror=x>: 5 repetitions, 100 kg, warm-up")

        #expect(page.values(of: "name").contains(TrainingSetPage.openedField))
        #expect(refused?.status == 422)
        #expect(refused?.markup.contains("Set 1 has changed") == true)
        #expect(deleted?.location == Self.done)
        #expect(received.values == ["delete s 1 1"])
    }

    @Test func `a set that is gone is not found`() async throws {
        await #expect(throws: Status.self) {
            try await reply(.get, Self.path + "/sets/:number", Self.bus(), number: "2")
        }
    }

    @Test func `the workout of the same time is linked`() async throws {
        let bus = Self.bus(
            workout: Training.MatchedWorkout(
                id: "w 1", type: "<img onerror=x>", seconds: 1800, source: "Watch"))

        let page = try #require(try await reply(.get, Self.path, bus)?.page)

        #expect(page.values(of: "href").contains("/workouts/w%201"))
        #expect(page.isAllowedByPolicy)
    }

    @Test func `a training session is started by the day of a plan`() async throws {
        let received = Received<String>()

        let reply = try await reply(
            .post, "/training/start", Self.bus(received: received),
            form: ["day": "Push", "type": "strength", "on": ""])

        #expect(reply?.location == Self.done)
        #expect(received.values == ["start Push strength"])
    }
}
