import Memberwise
package import RPC

extension WebAccess {
    /// Creates an API token. ALREADY_EXISTS if the profile has a token of that name.
    package static let newToken = Method<NewTokenRequest, NewTokenResponse>(service, "NewToken")
    /// Lists the API tokens of the profile by name.
    package static let tokens = Method<Empty, TokensResponse>(service, "Tokens", repeatable: true)
    /// Removes an API token. NOT_FOUND if the profile has no such token.
    package static let revokeToken = Method<TokenRequest, Empty>(service, "RevokeToken")

    @Message
    package struct NewTokenRequest: Codable, Hashable, WireValue {
        /// The name of the token, 1 to 64 characters, unique in the profile.
        package var name: String
        /// The scopes of the token, at least one.
        package var scopes: [Scope]
    }

    @Message
    package struct NewTokenResponse: Codable, Hashable, WireValue {
        /// The name of the token.
        package var name: String
        /// The token, 64 hexadecimal digits. The gateway stores only its hash.
        package var token: String
        /// The scopes of the token.
        package var scopes: [Scope]
        /// The address of the API, such as `http://127.0.0.1:8420/api/v1/`.
        package var address: String
    }

    @Message
    package struct TokensResponse: Codable, Hashable, WireValue {
        /// The tokens, ascending by name.
        package var tokens: [APIToken]
    }

    @Message
    package struct APIToken: Codable, Hashable, Sendable {
        /// The name of the token.
        package var name: String
        /// The scopes of the token.
        package var scopes: [Scope]
        /// The time at which the token was created, RFC 3339 in UTC.
        @Field(.instant) package var createdAt: String
        /// The time of the last request within an hour, RFC 3339 in UTC; nil: not used yet.
        @Field(.instant) package var usedAt: String?
    }

    @Message
    package struct TokenRequest: Codable, Hashable, WireValue {
        /// The name of the token.
        package var name: String
    }
}
