import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

/// The recovery of days, of which the newest has all values and the others have none.
private struct FakeRecovery {
    let requests = Received<Insights.RecoveryRequest>()
    var metrics = ["sleepHours", "stepCount"]

    private var bus: FakeBus {
        let (requests, metrics) = (requests, metrics)
        return FakeBus { router in
            router.handle(Insights.window) { request, _ in FakeDays.window(request) }
            router.handle(Insights.metrics) { _, _ in
                Insights.MetricsResponse(metrics: metrics.map { FakeHealth.metric($0) })
            }
            router.handle(Insights.recovery) { request, _ in
                requests.add(request)
                let (first, last) = (
                    request.from ?? FakeHealth.today, request.to ?? FakeHealth.today
                )
                return Insights.RecoveryResponse(
                    days: (first.days...last.days).map { Self.day(CivilDate(days: $0)) },
                    headers: [:])
            }
        }
    }

    private static func day(_ date: CivilDate) -> Insights.RecoveryDay {
        guard date == FakeHealth.today else {
            return Insights.RecoveryDay(
                date: date, workoutCount: 0, averageDuration: nil, averageCalories: nil,
                averageSleepHours: nil, averageHRV: nil, averageRHR: nil,
                averageRespiratoryRate: nil)
        }
        return Insights.RecoveryDay(
            date: date, workoutCount: 2, averageDuration: 2700, averageCalories: 412.4,
            averageSleepHours: 7.5, averageHRV: 41.6, averageRHR: nil,
            averageRespiratoryRate: 14.26)
    }

    func page(before: String? = nil) async throws -> Page {
        let reply = try await bus.reply(
            .get, "/health/recovery", in: RecoveryRoutes.routes,
            bus.request(query: before.map { ["before": $0] } ?? [:]))
        return try #require(reply?.page)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct RecoveryPageTests {
    @Test func `a day has its workouts, its night and its vital signs in one row`() async throws {
        let page = try await FakeRecovery().page()

        let row = try #require(
            page.markup.split(separator: "<tr>").dropFirst().first { $0.contains("412") })
        let cells = row.split(separator: "<td class=\"number\">").dropFirst()
            .map { String($0.prefix { $0 != "<" }) }
        #expect(
            cells == [
                "2", "45\u{202F}min", "412", "7\u{202F}h\u{A0}30\u{202F}m", "42", "–", "14.3",
            ])
        #expect(row.contains(#"href="/timeline?before=2026-11-23""#))
        #expect(MarkupAudit(page).faults == [])
    }

    @Test func `averages are of the days with a value`() async throws {
        let markup = try await FakeRecovery().page().markup

        #expect(markup.contains("<span>42\u{202F}ms</span><span>average of 1 day</span>"))
        #expect(
            markup.contains(
                "<span>Resting heart rate</span><span>–</span><span>no data</span>"))
    }

    @Test func `a page has 28 days and leads to those before`() async throws {
        let recovery = FakeRecovery()
        let newest = try await recovery.page().markup
        let earlier = try await recovery.page(before: "2026-10-26").markup

        #expect(
            recovery.requests.values.map(\.from)
                == [CivilDate("2026-10-26"), CivilDate("2026-09-28")])
        #expect(
            recovery.requests.values.map(\.to) == [FakeHealth.today, CivilDate("2026-10-25")])
        #expect(newest.contains(#"href="/health/recovery?before=2026-10-26""#))
        #expect(!newest.contains(#"id="newest""#))
        #expect(earlier.contains(#"id="newest" href="/health/recovery""#))
    }

    @Test func `without a workout, a night and a vital sign the page leads to the import`()
        async throws
    {
        let markup = try await FakeRecovery(metrics: ["stepCount"]).page().markup

        #expect(markup.contains("No workout, night or vital sign yet"))
        #expect(markup.contains(#"href="/import""#))
    }
}
