import Contracts
import Presentation
import RPC
import Synchronization

/// The route of activity rings.
package enum RingsRoutes {
    package static let routes = [
        WebRoute(.get, RingsPage.path) { .page(try await page($0)) }
    ]

    /// The number of days of a page.
    private static let dayCount = 28

    private static func page(_ request: WebRequest) async throws -> Page {
        let before = try request.day("before")
        async let today = HealthRoutes.today(request)
        let summaries = try await summaries(request)
        let days = ActivityRings(summaries).days.map(\.day)
        let range = DayRange(
            count: dayCount, before: before, oldest: days.first, newest: days.last,
            today: try await today)
        return RingsPage(
            rings: ActivityRings(summaries, from: range.first, to: range.last), range: range,
            hasData: !days.isEmpty
        ).page
    }

    private static func summaries(_ request: WebRequest) async throws -> [ActivitySummary] {
        let found = Mutex<[ActivitySummary]>([])
        let options = CallOptions(
            deadline: .after(WebRequest.timeout), profile: request.visitor.profile)
        _ = try await request.client.stream(HealthRows.summaries, Empty(), options) { page in
            found.withLock { $0 += page.summaries }
        }
        return found.withLock { $0 }
    }
}
