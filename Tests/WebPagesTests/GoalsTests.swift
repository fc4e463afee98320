import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct GoalsTests {
    private func page(_ reply: WebReply) throws -> Page {
        guard case .page(let page) = reply else { throw Status(.internal, "Not a page: \(reply)") }
        return page
    }

    private func path(_ reply: WebReply) throws -> String {
        guard case .redirect(let path) = reply else {
            throw Status(.internal, "Not a redirect: \(reply)")
        }
        return path
    }

    @Test func `without goals and weights the list offers a new goal`() async throws {
        let services = FakeGoals()

        let page = try page(try await services.answer(.get, "/goals"))

        #expect(page.content.markup.contains("No goals yet"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `the list shows goals by their state`() async throws {
        let services = FakeGoals(
            goals: [
                .sample(), .sample(id: "g2", title: hostileName, daysLeft: -3),
                .sample(id: "g3", daysLeft: nil), .sample(id: "g4", pausedByHand: true),
            ], weights: [.sample("w1")], milestones: .sample())

        let page = try page(try await services.answer(.get, "/goals"))

        let markup = page.content.markup
        #expect(markup.contains("4 goals, 1 on hold, 1 overdue."))
        #expect(markup.contains(">24 days left<"))
        #expect(markup.contains(#"<span class="badge bad">3 days overdue</span>"#))
        #expect(markup.contains(">no deadline<"))
        #expect(markup.contains("action=\"/goals/g4/resume\""))
        #expect(markup.contains("&lt;img onerror=x&gt;"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test(arguments: [
        (24, "24 days left"), (1, "1 day left"), (0, "due today"), (-1, "1 day overdue"),
    ])
    func `the deadline is stated in days`(daysLeft: Int, text: String) {
        #expect(Goals.Goal.sample(daysLeft: daysLeft).deadlineText == text)
    }

    @Test func `a goal that its activities pause has no button`() {
        let goal = Goals.Goal.sample(paused: true)

        #expect(goal.pauseForm(.sample, back: "list") == nil)
        #expect(goal.pauseText == "All its activities are paused.")
    }

    @Test func `a goal shows its links, metrics and forms`() async throws {
        let services = FakeGoals(goals: [.sample()])

        let page = try page(try await services.answer(.get, "/goals/:id", id: "g1"))

        let markup = page.content.markup
        #expect(markup.contains(#"<a href="/activities/run">&lt;img onerror=x&gt;</a>"#))
        #expect(markup.contains("\u{2212}0.4 min a week on average"))
        #expect(markup.contains("4 days: 1 done, 1 skipped, 1 missed"))
        // Only activities that are not linked yet can be linked.
        #expect(markup.contains(#"<option value="floss">Floss</option>"#))
        #expect(!markup.contains(#"<option value="run">"#))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `an unknown goal is not found`() async throws {
        let services = FakeGoals()

        let failure = await #expect(throws: Status.self) {
            _ = try await services.answer(.get, "/goals/:id", id: "x")
        }

        #expect(failure?.code == .notFound)
    }

    @Test func `a new goal is added and shown`() async throws {
        let services = FakeGoals()

        let reply = try await services.answer(
            .post, "/goals/new", form: ["title": " Run ", "deadline": "2026-12-24"])

        #expect(try path(reply) == "/goals/g1?done=1")
        let added = try #require(services.recorded.goals.first)
        #expect(added.title == "Run")
        #expect(added.deadline?.description == "2026-12-24")
    }

    @Test(arguments: [
        (["title": " ", "deadline": ""], "Enter a title."),
        (["title": "Run", "deadline": "24.12."], "&quot;24.12.&quot; is not a day."),
    ])
    func `a wrong form is shown again as typed`(form: [String: String], sentence: String)
        async throws
    {
        let services = FakeGoals()

        let page = try page(try await services.answer(.post, "/goals/new", form: form))

        #expect(page.status == 422)
        #expect(page.content.markup.contains(sentence))
        #expect(page.content.markup.contains(#"aria-invalid="true""#))
        #expect(MarkupAudit(page).faults == [])
        #expect(services.recorded.goals.isEmpty)
    }

    @Test func `the sentence of a rejected deadline is beside the deadline`() async throws {
        let services = FakeGoals(
            rejection: Status(.invalidArgument, "The deadline 2020-01-01 is before 2026-11-22."))

        let page = try page(
            try await services.answer(
                .post, "/goals/new", form: ["title": "Run", "deadline": "2020-01-01"]))

        #expect(page.content.markup.contains(#"id="f-deadline-error">The deadline"#))
        #expect(page.content.markup.contains(#"value="2020-01-01""#))
    }

    @Test func `an unavailable service is not a fault of the form`() async throws {
        let services = FakeGoals(rejection: Status(.unavailable, "The tracker does not answer."))

        let failure = await #expect(throws: Status.self) {
            _ = try await services.answer(.post, "/goals/new", form: ["title": "Run"])
        }

        #expect(failure?.code == .unavailable)
    }

    @Test func `an edit sends only what changed`() async throws {
        let goal = Goals.Goal.sample(daysLeft: -3)
        let services = FakeGoals(goals: [goal])
        let deadline = try #require(goal.deadline)

        let reply = try await services.answer(
            .post, "/goals/:id", id: "g1", form: ["title": "Swim", "deadline": "\(deadline)"])
        _ = try await services.answer(
            .post, "/goals/:id", id: "g1", form: ["title": "Run", "deadline": ""])

        #expect(try path(reply) == "/goals/g1?done=1")
        #expect(
            services.recorded.edits == [
                Goals.EditRequest(goal: "g1", title: "Swim"),
                Goals.EditRequest(goal: "g1", withoutDeadline: true),
            ])
    }

    @Test func `a link has a role and numbers with a comma or a point`() async throws {
        let services = FakeGoals(goals: [.sample()])

        _ = try await services.answer(
            .post, "/goals/:id/link", id: "g1",
            form: [
                "activity": "floss", "role": "metric", "weight": "", "baseline": "56,5",
                "target": "49", "direction": "down",
            ])

        #expect(
            services.recorded.links == [
                Goals.LinkRequest(
                    goal: "g1", activity: "floss", role: .metric, baseline: 56.5, target: 49,
                    direction: .down)
            ])
    }

    @Test func `a pause leads back to the page of its form`() async throws {
        let services = FakeGoals(goals: [.sample()])

        let list = try await services.answer(
            .post, "/goals/:id/pause", id: "g1", form: ["back": "list"])
        let goal = try await services.answer(
            .post, "/goals/:id/pause", id: "g1", form: ["back": "//example.org"])

        #expect(try path(list) == "/goals?done=1")
        #expect(try path(goal) == "/goals/g1?done=1")
    }
}
