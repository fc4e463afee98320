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
