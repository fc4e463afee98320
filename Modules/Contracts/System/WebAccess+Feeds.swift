import Memberwise
package import RPC
package import Tracker

extension WebAccess {
    /// Creates a calendar feed, whose address is returned once. ALREADY_EXISTS if the profile has a feed of
    /// that name; NOT_FOUND for a category that the profile does not have.
    package static let newFeed = Method<NewFeedRequest, NewFeedResponse>(service, "NewFeed")
    /// Lists the calendar feeds of the profile by name.
    package static let feeds = Method<Empty, FeedsResponse>(service, "Feeds", repeatable: true)
    /// Removes a calendar feed. NOT_FOUND if the profile has no such feed.
    package static let revokeFeed = Method<FeedRequest, Empty>(service, "RevokeFeed")

    @Message
    package struct NewFeedRequest: Codable, Hashable, WireValue {
        /// The name of the feed, 1 to 64 characters, unique in the profile; nil: `calendar`.
        package var name: String? = nil
        /// The details that the calendar shows: `full`, `names` or `busy`; nil: `full`.
        package var detail: CalendarDetail? = nil
        /// The names of the categories whose activities are listed, at most 64, without vacations and
        /// deadlines; nil: all activities, vacations and deadlines of goals.
        package var categories: [String]? = nil
    }

    @Message
    package struct NewFeedResponse: Codable, Hashable, WireValue {
        /// The name of the feed.
        package var name: String
        /// The address of the calendar, with the token of the feed. The gateway stores only the hash of
        /// the token.
        package var url: String
    }

    @Message
    package struct FeedsResponse: Codable, Hashable, WireValue {
        /// The feeds, ascending by name.
        package var feeds: [Feed]
    }

    @Message
    package struct Feed: Codable, Hashable, Sendable {
        /// The name of the feed.
        package var name: String
        /// The details that the calendar shows: `full`, `names` or `busy`.
        package var detail: CalendarDetail
        /// The names of the categories at the creation of the feed; nil: all activities.
        package var categories: [String]?
        /// The time at which the feed was created, RFC 3339 in UTC.
        @Field(.instant) package var createdAt: String
        /// The time of the last request within an hour, RFC 3339 in UTC; nil: not used yet.
        @Field(.instant) package var usedAt: String?
    }

    @Message
    package struct FeedRequest: Codable, Hashable, WireValue {
        /// The name of the feed.
        package var name: String
    }
}
