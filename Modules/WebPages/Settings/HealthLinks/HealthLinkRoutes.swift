import Contracts
import RPC

/// The routes of activities and weights that follow health data.
enum HealthLinkRoutes {
    static let routes = [
        WebRoute(.get, path) { .page(try await page($0, synced: nil).page) },
        WebRoute(.post, path) { try await sync($0) },
    ]

    static let path = "/settings/health"

    /// The time limit of reading all days.
    private static let syncTimeout = Duration.seconds(60)

    private static func page(
        _ request: WebRequest, synced: HealthLinks.SyncResponse?
    ) async throws -> HealthLinksPage {
        let request = request.withoutKey
        async let activities = request.call(
            Activities.list, Activities.ListRequest(reminders: false)
        ).activities
        let settings = try await request.call(Settings.list, Empty()).values
        return HealthLinksPage(
            activities: try await activities.filter { $0.health != nil },
            readsWeights: settings[Settings.weightHealth] == Settings.WeightSyncMode.read.rawValue,
            synced: synced, visitor: request.visitor)
    }

    private static func sync(_ request: WebRequest) async throws -> WebReply {
        let synced = try await request.call(
            HealthLinks.sync, HealthLinks.SyncRequest(), timeout: syncTimeout)
        if let problem = synced.problem { throw Status(.failedPrecondition, problem) }
        var page = try await page(request, synced: synced).page
        page.toast = element("p") { "Health data was read." }
        return .page(page)
    }
}
