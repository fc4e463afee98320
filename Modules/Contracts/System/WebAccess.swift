import Memberwise
package import RPC

/// Access to the web app. Served by the web gateway.
package enum WebAccess {
    package static let service = "dayline.gateway.WebAccess"

    /// Creates a login link, which works once and expires after ten minutes.
    package static let newLink = Method<LinkRequest, LinkResponse>(service, "NewLink")
    /// Lists the sessions of the profile, newest first.
    package static let sessions = Method<Empty, SessionsResponse>(
        service, "Sessions", repeatable: true)
    /// Ends a session. NOT_FOUND if the profile has no such session.
    package static let endSession = Method<EndSessionRequest, Empty>(service, "EndSession")

    @Message
    package struct LinkRequest: Codable, Hashable, WireValue {
        /// True if the session may change to every profile that exists at the login; nil: false.
        package var allProfiles: Bool? = nil
    }

    @Message
    package struct LinkResponse: Codable, Hashable, WireValue {
        /// The address of the web app, such as `http://127.0.0.1:8420/`.
        package var address: String
        /// The link that opens a session of the profile.
        package var link: String
        /// The time at which the link expires, RFC 3339 in UTC.
        @Field(.instant) package var expiresAt: String
    }

    @Message
    package struct SessionsResponse: Codable, Hashable, WireValue {
        /// The sessions, newest first.
        package var sessions: [Session]
    }

    @Message
    package struct Session: Codable, Hashable, Sendable {
        /// The identifier of the session.
        package var id: String
        /// The browser, as it names itself; empty: unknown.
        package var device: String
        /// The time of the login, RFC 3339 in UTC.
        @Field(.instant) package var createdAt: String
        /// The day of the last request, RFC 3339 in UTC.
        @Field(.instant) package var usedAt: String
    }

    @Message
    package struct EndSessionRequest: Codable, Hashable, WireValue {
        /// The identifier of the session.
        package var id: String
    }
}
