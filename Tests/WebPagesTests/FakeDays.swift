import Contracts

@testable import WebPages

/// The window by which pages find the current day.
enum FakeDays {
    /// A window without days that ends with the current day.
    static func window(_ request: Insights.WindowRequest) -> Insights.WindowResponse {
        Insights.WindowResponse(
            metric: request.name, unit: "count", days: [], earliest: FakeHealth.today,
            latest: FakeHealth.today, hasOlder: false, hasNewer: false, averageOverDays: nil,
            version: 1, stale: false)
    }
}
