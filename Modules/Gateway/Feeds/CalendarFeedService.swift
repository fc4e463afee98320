import CivilTime
import Contracts
import RPC
import Tracker

/// The service of calendar feeds on the bus.
struct CalendarFeedService: Service {
    let feeds: CalendarFeeds
    /// The address of the web app.
    let address: @Sendable () async throws(Status) -> String
    /// A client of the bus.
    let bus: Client
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    /// Binds new credentials to their profiles.
    var bind: @Sendable () async -> Void = {}

    /// The path of all feeds, before the token.
    static let path = "/feed"
    private static let defaultName = "calendar"
    private static let categoryLimit = 64

    func register(on router: inout Router) {
        router.handle(WebAccess.newFeed) { request, context in
            let address = try await address()
            let categories = try await categories(request.categories, context)
            let name = request.name ?? Self.defaultName
            let token = try feeds.create(
                name, for: context.profile, detail: request.detail ?? .full,
                categories: categories, now: now())
            await bind()
            return WebAccess.NewFeedResponse(
                name: name, url: address + Self.path.dropFirst() + "/\(token.text).ics")
        }
        router.handle(WebAccess.feeds) { _, context in
            WebAccess.FeedsResponse(
                feeds: feeds.list(of: context.profile).map { feed in
                    WebAccess.Feed(
                        name: feed.name, detail: feed.detail,
                        categories: feed.categories?.map(\.name),
                        createdAt: instantText(feed.created * 1000),
                        usedAt: feed.used.map { instantText($0 * 1000) })
                })
        }
        router.handle(WebAccess.revokeFeed) { request, context in
            try feeds.remove(request.name, of: context.profile)
            return Empty()
        }
    }

    /// The categories with these names; nil for nil.
    /// - Throws: NOT_FOUND for a name that the profile does not have, and INVALID_ARGUMENT for none or too
    ///   many names.
    private func categories(
        _ names: [String]?, _ context: CallContext
    ) async throws -> [CalendarFeed.ListedCategory]? {
        guard let names else { return nil }
        guard (1...Self.categoryLimit).contains(names.count) else {
            throw Status(
                .invalidArgument,
                "A feed lists 1 to \(Self.categoryLimit) categories, and \(names.count) were given.",
                hint: "Leave out the categories to list all activities.")
        }
        let known = try await bus.call(
            Categories.list, Empty(), context.forwardedOptions
        ).categories
        return try names.map { name throws(Status) in
            let found =
                known.first { $0.name == name }
                ?? known.first { $0.name.lowercased() == name.lowercased() }
            guard let found else {
                throw Status(
                    .notFound, "There is no category \"\(name)\".",
                    hint: known.isEmpty
                        ? "Add one with: dayline category add NAME"
                        : "The categories are: \(known.map(\.name).joined(separator: ", ")).")
            }
            return CalendarFeed.ListedCategory(id: found.id, name: found.name)
        }
    }
}
