import Contracts
import RPC

/// The route of samples that were measured together.
package enum CorrelationRoutes {
    private typealias Kind = CorrelationsPage.Kind

    package static let routes = [
        WebRoute(.get, CorrelationsPage.path) { .page(try await page($0)) }
    ]

    /// The number of days of a page.
    private static let dayCount = 28

    private static func page(_ request: WebRequest) async throws -> Page {
        let kind = request.query["kind"].flatMap(Kind.init(rawValue:)) ?? .all
        let before = try request.day("before")
        async let today = HealthRoutes.today(request)
        let listed = try await request.call(Insights.metrics, Insights.MetricsRequest()).metrics
        let range = DayRange(
            count: dayCount, before: before, of: metrics(of: kind, listed),
            today: try await today)
        let correlations = try await request.call(
            Insights.correlations,
            Insights.DayRangeRequest(from: range.first, to: range.last)
        ).correlations
        let hasData =
            !correlations.isEmpty || listed.contains { Kind.all.hasMember($0.metric) }
        return CorrelationsPage(
            correlations: correlations.filter { kind.contains($0.type) }, range: range,
            kind: kind, hasData: hasData
        ).page
    }

    /// The metrics whose days may have correlations of a kind. Correlations of plugins can have any
    /// metric: without blood pressures and nutrients, the days of all metrics count.
    private static func metrics(
        of kind: Kind, _ listed: [Insights.Metric]
    ) -> [Insights.Metric] {
        let members = listed.filter { kind.hasMember($0.metric) }
        return members.isEmpty && kind == .all ? listed : members
    }
}
