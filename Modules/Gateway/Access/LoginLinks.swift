import HostFiles
import Synchronization

/// The login links that were printed and not used yet. They are lost with the process.
final class LoginLinks: Sendable {
    /// Seconds until a link expires.
    static let lifetime: Int64 = 600
    /// Links at a time; the oldest is dropped.
    private static let limit = 32

    /// The access that a link grants.
    struct Login: Hashable, Sendable {
        var profile: String
        /// True if the session may change to every profile that exists at the login.
        var isForAllProfiles: Bool
    }

    private struct Link {
        var hash: String
        var login: Login
        /// Seconds since 1970.
        var expiry: Int64
        /// The time of the profile's first change; nil: not known yet.
        var profileCreatedAt: String? = nil
    }

    private let links = Mutex<[Link]>([])

    /// A token that opens a session.
    func create(for login: Login, now: Int64) -> Token {
        let token = Token()
        links.withLock { links in
            links.append(Link(hash: token.hash, login: login, expiry: now + Self.lifetime))
            if links.count > Self.limit { links.removeFirst() }
        }
        return token
    }

    /// Removes the links of absent profiles.
    func bind(to profiles: ExistingProfiles) {
        links.withLock { links in
            links = links.compactMap { link in
                let owner = profiles.owner(
                    named: link.login.profile, createdAt: link.profileCreatedAt)
                guard case .present(let createdAt) = owner else { return nil }
                var bound = link
                bound.profileCreatedAt = createdAt
                return bound
            }
        }
    }

    /// The profiles with a link.
    var profiles: Set<String> { links.withLock { links in Set(links.map(\.login.profile)) } }

    /// True if the link can be used.
    func isValid(_ token: String, now: Int64) -> Bool {
        let hash = Token.hash(of: token)
        return links.withLock { links in links.contains { $0.hash == hash && $0.expiry > now } }
    }

    /// Uses a link.
    /// - Returns: The access; nil if the link is unknown, used or expired.
    func use(_ token: String, now: Int64) -> Login? {
        let hash = Token.hash(of: token)
        return links.withLock { links in
            links.removeAll { $0.expiry <= now }
            guard let index = links.firstIndex(where: { $0.hash == hash }) else { return nil }
            return links.remove(at: index).login
        }
    }
}
