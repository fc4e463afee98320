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
    /// Returns the settings of the web app.
    package static let settings = Method<Empty, SettingsResponse>(
        service, "Settings", repeatable: true)
    /// Changes settings of the web app and listens again. INVALID_ARGUMENT for a malformed value;
    /// FAILED_PRECONDITION for an address beyond loopback without protection.
    package static let changeSettings = Method<SettingsRequest, SettingsResponse>(
        service, "ChangeSettings")
    /// Stores or removes the password of the profile. Every browser stays signed in.
    package static let setPassword = Method<PasswordRequest, Empty>(service, "SetPassword")
    /// Creates a certificate for this machine by the home's own authority, which is created first if
    /// the home has none, and uses the certificate. FAILED_PRECONDITION if the authority cannot issue a
    /// certificate for the public URL.
    package static let createCertificate = Method<CertificateRequest, CertificateResponse>(
        service, "CreateCertificate")

    /// Erases the profile of the call: its channels and deliveries of notifications; its sessions, tokens,
    /// feeds, password, passkeys, keys of the bus and pushes; and its data (``Profiles/erase``). Logs stay:
    /// the supervisor empties them. A call that failed can be repeated.
    package static let eraseProfile = Method<Empty, Profiles.EraseResponse>(
        service, "EraseProfile")

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
        package var url: String
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

    @Message
    package struct Settings: Codable, Hashable, WireValue {
        /// The address and port that the web app listens on, such as `127.0.0.1:8420`.
        package var listen: String
        /// The address that browsers use, without a path; absent: the address of `listen`.
        package var publicURL: String?
        /// The path before all others, such as `/dayline`; empty: none.
        package var prefix: String
        /// The addresses of proxies whose headers are believed.
        package var trustedProxies: [String]
        /// The header in which a trusted proxy names the profile of the person; absent: none.
        package var identityHeader: String?
        /// `local` for the certificate of the home's own authority, or the path of a file with a
        /// certificate chain; absent: the web app does not use TLS.
        package var certificate: String? = nil
        /// The path of the file with the private key of a certificate file; absent: none.
        package var key: String? = nil
    }

    @Message
    package struct SettingsRequest: Codable, Hashable, WireValue {
        /// The address and port to listen on; empty: the default; absent: unchanged.
        package var listen: String?
        /// The address that browsers use; empty: none; absent: unchanged.
        package var publicURL: String?
        /// The path before all others; empty: none; absent: unchanged.
        package var prefix: String?
        /// All trusted proxies; absent: unchanged.
        package var trustedProxies: [String]?
        /// The header with the name of the profile; empty: none; absent: unchanged.
        package var identityHeader: String?
        /// `local`, or the absolute path of a certificate file; empty: no TLS; absent: unchanged.
        package var certificate: String? = nil
        /// The absolute path of the file with the private key; absent: unchanged.
        package var key: String? = nil
    }

    @Message
    package struct SettingsResponse: Codable, Hashable, WireValue {
        /// The stored settings.
        package var settings: Settings
        /// The address of the web app, with its path.
        package var address: String
        /// True if the profile has a password.
        package var hasPassword: Bool
        /// The reason why the web app listens on another address than that of the settings; absent:
        /// it listens there. Or the reason why the certificate is not a valid one.
        package var problem: String?
        /// The time at which the certificate expires, RFC 3339 in UTC; absent: no TLS.
        @Field(.instant) package var certificateExpiresAt: String? = nil
    }

    @Message
    package struct CertificateRequest: Codable, Hashable, WireValue {
        /// True if another authority replaces that of the home, which devices then have to trust; absent:
        /// false.
        package var newAuthority: Bool? = nil
        /// The address that browsers use, which is stored with the certificate; empty: none; absent:
        /// unchanged.
        package var publicURL: String? = nil
    }

    @Message
    package struct CertificateResponse: Codable, Hashable, WireValue {
        /// The address of the web app, with its path.
        package var address: String
        /// The names and addresses that the certificate is for, sorted.
        package var names: [String]
        /// The time at which the certificate expires, RFC 3339 in UTC.
        @Field(.instant) package var expiresAt: String
        /// The time at which the authority expires, RFC 3339 in UTC.
        @Field(.instant) package var authorityExpiresAt: String
        /// The SHA-256 of the authority's certificate, as pairs of hexadecimal digits with colons.
        package var authorityFingerprint: String
    }

    @Message
    package struct PasswordRequest: Codable, Hashable, WireValue {
        /// The password; absent: the password is removed.
        package var password: String?
    }
}
