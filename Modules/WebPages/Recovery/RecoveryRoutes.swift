import Contracts
import RPC

/// The route of the page that compares workouts, nights and vital signs.
package enum RecoveryRoutes {
    package static let routes = [
        WebRoute(.get, RecoveryPage.path) { .page(try await page($0)) }
    ]

    /// The number of days of a page.
    private static let dayCount = 28
    /// The metrics whose days have a row with values.
    private static let metrics: Set = [
        "workoutCount", "sleepHours", "heartRateVariabilitySDNN", "restingHeartRate",
        "respiratoryRate",
    ]

    private static func page(_ request: WebRequest) async throws -> Page {
        let before = try request.day("before")
        async let today = HealthRoutes.today(request)
        let listed = try await request.call(Insights.metrics, Insights.MetricsRequest()).metrics
        let shown = listed.filter { metrics.contains($0.metric) }
        let range = DayRange(count: dayCount, before: before, of: shown, today: try await today)
        let recovery = try await request.call(
            Insights.recovery, Insights.RecoveryRequest(from: range.first, to: range.last))
        return RecoveryPage(days: recovery.days, range: range, hasData: !shown.isEmpty).page
    }
}
