import RPC

/// The sessions of browsers, in a file that only its owner can read.
final class Sessions: Sendable {
    /// Seconds without a request after which a session ends.
    private static let lifetime: Int64 = 90 * 86_400
    /// Seconds between writes of the time of the last request.
    private static let usePrecision: Int64 = 3600
    /// Sessions of all profiles; the one that was not used for longest is dropped.
    private static let limit = 256
    private static let deviceLimit = 200

    struct Session: Codable, Hashable, Sendable {
        var id: String
        /// The hash of the cookie.
        var hash: String
        /// The profile that the pages show.
        var profile: String
        /// The profiles that the session can change to, and its own; nil: only its own.
        var profiles: [String]?
        /// The token of the session's forms.
        var formToken: String
        var device: String
        /// Seconds since 1970.
        var created: Int64
        var used: Int64

        func canOpen(_ name: String) -> Bool { name == profile || profiles?.contains(name) == true }
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
            if sessions.count > Self.limit,
                let oldest = sessions.indices.min(by: { sessions[$0].used < sessions[$1].used })
            {
                sessions.remove(at: oldest)
            }
        }
        return cookie
    }

    /// The session of a cookie; nil if it is unknown or has expired.
    func find(_ cookie: String, now: Int64) -> Session? {
        let hash = Token.hash(of: cookie)
        let found = sessions.all.first { $0.hash == hash }
        guard let found, found.used + Self.lifetime >= now else { return nil }
        if found.used + Self.usePrecision < now {
            // A failed write only shortens the session.
            try? sessions.change { sessions in
                for index in sessions.indices where sessions[index].id == found.id {
                    sessions[index].used = now
                }
            }
        }
        return found
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

    /// The sessions that can open a profile, newest first.
    func list(of profile: String) -> [Session] {
        sessions.all.filter { $0.canOpen(profile) }.sorted { $0.created > $1.created }
    }

    /// Ends a session of a profile.
    /// - Throws: NOT_FOUND.
    func end(_ id: String, of profile: String) throws {
        try sessions.change { sessions in
            guard let index = sessions.firstIndex(where: { $0.id == id && $0.canOpen(profile) })
            else { throw Status(.notFound, "There is no session \"\(id)\".") }
            sessions.remove(at: index)
        }
    }
}
