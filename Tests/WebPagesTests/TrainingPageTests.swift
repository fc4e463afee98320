import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite struct TrainingPageTests {
    private static let image = "<img onerror=x>"
    private static let monday = CivilDate(2026, 11, 16) ?? CivilDate(days: 0)

    private static func volume(_ muscles: [Training.Muscle] = []) -> Training.VolumeResponse {
        Training.VolumeResponse(from: monday, to: monday.advanced(by: 6), muscles: muscles)
    }

    private static func page(
        range: TrainingRange = .quarter, plans: [Training.Plan] = [],
        sessions: [Training.Session] = [], records: [Training.Record] = [],
        volume: Training.VolumeResponse = volume(),
        adherence: Training.AdherenceResponse = Training.AdherenceResponse(
            rate: nil, sessions: []), first: Int = 0
    ) -> Page {
        TrainingPage(
            range: range, plans: plans, sessions: sessions, records: records, volume: volume,
            adherence: adherence, currentWeek: monday, visitor: FakeBus.visitor, first: first
        ).page
    }

    private static func session(_ id: String, label: String) -> Training.Session {
        Training.Session(
            id: id, date: monday, type: "strength", plan: "Three days", label: label,
            status: "inProgress", seconds: 3600, exercises: ["Bench press"], sets: 9,
            volume: 1200, distance: nil, notes: image)
    }

    @Test(arguments: [
        (TrainingRange.all, "No training yet"), (.quarter, "No training in 13 weeks"),
    ])
    func `a profile without training is led to the import`(range: TrainingRange, heading: String) {
        let page = Self.page(range: range)

        #expect(page.markup.contains(heading))
        #expect(page.markup.contains("range-all") == (range != .all))
        for next in ["/activities/new", "/import", "/help/"] {
            #expect(page.values(of: "href").contains(next))
        }
        #expect(page.values(of: "href").contains("/import"))
        #expect(page.hasUniqueNames)
    }

    @Test(arguments: [
        (0, "1 to 100 of 250", 100, ["training-older"]),
        (100, "101 to 200 of 250", 100, ["training-newer", "training-older"]),
        (200, "201 to 250 of 250", 50, ["training-newer"]),
        (250, "1 to 100 of 250", 100, ["training-older"]),
        (-1, "1 to 100 of 250", 100, ["training-older"]),
    ])
    func `training sessions are shown in pages of 100`(
        first: Int, text: String, count: Int, links: [String]
    ) {
        let sessions = (0..<250).map { Self.session("s\($0)", label: "Push") }

        let page = Self.page(sessions: sessions, first: first)

        let ids = page.values(of: "id")
        #expect(page.markup.contains(text))
        #expect(ids.count { $0.hasPrefix("session-s") } == count)
        #expect(ids.filter { ["training-newer", "training-older"].contains($0) } == links)
    }

    @Test func `a training session without sets has its day only, and the open one is first`() {
        var empty = Self.session("b", label: "Pull")
        (empty.status, empty.seconds, empty.sets, empty.volume) = ("completed", nil, 0, 0)

        let page = Self.page(sessions: [Self.session("a", label: "Push"), empty])

        #expect(page.markup.contains("<p class=\"soft small\">Monday 16 November 2026</p>"))
        let parts = page.markup.split(separator: "id=\"training-open\"")
        #expect(parts.count == 2)
        #expect(parts.first?.contains("id=\"session-a\"") == false)
    }

    @Test func `plans, sessions, records, volume and adherence are shown`() {
        let page = Self.page(
            plans: [
                Training.Plan(
                    id: "p", name: "Three days", type: "strength", status: "active",
                    days: [
                        Training.PlanDay(
                            weekday: 1, label: "Push", rest: false,
                            exercises: [Training.PlannedExercise(exercise: "Dips", sets: 3)]),
                        Training.PlanDay(weekday: 0, label: "", rest: true, exercises: []),
                    ])
            ],
            sessions: [Self.session("a", label: "Push"), Self.session("b", label: "Pull")],
            records: [
                Training.Record(
                    exercise: "Bench press", heaviestWeight: 82.5, oneRepMaximum: 90,
                    setVolume: 400, reps: nil)
            ],
            volume: Self.volume([
                Training.Muscle(
                    muscle: "chest", sets: 6, state: "belowMEV", mev: 8, mav: 14, mrv: 22)
            ]),
            adherence: Training.AdherenceResponse(
                rate: 0.5,
                sessions: [
                    Training.SessionAdherence(
                        id: "a", date: Self.monday, label: "Push", planned: 8, done: 3,
                        completed: false, reason: "Incomplete: 3/8 sets")
                ]))

        for text in [
            "Dips × 3", "Day 0", "Three days, Pull", "in progress", "Bench press", "82.5",
            "below the least effective volume, 8", "50 %", "Incomplete: 3/8 sets",
            "Sets this week",
        ] {
            #expect(page.markup.contains(text), "\(text)")
        }
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `texts of the document are escaped`() {
        let page = Self.page(sessions: [Self.session("a", label: Self.image)])

        #expect(!page.markup.contains("<img"))
    }

    @Test(arguments: [
        ([:], "13 weeks"), (["range": "year"], "52 weeks"), (["range": "all"], "-"),
        (["range": "?"], "13 weeks"),
    ])
    func `a range begins on the first day of a week`(
        query: [String: String], expected: String
    ) async throws {
        let starts = Received<String>()
        let bus = FakeBus { router in
            router.answer(Training.plans) { _, _ in Training.PlansResponse(plans: []) }
            router.answer(Training.volume) { _, _ in Self.volume() }
            router.answer(Training.sessions) { request, _ in
                starts.add(
                    request.from.map { "\($0.distance(to: Self.monday) / 7 + 1) weeks" } ?? "-")
                return Training.SessionsResponse(sessions: [])
            }
            router.answer(Training.records) { _, _ in Training.RecordsResponse(records: []) }
            router.answer(Training.adherence) { _, _ in
                Training.AdherenceResponse(rate: nil, sessions: [])
            }
        }

        _ = try await bus.reply(
            .get, "/training", in: TrainingRoutes.routes, bus.request(query: query))

        #expect(starts.values == [expected])
    }
}
