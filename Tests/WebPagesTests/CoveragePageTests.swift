import CivilTime
import Contracts
import RPC
import Testing

@testable import WebPages

/// The coverage of step counts in November 2026, of which 22 days have passed.
private struct FakeCoverage {
    static let today = FakeHealth.today
    let requests = Received<Insights.CoverageRequest>()
    var isPushed = true

    private var bus: FakeBus {
        let (requests, isPushed) = (requests, isPushed)
        return FakeBus { router in
            router.handle(Insights.window) { request, _ in FakeDays.window(request) }
            router.handle(Insights.coverage) { request, _ in
                requests.add(request)
                let (first, last) = (request.from ?? Self.today, request.to ?? Self.today)
                return Insights.CoverageResponse(
                    metric: "stepCount", unit: "count",
                    days: (first.days...last.days).map { Self.day(CivilDate(days: $0)) },
                    isPushed: isPushed)
            }
        }
    }

    /// The 3rd and 4th are missing, the 6th was short, the 8th has totals only.
    private static func day(_ date: CivilDate) -> Insights.CoveredDay {
        let state: Insights.Coverage =
            switch date.day {
            case 3, 4: .none
            case 8: .aggregate
            default: .raw
            }
        return Insights.CoveredDay(
            day: date, state: state, sources: [], raw: nil, aggregate: nil, isShort: date.day == 6)
    }

    func page(month: String? = nil) async throws -> Page {
        let reply = try await bus.reply(
            .get, "/trends/:name/coverage", in: CoverageRoutes.routes,
            bus.request(["name": "stepCount"], query: month.map { ["month": $0] } ?? [:]))
        return try #require(reply?.page)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CoveragePageTests {
    @Test func `the month ends with the current day and lists the days to send again`()
        async throws
    {
        let coverage = FakeCoverage()
        let markup = try await coverage.page().markup

        #expect(coverage.requests.values.map(\.from) == [CivilDate("2026-11-01")])
        #expect(coverage.requests.values.map(\.to) == [FakeCoverage.today])
        #expect(markup.contains("20 of 22 days have data."))
        #expect(markup.contains("<li>3 November 2026 to 4 November 2026</li>"))
        #expect(markup.contains("<li>6 November 2026</li>"))
        #expect(markup.contains("month=2026-10-01"))
        #expect(!markup.contains("month=2026-12-01"))
    }

    @Test(arguments: [
        ("bad", "Friday 6 November: measurements; a push had delivered less", "Short"),
        ("warn", "Sunday 8 November: totals only", "Totals"),
        ("missing", "Tuesday 3 November: no data", "None"),
    ])
    func `a day states the origin of its data by text and by color`(
        tone: String, label: String, name: String
    ) async throws {
        let page = try await FakeCoverage().page()

        let cell = try #require(
            page.markup.split(separator: "<li").first { $0.contains("aria-label=\"\(label)\"") })
        #expect(cell.contains("class=\"\(tone)\""))
        #expect(cell.contains(">\(name)<"))
        #expect(page.hasUniqueNames)
        #expect(page.isAllowedByPolicy)
    }

    @Test func `an earlier month is complete and leads to the next`() async throws {
        let coverage = FakeCoverage()
        let markup = try await coverage.page(month: "2026-09-15").markup

        #expect(coverage.requests.values.map(\.to) == [CivilDate("2026-09-30")])
        #expect(markup.contains("month=2026-10-01"))
    }

    @Test func `a profile without pushes has no days to send again`() async throws {
        let markup = try await FakeCoverage(isPushed: false).page().markup

        #expect(!markup.contains("days-to-request"))
        #expect(markup.contains("No app has pushed data of this profile."))
    }
}
