import HostFiles
import RPC

/// The tokens of the API, in a file that only its owner can read.
final class APITokens: Sendable {
    /// Tokens of all profiles.
    private static let limit = 256
    /// Seconds between writes of the time of the last request.
    private static let usePrecision: Int64 = 3600

    struct APIToken: Codable, Hashable, ProfileBound, Sendable {
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

        var boundProfile: String? { profile }
    }

    private let tokens: StoredList<APIToken>

    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    init(path: String) throws {
        tokens = try StoredList(
            path: path, key: "tokens", remedy: "Remove the file, and create the tokens again.")
    }

    /// Creates a token.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func create(
        _ name: String, for profile: String, scopes: [Scope], now: Int64
    ) throws -> Token {
        guard CredentialName.isValid(name) else {
            throw Status(
                .invalidArgument,
                "The name of a token has 1 to 64 characters without control characters.",
                hint: "For example: dayline token new phone --scope log")
        }
        guard !scopes.isEmpty else {
            throw Status(
                .invalidArgument, "The token \"\(name)\" has no scope.",
                hint: "Use one of: \(Scope.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let token = Token()
        let created = APIToken(
            name: name, hash: token.hash, profile: profile,
            scopes: Scope.allCases.filter(scopes.contains), created: now)
        try tokens.change { tokens in
            guard !tokens.contains(where: { $0.name == name && $0.profile == profile }) else {
                throw Status(
                    .alreadyExists, "There is a token \"\(name)\" already.",
                    hint: "Use another name, or: dayline token revoke \"\(name)\"")
            }
            guard tokens.count < Self.limit else {
                throw Status(
                    .resourceExhausted, "There are \(Self.limit) tokens already.",
                    hint: "Remove one with: dayline token revoke NAME")
            }
            tokens.append(created)
        }
        return token
    }

    /// The stored data of a token; nil if the token is unknown.
    func find(_ token: String, now: Int64) -> APIToken? {
        let hash = Token.hash(of: token)
        guard let found = tokens.all.first(where: { $0.hash == hash }) else { return nil }
        if found.used.map({ $0 + Self.usePrecision < now }) ?? true {
            // A failed write only leaves an older time of use.
            try? tokens.change { tokens in
                for index in tokens.indices where tokens[index].hash == hash {
                    tokens[index].used = now
                }
            }
        }
        return found
    }

    /// The tokens of a profile, ascending by name.
    func list(of profile: String) -> [APIToken] {
        tokens.all.filter { $0.profile == profile }.sorted { $0.name < $1.name }
    }

    /// The profiles with a token.
    var profiles: Set<String> { Set(tokens.all.map(\.profile)) }

    /// Removes the tokens of absent profiles.
    /// - Returns: Their number.
    func bind(to profiles: ExistingProfiles) throws -> Int {
        try tokens.bind(to: profiles).count
    }

    /// Removes a token of a profile.
    /// - Throws: NOT_FOUND.
    func remove(_ name: String, of profile: String) throws {
        try tokens.change { tokens in
            guard let index = tokens.firstIndex(where: { $0.name == name && $0.profile == profile })
            else {
                throw Status(
                    .notFound, "There is no token \"\(name)\".",
                    hint: "List them with: dayline token")
            }
            tokens.remove(at: index)
        }
    }
}
