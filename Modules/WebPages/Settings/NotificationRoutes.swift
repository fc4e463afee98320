import Contracts
import RPC

/// The routes of the channels of notifications.
enum NotificationRoutes {
    static let routes = [
        WebRoute(.get, path) { request in .page(try await notificationsPage(request).page) },
        WebRoute(.post, "\(path)/push") { try await subscribe($0) },
        WebRoute(.post, "\(path)/test") { try await test($0) },
        WebRoute(.post, "\(path)/remove") { try await remove($0) },
    ]

    static let path = "/settings/notifications"
    /// Deliveries that the page lists.
    private static let historyLength = 20
    private static let testTimeout = Duration.seconds(30)

    private static func notificationsPage(_ request: WebRequest) async throws -> NotificationsPage {
        let request = request.withoutKey
        async let times = request.call(Notifications.activityTimes, Empty())
        async let history = request.call(
            Notifications.history, Notifications.HistoryRequest(limit: historyLength))
        var page = NotificationsPage(
            list: try await request.call(Notifications.list, Empty()),
            times: try await times.activities, history: try await history.deliveries,
            visitor: request.visitor)
        page.tested = request.query["tested"]
        return page
    }

    /// Adds the browser of the request, whose script has filled in the fields of the subscription.
    private static func subscribe(_ request: WebRequest) async throws -> WebReply {
        let name = (request.form["name"] ?? "").trimmingSpaces
        return try await changing(request) {
            _ = try await request.call(
                Notifications.add,
                Notifications.AddRequest(
                    name: name.isEmpty ? "browser" : name, kind: .push,
                    url: try request.field("endpoint"),
                    subscription: Notifications.Subscription(
                        publicKey: try request.field("publicKey"),
                        secret: try request.field("secret"),
                        hasText: request.form["text"] != nil)))
            return path
        }
    }

    private static func test(_ request: WebRequest) async throws -> WebReply {
        try await changing(request) {
            let name = try request.field("name")
            _ = try await request.call(
                Notifications.test, Notifications.ChannelRequest(name: name),
                timeout: testTimeout)
            return "\(path)?tested=1"
        }
    }

    private static func remove(_ request: WebRequest) async throws -> WebReply {
        try await changing(request) {
            let name = try request.field("name")
            do throws(Status) {
                _ = try await request.call(
                    Notifications.remove, Notifications.ChannelRequest(name: name))
            } catch {
                // Another browser has removed the channel in the meantime.
                guard error.code == .notFound else { throw error }
            }
            return path
        }
    }

    /// Leads to the path that `change` returns, or shows the page with the reason of its failure.
    private static func changing(
        _ request: WebRequest, _ change: () async throws -> String
    ) async throws -> WebReply {
        do {
            return .redirect(try await change())
        } catch {
            var notificationsPage = try await notificationsPage(request)
            notificationsPage.problem = Status(describing: error)
            return .page(notificationsPage.page)
        }
    }
}
