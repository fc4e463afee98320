import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

/// Activity summaries of the current day, of the day before and of a day in September.
private struct FakeRings {
    var days = [FakeHealth.today, FakeHealth.today.advanced(by: -1), CivilDate(days: 20_710)]

    private var bus: FakeBus {
        let days = days
        return FakeBus { router in
            router.handle(Insights.window) { request, _ in FakeDays.window(request) }
            router.handle(HealthRows.summaries) { _, _, writer in
                try await writer.send(
                    HealthRows.SummaryPage(summaries: days.map(Self.summary)))
                return Empty()
            }
        }
    }

    private static func summary(_ day: CivilDate) -> ActivitySummary {
        ActivitySummary(
            day: "\(day)",
            values: [
                "activeEnergyBurned": day == FakeHealth.today ? 412 : 520, "appleExerciseTime": 31,
            ],
            goals: ["activeEnergyBurned": 500, "appleExerciseTime": 30], unit: "kcal")
    }

    func page(before: String? = nil) async throws -> Page {
        let reply = try await bus.reply(
            .get, "/health/rings", in: RingsRoutes.routes,
            bus.request(query: before.map { ["before": $0] } ?? [:]))
        return try #require(reply?.page)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct RingsPageTests {
    @Test func `a ring has its reached goals, a picture and the values of each day`()
        async throws
    {
        let page = try await FakeRings().page()

        #expect(page.markup.contains("goal reached on 1 of 2 days"))
        #expect(page.markup.contains("goal reached on 2 of 2 days"))
        #expect(
            page.markup.contains(
                "<th scope=\"row\">Sun\u{A0}22\u{A0}Nov</th><td class=\"number\">412 of 500</td>"
                    + "<td class=\"number\">31 of 30</td>"))
        #expect(page.values(of: "class").count { $0 == "only-narrow" } == 2)
        #expect(page.markup.contains("No data on these days."))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `a page has 28 days and leads to those before`() async throws {
        let rings = FakeRings()
        let newest = try await rings.page().markup
        let earlier = try await rings.page(before: "2026-10-26").markup

        #expect(newest.contains(#"href="/health/rings?before=2026-10-26""#))
        #expect(earlier.contains("These days have no activity rings."))
        #expect(earlier.contains(#"id="newest" href="/health/rings""#))
    }

    @Test func `without a summary the page leads to the import`() async throws {
        let markup = try await FakeRings(days: []).page().markup

        #expect(markup.contains("No activity rings yet"))
        #expect(markup.contains(#"href="/import""#))
    }
}
