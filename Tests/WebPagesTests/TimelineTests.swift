import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

@Suite(.timeLimit(.minutes(1)))
struct TimelineTests {
    private let metrics = ["workoutCount", "sleepHours"].map { FakeHealth.metric($0) }

    @Test func `a day has its workouts and its night`() async throws {
        let services = FakeHealth(metrics: metrics)

        let page = try #require(try await services.page("/timeline", services.request()))

        let markup = page.content.markup
        #expect(markup.contains(#"<h2 id="day-2026-11-22">Today</h2>"#))
        #expect(markup.contains("Traditional strength training"))
        #expect(markup.contains("09:14 to 09:58, &lt;img onerror=x&gt;"))
        #expect(markup.contains("Night to Sunday"))
        #expect(
            markup.contains(
                "Awake 25\u{202F}min (5 %), REM 1\u{202F}h\u{A0}44\u{202F}m (22 %), core"))
        #expect(markup.contains(#"href="/timeline?before=2026-11-09""#))
        #expect(!markup.contains("<img"))
        let ids = identifiers(markup)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `a kind leaves the other one out`() async throws {
        let services = FakeHealth(metrics: metrics)

        let page = try #require(
            try await services.page("/timeline", services.request(query: ["kind": "nights"])))

        #expect(!page.content.markup.contains("Traditional strength training"))
        #expect(page.content.markup.contains("Night to Sunday"))
    }

    @Test func `the stages of a night are drawn at their times`() async throws {
        let services = FakeHealth(metrics: metrics)

        let markup = try #require(try await services.page("/timeline", services.request())).markup

        #expect(markup.contains(#"<rect class="core" x="0.0" y="36" width="373.9""#))
        #expect(markup.contains(#"<rect class="awake" x="373.9" y="0""#))
        #expect(markup.contains(#"<rect class="rem" x="412.5" y="18""#))
        #expect(markup.contains(#"<rect class="deep" x="573.2" y="54""#))
        #expect(markup.contains("<span>23:12</span><span>06:58</span>"))
        #expect(markup.contains("longest stretch 4\u{202F}h\u{A0}2\u{202F}m"))
    }

    @Test func `a night without data between others is named`() async throws {
        let services = FakeHealth(metrics: metrics)

        let all = try #require(try await services.page("/timeline", services.request())).markup
        let workouts = try #require(
            try await services.page("/timeline", services.request(query: ["kind": "workouts"]))
        ).markup

        #expect(all.contains(#"id="night-2026-11-21""#))
        #expect(all.contains("No night recorded"))
        #expect(!workouts.contains("No night recorded"))
    }

    @Test func `a workout has its values and laps`() async throws {
        let services = FakeHealth(metrics: metrics)

        let page = try #require(
            try await services.page("/workouts/:id", services.request(path: ["id": "w1"])))

        let markup = page.content.markup
        #expect(page.title == "Traditional strength training")
        #expect(markup.contains("8.12\u{202F}km"))
        #expect(markup.contains(#"<td class="number">5:02</td>"#))
        #expect(markup.contains(#"<td class="number">5:06</td>"#))
        #expect(!markup.contains("<img"))
    }

    @Test func `the route of a workout is a line, and its kilometres are a table`() async throws {
        let services = FakeHealth(metrics: metrics)

        let page = try #require(
            try await services.page("/workouts/:id", services.request(path: ["id": "w1"])))

        let markup = page.content.markup
        #expect(
            markup.contains(
                "Route of 2.5\u{202F}km, without a map; fast in kilometre 1; slow in kilometres 2 and 3."
            ))
        #expect(markup.contains(#"<path class="line s-cyan""#))
        #expect(markup.contains(#"<path class="line s-orange""#))
        #expect(markup.contains(#"<th scope="row">1</th><td class="number">5:00</td>"#))
        #expect(markup.contains(#"<td class="number">6:00</td><td>slow</td>"#))
        #expect(markup.contains(#"<th scope="row">2.5</th><td class="number">3:00</td>"#))
        #expect(!markup.contains(" style="))
    }

    @Test func `an unknown workout is not found`() async {
        let services = FakeHealth(metrics: metrics)

        let status = await #expect(throws: Status.self) {
            try await services.reply("/workouts/:id", services.request(path: ["id": "<b>"]))
        }

        #expect(status?.code == .notFound)
    }

    @Test func `no data leads to the import`() async throws {
        let page = TimelinePage(
            days: [],
            range: DayRange(
                days: FakeHealth.today...FakeHealth.today, today: FakeHealth.today,
                hasOlder: false),
            kind: .all, hasData: false
        ).page

        #expect(page.content.markup.contains("No workout or night yet"))
    }
}
