import Contracts
import RPC
import Tracker

/// The routes of calendar feeds.
enum CalendarFeedRoutes {
    static let routes = [
        WebRoute(.get, path) { request in .page(try await feedsPage(request).page) },
        WebRoute(.post, path) { try await add($0) },
        WebRoute(.post, "\(path)/revoke") { try await revoke($0) },
    ]

    static let path = "/settings/feeds"

    private static func feedsPage(_ request: WebRequest) async throws -> CalendarFeedsPage {
        async let feeds = request.call(WebAccess.feeds, Empty())
        async let categories = request.call(Categories.list, Empty())
        return CalendarFeedsPage(
            feeds: try await feeds.feeds, categories: try await categories.categories.map(\.name),
            visitor: request.visitor)
    }

    private static func add(_ request: WebRequest) async throws -> WebReply {
        let name = (request.form["name"] ?? "").trimmingSpaces
        let category = request.form["category"] ?? ""
        do {
            let created = try await request.call(
                WebAccess.newFeed,
                WebAccess.NewFeedRequest(
                    name: name.isEmpty ? nil : name,
                    detail: request.form["detail"].flatMap(CalendarDetail.init),
                    categories: category.isEmpty ? nil : [category]))
            var feedsPage = try await feedsPage(request)
            feedsPage.created = created
            return .page(feedsPage.page)
        } catch {
            var feedsPage = try await feedsPage(request)
            feedsPage.problem = Status(describing: error)
            feedsPage.typedName = name
            return .page(feedsPage.page)
        }
    }

    private static func revoke(_ request: WebRequest) async throws -> WebReply {
        let name = try request.field("name")
        do {
            _ = try await request.call(
                WebAccess.revokeFeed, WebAccess.FeedRequest(name: name))
        } catch {
            // Another browser has revoked the feed in the meantime.
            guard error.code == .notFound else { throw error }
        }
        return .redirect(path)
    }
}
