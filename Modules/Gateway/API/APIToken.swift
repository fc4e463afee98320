import HostFiles
import RPC

/// A token of the API.
struct APIToken: TokenCredential {
    var name: String
    /// The hash of the token.
    var hash: String
    var profile: String
    var scopes: [Scope]
    /// Seconds since 1970.
    var created: Int64
    /// Seconds since 1970; nil: not used yet.
    var used: Int64?
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    static let noun = "token"
    static let nameHint = "For example: dayline token new phone --scope log"
}

/// The tokens of the API, in a file that only its owner can read.
typealias APITokens = StoredList<APIToken>

extension StoredList<APIToken> {
    /// Creates a token.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func create(
        _ name: String, for profile: String, scopes: [Scope], now: Int64
    ) throws -> Token {
        guard !scopes.isEmpty else {
            throw Status(
                .invalidArgument, "The token \"\(name)\" has no scope.",
                hint: "Use one of: \(Scope.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return try create { token in
            APIToken(
                name: name, hash: token.hash, profile: profile,
                scopes: Scope.allCases.filter(scopes.contains), created: now)
        }
    }
}
