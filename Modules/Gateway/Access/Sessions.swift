import HostFiles
import RPC

/// The login sessions, in a file that only its owner can read.
final class Sessions: Sendable {
    /// Seconds without a request after which a session ends.
    private static let lifetime: Int64 = 90 * 86_400
    /// Seconds between writes of the time of the last request.
    private static let usePrecision: Int64 = 3600
    /// Seconds after which a cookie is replaced.
    static let rotation: Int64 = 86_400
    /// Seconds for which the replaced cookie is valid after the first request with the new one.
    static let overlap: Int64 = 60
    /// Sessions of a profile; the one that was not used for longest is dropped.
    private static let limit = 64
    private static let deviceLimit = 200

    struct Session: Codable, Hashable, Sendable {
        var id: String
        /// The hash of the cookie.
        var hash: String
        /// The hash of the cookie before; nil: the cookie was not replaced yet.
        var previousHash: String?
        /// The time at which the cookie was replaced; nil: never.
        var rotated: Int64?
        /// The time of the first request with the new cookie; nil: none was sent.
        var confirmed: Int64?
        /// The profile that the pages show.
        var profile: String
        /// The profiles that the session can change to, and its own; nil: only its own.
        var profiles: [String]?
        /// The times of the first changes of its profiles, by name; nil: not known yet.
        var profilesCreatedAt: [String: String]? = nil
        /// The token of the session's forms.
        var formToken: String
        var device: String
        /// Seconds since 1970.
        var created: Int64
        var used: Int64

        /// The access to methods: all scopes, for its profile or, after a link for all profiles, for all.
        var access: CallerAccess {
            CallerAccess(profile: profiles == nil ? profile : nil, scopes: Scope.allCases)
        }

        func canOpen(_ name: String) -> Bool { name == profile || profiles?.contains(name) == true }

        /// True if the hash is that of the cookie, or of the replaced cookie while that is valid.
        func isOpened(by cookieHash: String, now: Int64) -> Bool {
            if hash == cookieHash { return true }
            guard previousHash == cookieHash else { return false }
            // Without a request the new cookie may have been lost with its response.
            return confirmed.map { $0 + Sessions.overlap >= now } ?? true
        }
    }

    private let sessions: StoredList<Session>

    /// - Throws: A `Status` with the path if the file exists and is invalid.
    init(path: String) throws {
        sessions = try StoredList(
            path: path, key: "sessions",
            remedy: "Remove the file; every browser then needs a new link.")
    }

    /// Opens a session. `profiles` are those that it can change to.
    /// - Returns: The cookie.
    func open(
        for profile: String, profiles: [String] = [], device: String, now: Int64
    ) throws -> Token {
        let cookie = Token()
        let session = Session(
            id: String(Token().text.prefix(12)), hash: cookie.hash, profile: profile,
            profiles: profiles.isEmpty ? nil : profiles, formToken: Token().text,
            device: String(device.prefix(Self.deviceLimit)), created: now,
            used: now)
        try sessions.change { sessions in
            sessions.removeAll { $0.used + Self.lifetime < now }
            sessions.append(session)
            let own = sessions.indices.filter { sessions[$0].profile == profile }
            if own.count > Self.limit,
                let oldest = own.min(by: { sessions[$0].used < sessions[$1].used })
            {
                sessions.remove(at: oldest)
            }
        }
        return cookie
    }

    /// The session of a cookie; nil if it is unknown or has expired.
    func find(_ cookie: String, now: Int64) -> Session? {
        let hash = Token.hash(of: cookie)
        let found = sessions.all.first { $0.isOpened(by: hash, now: now) }
        guard let found, found.used + Self.lifetime >= now else { return nil }
        let isConfirmation = found.rotated != nil && found.confirmed == nil && found.hash == hash
        if found.used + Self.usePrecision < now || isConfirmation {
            // A failed write only shortens the session.
            try? sessions.change { sessions in
                for index in sessions.indices where sessions[index].id == found.id {
                    sessions[index].used = now
                    if isConfirmation { sessions[index].confirmed = now }
                }
            }
        }
        return found
    }

    /// True if a session is not over and shows a profile.
    func isOpen(_ id: String, of profile: String, now: Int64) -> Bool {
        sessions.all.contains {
            $0.id == id && $0.profile == profile && $0.used + Self.lifetime >= now
        }
    }

