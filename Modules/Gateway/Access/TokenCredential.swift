import HostFiles
import RPC

/// A credential that a request proves with a token.
protocol TokenCredential: NamedCredential {
    /// The hash of the token.
    var hash: String { get }
    /// Seconds since 1970; nil: not used yet.
    var used: Int64? { get set }
}

extension TokenCredential {
    static var verb: String { "create" }
    static var limitHint: String { "Remove one with: dayline \(noun) revoke NAME" }
    static var unknownNameHint: String { "List them with: dayline \(noun)" }

    static func usedNameHint(_ name: String) -> String {
        "Use another name, or: dayline \(noun) revoke \"\(name)\""
    }

    /// Seconds between writes of the time of the last request.
    fileprivate static var usePrecision: Int64 { 3600 }
}

extension StoredList where Element: TokenCredential {
    /// Stores the credential that `body` makes for a new token.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func create(_ body: (Token) -> Element) throws -> Token {
        let token = Token()
        let created = body(token)
        try change { credentials in
            try Element.validate(created.name, of: created.profile, among: credentials)
            try Element.validate(count: credentials.count)
            credentials.append(created)
        }
        return token
    }

    /// The credential of a token; nil if the token is unknown.
    func find(_ token: String, now: Int64) -> Element? {
        let hash = Token.hash(of: token)
        guard let found = all.first(where: { $0.hash == hash }) else { return nil }
        if found.used.map({ $0 + Element.usePrecision < now }) ?? true {
            // A failed write only leaves an older time of use.
            try? change { credentials in
                for index in credentials.indices where credentials[index].hash == hash {
                    credentials[index].used = now
                }
            }
        }
        return found
    }
}
