import HostFiles
import Tracker

/// A calendar feed.
struct CalendarFeed: TokenCredential {
    var name: String
    /// The hash of the token in the address.
    var hash: String
    var profile: String
    var detail: CalendarDetail
    /// The listed categories; nil: all activities.
    var categories: [ListedCategory]?
    /// Seconds since 1970.
    var created: Int64
    /// Seconds since 1970; nil: not used yet.
    var used: Int64?
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    struct ListedCategory: Codable, Hashable, Sendable {
        var id: Category.ID
        /// The name at the creation of the feed.
        var name: String
    }

    static let noun = "feed"
    static let nameHint = "For example: dayline feed new phone"
}

/// The calendar feeds, in a file that only its owner can read.
typealias CalendarFeeds = StoredList<CalendarFeed>

extension StoredList<CalendarFeed> {
    /// Creates a feed.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func create(
        _ name: String, for profile: String, detail: CalendarDetail,
        categories: [CalendarFeed.ListedCategory]?, now: Int64
    ) throws -> Token {
        try create { token in
            CalendarFeed(
                name: name, hash: token.hash, profile: profile, detail: detail,
                categories: categories, created: now)
        }
    }
}