    /// Changes the profile of a session. Forms that were opened before lose their token, since they
    /// show another profile.
    /// - Throws: PERMISSION_DENIED for a profile that the session may not open.
    func change(_ id: String, to profile: String) throws {
        try sessions.change { sessions in
            guard let index = sessions.firstIndex(where: { $0.id == id }),
                sessions[index].canOpen(profile)
            else {
                throw Status(
                    .permissionDenied, "This browser may not open the profile \"\(profile)\".",
                    hint: "Sign in with a link of: dayline web --all-profiles")
            }
            sessions[index].profile = profile
            sessions[index].formToken = Token().text
        }
    }

    /// Lets a session for all profiles change to a new one.
    func grant(_ id: String, _ profile: String) throws {
        try sessions.change { sessions in
            for index in sessions.indices
            where sessions[index].id == id && !sessions[index].canOpen(profile) {
                sessions[index].profiles?.append(profile)
            }
        }
    }

    /// Replaces the cookie of a session once a day, and again if the replacement was lost.
    /// - Returns: The new cookie; nil if the cookie remains.
    func rotate(_ cookie: String, now: Int64) -> Token? {
        let hash = Token.hash(of: cookie)
        let isDue = { (session: Session) in
            guard session.used + Self.lifetime >= now else { return false }
            return session.hash == hash
                ? (session.rotated ?? session.created) + Self.rotation <= now
                : session.isOpened(by: hash, now: now) && session.confirmed == nil
                    && (session.rotated ?? 0) + Self.overlap <= now
        }
        guard sessions.all.contains(where: isDue) else { return nil }
        let token = Token()
        // A failed write leaves the cookie as it is.
        let isRotated: Bool? = try? sessions.change { sessions in
            guard let index = sessions.firstIndex(where: isDue) else { return false }
            if sessions[index].hash == hash { sessions[index].previousHash = hash }
            sessions[index].hash = token.hash
            sessions[index].rotated = now
            sessions[index].confirmed = nil
            return true
        }
        return isRotated == true ? token : nil
    }

    /// The sessions that can open a profile, newest first.
    func list(of profile: String) -> [Session] {
        sessions.all.filter { $0.canOpen(profile) }.sorted { $0.created > $1.created }
    }

    /// Ends a session of a profile.
    /// - Throws: NOT_FOUND.
    func end(_ id: String, of profile: String) throws {
        try sessions.change { sessions in
            guard let index = sessions.firstIndex(where: { $0.id == id && $0.canOpen(profile) })
            else {
                throw Status(
                    .notFound, "The profile \(profile) has no session \"\(id)\".",
                    hint: "List the sessions and their profiles with: dayline web sessions")
            }
            sessions.remove(at: index)
        }
    }

    /// The profiles that sessions can open.
    var profiles: Set<String> { Set(sessions.all.flatMap { [$0.profile] + ($0.profiles ?? []) }) }

    /// Ends the sessions that show an absent profile; no other session can change to it any more.
    /// - Returns: The number of ended sessions.
    func bind(to profiles: ExistingProfiles) throws -> Int {
        let present = sessions.all
        guard present.contains(where: { $0.bound(to: profiles) != $0 }) else { return 0 }
        return try sessions.change { sessions in
            let count = sessions.count
            sessions = sessions.compactMap { $0.bound(to: profiles) }
            return count - sessions.count
        }
    }

    /// Ends the sessions that show a profile; no other session can change to it any more.
    func endAll(of profile: String) throws {
        try sessions.change { sessions in
            sessions.removeAll { $0.profile == profile }
            for index in sessions.indices {
                sessions[index].profiles?.removeAll { $0 == profile }
            }
        }
    }
}

extension Sessions.Session {
    /// The session with the profiles that exist; nil if the profile that it shows does not.
    fileprivate func bound(to existing: ExistingProfiles) -> Self? {
        var session = self
        var created: [String: String] = [:]
        func isPresent(_ name: String) -> Bool {
            let known = profilesCreatedAt?[name]
            guard case .present(let at) = existing.owner(named: name, createdAt: known) else {
                return false
            }
            created[name] = at
            return true
        }
        guard isPresent(profile) else { return nil }
        session.profiles = profiles?.filter(isPresent)
        session.profilesCreatedAt = created.isEmpty ? nil : created
        return session
    }
}
