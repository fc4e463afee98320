import HostFiles
import RPC
import Tracker

/// The calendar feeds, in a file that only its owner can read.
final class CalendarFeeds: Sendable {
    /// Feeds of all profiles.
    private static let limit = 256
    /// Seconds between writes of the time of the last request.
    private static let usePrecision: Int64 = 3600

    struct Feed: Codable, Hashable, ProfileBound, Sendable {
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

        var boundProfile: String? { profile }
    }

    struct ListedCategory: Codable, Hashable, Sendable {
        var id: Category.ID
        /// The name at the creation of the feed.
        var name: String
    }

    private let feeds: StoredList<Feed>

    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    init(path: String) throws {
        feeds = try StoredList(
            path: path, key: "feeds", remedy: "Remove the file, and create the feeds again.")
    }

    /// Creates a feed.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func create(
        _ name: String, for profile: String, detail: CalendarDetail,
        categories: [ListedCategory]?, now: Int64
    ) throws -> Token {
        guard CredentialName.isValid(name) else {
            throw Status(
                .invalidArgument,
                "The name of a feed has 1 to 64 characters without control characters.",
                hint: "For example: dayline feed new phone")
        }
        let token = Token()
        let created = Feed(
            name: name, hash: token.hash, profile: profile, detail: detail,
            categories: categories, created: now)
        try feeds.change { feeds in
            guard !feeds.contains(where: { $0.name == name && $0.profile == profile }) else {
                throw Status(
                    .alreadyExists, "There is a feed \"\(name)\" already.",
                    hint: "Use another name, or: dayline feed revoke \"\(name)\"")
            }
            guard feeds.count < Self.limit else {
                throw Status(
                    .resourceExhausted, "There are \(Self.limit) feeds already.",
                    hint: "Remove one with: dayline feed revoke NAME")
            }
            feeds.append(created)
        }
        return token
    }

    /// The feed of a token; nil if the token is unknown.
    func find(_ token: String, now: Int64) -> Feed? {
        let hash = Token.hash(of: token)
        guard let found = feeds.all.first(where: { $0.hash == hash }) else { return nil }
        if found.used.map({ $0 + Self.usePrecision < now }) ?? true {
            // A failed write only leaves an older time of use.
            try? feeds.change { feeds in
                for index in feeds.indices where feeds[index].hash == hash {
                    feeds[index].used = now
                }
            }
        }
        return found
    }

    /// The feeds of a profile, ascending by name.
    func list(of profile: String) -> [Feed] {
        feeds.all.filter { $0.profile == profile }.sorted { $0.name < $1.name }
    }

    /// The profiles with a feed.
    var profiles: Set<String> { Set(feeds.all.map(\.profile)) }

    /// Removes the feeds of absent profiles.
    /// - Returns: Their number.
    func bind(to profiles: ExistingProfiles) throws -> Int {
        try feeds.bind(to: profiles).count
    }

    /// Removes a feed of a profile.
    /// - Throws: NOT_FOUND.
    func remove(_ name: String, of profile: String) throws {
        try feeds.change { feeds in
            guard let index = feeds.firstIndex(where: { $0.name == name && $0.profile == profile })
            else {
                throw Status(
                    .notFound, "There is no feed \"\(name)\".",
                    hint: "List them with: dayline feed")
            }
            feeds.remove(at: index)
        }
    }
}
