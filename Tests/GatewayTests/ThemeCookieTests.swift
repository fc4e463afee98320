import Testing
import WebPages

@testable import Gateway

@Suite struct ThemeCookieTests {
    private let cookies = SessionCookie(prefix: "/dayline", isSecure: true)

    @Test(arguments: Theme.allCases)
    func `a theme is stored for a year, for the path of the app`(theme: Theme) {
        let text = cookies.theme(theme)

        #expect(text.hasPrefix("dayline-theme=\(theme.rawValue); Max-Age=31536000; "))
        #expect(text.contains("Path=/dayline/; HttpOnly; SameSite=Strict; Secure"))
    }

    @Test func `the colours of the system remove the cookie`() {
        #expect(cookies.theme(nil).hasPrefix("dayline-theme=; Max-Age=0; "))
    }
}
