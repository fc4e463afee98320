import Hummingbird
import RPC
import WebPages

/// The theme of a browser, in a cookie of the browser.
extension WebServer {
    func changeTheme(_ request: Request) async -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        do {
            let form = try await form(request)
            guard form["csrf"] == session.formToken else { throw Status.foreignForm }
            let theme = form[Theme.field].flatMap(Theme.init(rawValue:))
            var response = redirect(to: "/settings")
            response.headers[.setCookie] = cookie(for: request).theme(theme)
            return response
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    /// The theme that the browser of a request has chosen; nil: that of its system.
    func theme(of request: Request) -> Theme? {
        request.cookies[SessionCookie.themeName].flatMap { Theme(rawValue: $0.value) }
    }
}
