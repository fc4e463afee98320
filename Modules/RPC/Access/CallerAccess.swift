package import JSON

/// The access of a caller that was authenticated by a token, a login session or a key of the bus.
///
/// Every decision on access to a method is made here. The broker and the web gateway decide for the
/// callers that they authenticate. The broker also passes this value to the server of a call in the
/// header, and the server decides on the profile and on the keys of the request.
package struct CallerAccess: Codable, Hashable, Sendable {
    package enum Credential: String, Codable, Sendable {
        /// A token of the web API, or a login session.
        case token
        /// A key of the bus.
        case key
    }

    package let credential: Credential
    /// The name of a key; nil for a token.
    package let name: String?
    /// The only profile of the caller; nil: all profiles.
    package let profile: String?
    package let scopes: [Scope]
    /// Methods, and services with all their methods, that the caller may call beside those of its scopes.
    package let calls: [String]

    /// The access of a token or a login session. `profile` is its only one; nil: all profiles.
    package init(profile: String?, scopes: [Scope]) {
        credential = .token
        name = nil
        self.profile = profile
        self.scopes = scopes
        calls = []
    }

    /// The access of a key of the bus. A key with the role `admin` for all profiles has the roles for tasks
    /// that concern all profiles.
    package init(key: String, profile: String?, roles: [Role]) {
        credential = .key
        name = key
        self.profile = profile
        scopes = roles.compactMap { if case .scope(let scope) = $0 { scope } else { nil } }
        let isAdministrator = profile == nil && roles.contains(.scope(.admin))
        calls =
            roles.flatMap(\.calls)
            + (isAdministrator ? GlobalRole.allCases.flatMap(\.calls) : [])
    }

    /// Decides whether the caller has a scope.
    /// - Throws: PERMISSION_DENIED with the name of what needs it.
    package func require(_ scope: Scope, for method: String) throws(Status) {
        guard !scopes.contains(scope), !scopes.contains(.admin) else { return }
        let own = Scope.allCases.filter(scopes.contains).map(\.rawValue)
        throw Status(
            .permissionDenied,
            "\(method) needs the \(permission) \(scope.rawValue), and the \(holder) has "
                + (own.isEmpty ? "none." : "\(own.joined(separator: ", "))."),
            hint: hint(scope))
    }

    /// Decides whether the caller may call a method.
    ///
    /// - Parameters:
    ///   - method: The name of the method, `service/Method`.
    ///   - access: The callers that the method is for; nil: unknown.
    /// - Throws: PERMISSION_DENIED.
    package func check(_ method: String, _ access: MethodAccess?) throws(Status) {
        guard !calls.contains(where: { method == $0 || method.hasPrefix($0 + "/") }) else { return }
        guard let scope = access?.scope else {
            throw Status(
                .permissionDenied,
                "The \(holder) cannot call \(method): only programs on the machine of the home can, "
                    + "or there is no such method.",
                hint: "Use the command on that machine.")
        }
        try require(scope, for: method)
    }

    /// Decides whether the caller may do a task that concerns all profiles.
    /// - Throws: PERMISSION_DENIED for a caller with one profile, or without the scope `admin`.
    package func requireAllProfiles(for task: String) throws(Status) {
        try require(.admin, for: task)
        guard let profile else { return }
        throw Status(
            .permissionDenied,
            "\(task) needs access to all profiles, and the \(holder) is for the profile \(profile).",
            hint: "Sign in with a link of: dayline web --all-profiles")
    }

    /// Decides whether the caller may use the data of a profile.
    /// - Throws: PERMISSION_DENIED.
    package func check(profile requested: String) throws(Status) {
        guard let profile, profile != requested else { return }
        throw Status(
            .permissionDenied,
            "The \(holder) is for the profile \(profile), not \(requested).",
            hint: "Leave out --profile, or use a key for that profile.")
    }

    /// Decides whether the caller may send the keys of a request.
    /// - Throws: PERMISSION_DENIED for a key that only programs on the machine of the home may send.
    package static func check(
        _ request: JSONValue, of method: String, localKeys: [String], over connection: String
    ) throws(Status) {
        guard let key = localKeys.first(where: { request.object?[$0] != nil }) else { return }
        throw Status(
            .permissionDenied, "The key \"\(key)\" of \(method) cannot be sent over \(connection).",
            hint: "Leave it out, or use the command: dayline call \(method)")
    }

    private var holder: String {
        name.map { "\(credential.rawValue) \"\($0)\"" } ?? credential.rawValue
    }

    private var permission: String {
        switch credential {
        case .token: "scope"
        case .key: "role"
        }
    }

    private func hint(_ scope: Scope) -> String {
        switch credential {
        case .token: "Create another: dayline token new NAME --scope \(scope.rawValue)"
        case .key: "Create another: dayline keys new NAME --role \(scope.rawValue)"
        }
    }
}

extension CallerAccess {
    /// Decides whether a server may run a call.
    /// - Throws: PERMISSION_DENIED.
    func check(
        _ registration: Router.Registration, profile: String, request: Bytes
    ) throws(Status) {
        let method = registration.name.description
        try check(method, registration.access)
        try check(profile: profile)
        let localKeys = registration.access.localKeys
        guard !localKeys.isEmpty,
            // A request that is not JSON is refused with its fault later.
            let value = try? JSONBody.decode(JSONValue.self, from: request)
        else { return }
        try Self.check(value, of: method, localKeys: localKeys, over: "TCP")
    }
}
