import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

/// Two blood pressures, a meal and a correlation of a plugin on the current day.
private struct FakeCorrelations {
    let requests = Received<Insights.DayRangeRequest>()
    var metrics = ["bloodPressureSystolic", "dietaryProtein"]
    var hasCorrelations = true

    private var bus: FakeBus {
        let (requests, metrics, hasCorrelations) = (requests, metrics, hasCorrelations)
        return FakeBus { router in
            router.handle(Insights.window) { request, _ in FakeDays.window(request) }
            router.handle(Insights.metrics) { _, _ in
                Insights.MetricsResponse(metrics: metrics.map { FakeHealth.metric($0) })
            }
            router.handle(Insights.correlations) { request, _ in
                requests.add(request)
                return Insights.CorrelationsResponse(
                    correlations: hasCorrelations ? Self.correlations : [])
            }
        }
    }

    private static let correlations = [
        pressure("08:05", 121, 79), pressure("21:40", 128.5, 83),
        correlation(
            "Food", "12:10", "12:30", source: "<b>Diary",
            [("dietaryEnergyConsumed", 612.5, "kcal"), ("dietaryProtein", 12, "g")],
            food: "<img onerror=x>"),
        correlation("GripTest", "09:00", "09:00", source: "Plugin", [("stepCount", 3, "count")]),
    ]

    private static func pressure(
        _ time: String, _ systolic: Double, _ diastolic: Double
    ) -> Insights.CorrelationItem {
        correlation(
            "BloodPressure", time, time, source: "Cuff",
            [
                ("bloodPressureSystolic", systolic, "mmHg"),
                ("bloodPressureDiastolic", diastolic, "mmHg"),
            ])
    }

    private static func correlation(
        _ type: String, _ start: String, _ end: String, source: String,
        _ values: [(metric: String, value: Double, unit: String)], food: String? = nil
    ) -> Insights.CorrelationItem {
        let (start, end) = (
            "\(FakeHealth.today)T\(start):00+01:00", "\(FakeHealth.today)T\(end):00+01:00"
        )
        return Insights.CorrelationItem(
            type: type, source: source, start: start, end: end,
            members: values.map {
                .init(
                    metric: $0.metric, start: start, end: end, value: $0.value, unit: $0.unit)
            }, metadata: food.map { ["HKFoodType": $0] } ?? [:])
    }

    func page(_ query: [String: String] = [:]) async throws -> Page {
        let reply = try await bus.reply(
            .get, "/health/correlations", in: CorrelationRoutes.routes,
            bus.request(query: query))
        return try #require(reply?.page)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CorrelationsPageTests {
    @Test func `blood pressures are pairs, newest first, with their average`() async throws {
        let markup = try await FakeCorrelations().page().markup

        let rows = markup.split(separator: "<tr>").dropFirst(2)
        let values = rows.map { row in
            row.split(separator: "<td class=\"number\">").dropFirst()
                .map { String($0.prefix { $0 != "<" }) }
        }
        #expect(values == [["128.5", "83"], ["121", "79"]])
        #expect(markup.contains("Average 125/81\u{202F}mmHg."))
        #expect(markup.contains(#"href="/trends/bloodPressureSystolic/days/2026-11-22""#))
        #expect(rows.allSatisfy { $0.contains("Sun\u{A0}22\u{A0}Nov") })
    }

    @Test func `a meal has its food and its nutrients`() async throws {
        let page = try await FakeCorrelations().page()

        #expect(page.markup.contains("&lt;img onerror=x&gt;"))
        #expect(
            page.markup.contains(
                "Energy consumed 612.5\u{202F}kcal, Protein 12\u{202F}g; Sunday 22 November; "
                    + "&lt;b&gt;Diary"))
        #expect(page.markup.contains("12:10 to 12:30"))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `a type of a plugin has a list of its own after the meals`() async throws {
        let headings = try await FakeCorrelations().page().markup
            .split(separator: "<h2").dropFirst()
            .map { String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }) }

        #expect(headings == ["Blood pressure", "Meals", "Grip test"])
    }

    @Test(arguments: [
        ("pressure", "128.5", "Protein"), ("meals", "Protein", "128.5"),
    ])
    func `a kind leaves the others out`(kind: String, shown: String, hidden: String) async throws {
        let markup = try await FakeCorrelations().page(["kind": kind]).markup

        #expect(markup.contains(shown))
        #expect(!markup.contains(hidden))
        #expect(!markup.contains("Grip test"))
        #expect(markup.contains("kind=\(kind)&amp;before=2026-10-26"))
    }

    @Test func `a page has 28 days`() async throws {
        let correlations = FakeCorrelations()

        _ = try await correlations.page()
        _ = try await correlations.page(["before": "2026-10-26"])

        #expect(
            correlations.requests.values.map(\.from)
                == [CivilDate("2026-10-26"), CivilDate("2026-09-28")])
        #expect(
            correlations.requests.values.map(\.to)
                == [FakeHealth.today, CivilDate("2026-10-25")])
    }

    @Test func `days without correlations are named, and no data leads to the import`()
        async throws
    {
        let gap = try await FakeCorrelations(hasCorrelations: false).page().markup
        let empty = try await FakeCorrelations(metrics: ["stepCount"], hasCorrelations: false)
            .page().markup

        #expect(gap.contains("Nothing was recorded on these days."))
        #expect(empty.contains("No blood pressure or meal yet"))
    }
}
