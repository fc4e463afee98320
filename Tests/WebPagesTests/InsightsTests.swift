import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import WebPages

@Suite struct InsightsTests {
    private func page(_ reply: WebReply) throws -> Page {
        guard case .page(let page) = reply else { throw Status(.internal, "Not a page: \(reply)") }
        return page
    }

    @Test func `without entries the page leads to today`() async throws {
        let services = FakeGoals(insights: .nothing)

        let page = try page(try await services.answer(.get, "/insights"))

        #expect(page.content.markup.contains("No insights yet"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `associations are read when a person asks for them`() async throws {
        let services = FakeGoals()

        let closed = try page(try await services.answer(.get, "/insights"))

        #expect(services.recorded.associationReads == 0)
        #expect(closed.content.markup.contains("Show associations"))
        let open = try page(
            try await services.answer(.get, "/insights", query: ["associations": "1"]))
        #expect(services.recorded.associationReads == 1)
        #expect(open.content.markup.contains("Resting heart rate is 2.1 bpm lower"))
        #expect(open.content.markup.contains("An association is not a cause."))
        #expect(MarkupAudit(open).faults == [])
    }

    @Test func `associations that cannot be read leave the other cards complete`() async throws {
        let services = FakeGoals(rejection: Status(.unavailable, "The worker starts."))

        let page = try page(
            try await services.answer(.get, "/insights", query: ["associations": "1"]))

        #expect(page.content.markup.contains("Associations could not be read."))
        #expect(page.content.markup.contains(">213 days<"))
    }

    @Test func `the page shows streaks, changes, rates and answers`() async throws {
        let services = FakeGoals()

        let page = try page(try await services.answer(.get, "/insights"))

        let markup = page.content.markup
        #expect(markup.contains(">213 days<"))
        #expect(markup.contains("the longest so far"))
        #expect(markup.contains("longest 88 days"))
        #expect(markup.contains(#"<span class="result bad">0 %</span>"#))
        #expect(markup.contains("\u{2212}0.4 h"))
        #expect(markup.contains("class=\"spark\""))
        #expect(markup.contains(#"<a href="/activities/floss">Floss</a>"#))
        #expect(markup.contains("action=\"/insights/annotations/n1\""))
        #expect(markup.contains("was reached on 2 of 14 days"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `the page of streaks ranks all of them`() async throws {
        let services = FakeGoals()

        let page = try page(try await services.answer(.get, "/streaks"))

        #expect(page.content.markup.contains("2 activities, 2 with a current streak."))
        #expect(page.content.markup.contains(#"<span class="rank">2</span>"#))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `streaks of weeks are in weeks on both pages`() async throws {
        let gym = Statistics.Streak(id: "gym", name: "Gym", current: 3, longest: 9, unit: .week)
        let services = FakeGoals(insights: .sample(streaks: [gym]))

        for path in ["/insights", "/streaks"] {
            let page = try page(try await services.answer(.get, path))

            #expect(page.content.markup.contains("3 weeks"))
            #expect(page.content.markup.contains("longest 9 weeks"))
        }
    }

    @Test func `without activities the page of streaks offers one`() throws {
        let page = StreaksPage(streaks: []).page

        #expect(page.content.markup.contains("No streaks yet"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `an annotation has a text and a day`() async throws {
        let services = FakeGoals()

        _ = try await services.answer(
            .post, "/insights/annotations", form: ["text": "New job", "on": "2026-11-20"])

        #expect(
            services.recorded.annotations == [
                Statistics.AnnotateRequest(text: "New job", on: CivilDate("2026-11-20"))
            ])
    }

    @Test func `an annotation is about an activity that is known`() async throws {
        let form = ["text": "New job", "on": "", "activity": "Swim"]
        let services = FakeGoals()
        let unknown = FakeGoals(
            insights: .nothing,
            rejection: Status(
                .notFound, "There is no activity called \"Swim\".",
                hint: "Did you mean \"Swims\"?"))

        _ = try await services.answer(.post, "/insights/annotations", form: form)
        let page = try page(
            try await unknown.answer(.post, "/insights/annotations", form: form))

        #expect(services.recorded.annotations.map(\.activity) == ["Swim"])
        #expect(page.status == 422)
        #expect(page.content.markup.contains("id=\"f-activity-error\">There is no activity"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `an annotation without a text is rejected beside the field`() async throws {
        let services = FakeGoals(insights: .nothing)

        let page = try page(
            try await services.answer(.post, "/insights/annotations", form: ["text": " "]))

        #expect(page.status == 422)
        #expect(page.content.markup.contains(#"id="f-text-error">Enter a text."#))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test(arguments: [[], [nil], [1], [nil, 2, nil]] as [[Double?]])
    func `fewer than two values have no line`(values: [Double?]) {
        #expect(ValueSpark(name: "Floss", values: values).html == nil)
    }

    @Test func `equal values are a level line`() throws {
        let markup = try #require(ValueSpark(name: "Floss", values: [2, nil, 2]).html).markup

        #expect(markup.contains("M3.0 25.0L101.0 25.0"))
    }
}
