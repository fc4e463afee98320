import RPC

/// The caller of a request over HTTP: one profile, and the scopes that the caller has for it.
///
/// Access to methods is decided by ``CallerAccess``, for tokens and browser sessions alike.
struct APICaller: Sendable {
    let profile: String
    private let access: CallerAccess
    /// True if the caller sent a session cookie, which a browser also adds to requests of other sites.
    private let usesSessionCookie: Bool

    init(token: APIToken) {
        profile = token.profile
        access = CallerAccess(profile: token.profile, scopes: token.scopes)
        usesSessionCookie = false
    }

    /// A signed-in browser has all scopes.
    init(session: Sessions.Session) {
        profile = session.profile
        access = session.access
        usesSessionCookie = true
    }

    /// Decides whether the caller may call a method.
    /// - Parameters:
    ///   - method: The method.
    ///   - isChange: True unless the request can only read.
    ///   - isSameOrigin: True if the browser states that a page of this server sent the request.
    /// - Throws: PERMISSION_DENIED.
    func check(
        _ method: APIMethod, isChange: Bool, isSameOrigin: Bool
    ) throws(Status) {
        try require(method.scope, for: "\(method.name)")
        guard !usesSessionCookie || !isChange || isSameOrigin else {
            throw Status(
                .permissionDenied, "The request was not sent by a page of this web app.",
                hint: "Use a token: dayline token new NAME --scope \(method.scope.rawValue)")
        }
    }

    /// Decides whether the caller has a scope.
    /// - Throws: PERMISSION_DENIED with the name of what needs it.
    func require(_ scope: Scope, for name: String) throws(Status) {
        try access.require(scope, for: name)
    }
}
