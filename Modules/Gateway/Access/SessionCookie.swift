/// The cookies of a session and of an attempt to sign in, as the texts of `Set-Cookie` headers.
struct SessionCookie {
    static let name = "dayline"
    /// The name of the cookie by which the response of a passkey is known to come from the browser that
    /// asked for its challenge.
    static let attemptName = "dayline-attempt"

    /// The path before all others; empty: none.
    let prefix: String
    /// True if the browser sends the cookie over TLS only.
    let isSecure: Bool

    private static let lifetimeInSeconds = 7_776_000

    func text(_ token: Token) -> String {
        attributes(Self.name, "\(token.text); Max-Age=\(Self.lifetimeInSeconds)")
    }

    /// The text for the cookie of an attempt.
    func attempt(_ token: Token) -> String {
        attributes(Self.attemptName, "\(token.text); Max-Age=\(PasskeyChallenges.lifetime)")
    }

    /// The text that removes the cookie.
    var removal: String { attributes(Self.name, "; Max-Age=0") }

    private func attributes(_ name: String, _ value: String) -> String {
        "\(name)=\(value); Path=\(prefix)/; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
