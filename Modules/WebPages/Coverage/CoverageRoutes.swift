import CivilTime
import Contracts
import RPC

/// The route of the coverage of a metric.
package enum CoverageRoutes {
    package static let routes = [
        WebRoute(.get, "/trends/:name/coverage") { .page(try await page($0)) }
    ]

    private static func page(_ request: WebRequest) async throws -> Page {
        let name = URLText.decoded(request.parameters["name"] ?? "")
        let today = try await HealthRoutes.today(request)
        let chosen = try request.day("month") ?? today
        let month = Interval.month.bucket(containing: min(chosen, today))
        let coverage = try await request.call(
            Insights.coverage,
            Insights.CoverageRequest(name: name, from: month.start, to: min(month.end, today)))
        return CoveragePage(coverage: coverage, name: name, month: month, today: today).page
    }
}
