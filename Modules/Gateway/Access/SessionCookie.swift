/// The cookie of a session, as the text of a `Set-Cookie` header.
struct SessionCookie {
    static let name = "dayline"

    /// The path before all others; empty: none.
    let prefix: String
    /// True if the browser sends the cookie over TLS only.
    let isSecure: Bool

    private static let lifetimeInSeconds = 7_776_000

    func text(_ token: Token) -> String {
        attributes("\(token.text); Max-Age=\(Self.lifetimeInSeconds)")
    }

    /// The text that removes the cookie.
    var removal: String { attributes("; Max-Age=0") }

    private func attributes(_ value: String) -> String {
        "\(Self.name)=\(value); Path=\(prefix)/; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
