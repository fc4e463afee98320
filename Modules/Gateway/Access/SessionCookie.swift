import WebPages

/// The cookies of a session, of an attempt to sign in and of the theme, as the texts of `Set-Cookie` headers.
struct SessionCookie {
    static let name = "dayline"
    /// The name of the cookie by which the response of a passkey is known to come from the browser that
    /// asked for its challenge.
    static let attemptName = "dayline-attempt"

    static let themeName = "dayline-theme"

    /// The path before all others; empty: none.
    let prefix: String
    /// True if the browser sends the cookie over TLS only.
    let isSecure: Bool

    private static let lifetimeInSeconds = 7_776_000
    private static let themeLifetimeInSeconds = 365 * 86_400

    func text(_ token: Token) -> String {
        attributes(Self.name, "\(token.text); Max-Age=\(Self.lifetimeInSeconds)")
    }

    /// The text for the cookie of an attempt.
    func attempt(_ token: Token) -> String {
        attributes(Self.attemptName, "\(token.text); Max-Age=\(PasskeyChallenges.lifetime)")
    }

    /// The text for the theme; nil: the text that removes the cookie of the theme.
    func theme(_ theme: Theme?) -> String {
        let lifetime = theme == nil ? 0 : Self.themeLifetimeInSeconds
        return attributes(Self.themeName, "\(theme?.rawValue ?? ""); Max-Age=\(lifetime)")
    }

    /// The text that removes the cookie.
    var removal: String { attributes(Self.name, "; Max-Age=0") }

    private func attributes(_ name: String, _ value: String) -> String {
        "\(name)=\(value); Path=\(prefix)/; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
