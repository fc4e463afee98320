import RPC

/// The caller of a request over HTTP: one profile, and the scopes that the caller has for it.
///
/// Every decision on access to a method is made here, for tokens and browser sessions alike.
struct APICaller: Sendable {
    let profile: String
    private let scopes: Set<Scope>
    /// True if the caller sent a session cookie, which a browser also adds to requests of other sites.
    private let usesSessionCookie: Bool

    init(token: APITokens.APIToken) {
        profile = token.profile
        scopes = Set(token.scopes)
        usesSessionCookie = false
    }

    /// A signed-in browser has all scopes.
    init(session: Sessions.Session) {
        profile = session.profile
        scopes = Set(Scope.allCases)
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
        guard !scopes.contains(scope), !scopes.contains(.admin) else { return }
        let own = Scope.allCases.filter(scopes.contains).map(\.rawValue)
        throw Status(
            .permissionDenied,
            "\(name) needs the scope \(scope.rawValue), and the token has "
                + "\(own.joined(separator: ", ")).",
            hint: "Create another: dayline token new NAME --scope \(scope.rawValue)")
    }
}
