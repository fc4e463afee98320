import HTTPTypes
import Hummingbird
import RPC
import WebPages

/// Widgets, for callers with a token. An `img` element sends no header, so the token can be in the query.
extension WebServer {
    private static let widgetTimeout = Duration.seconds(5)

    func widget(_ request: Request, _ context: Context) async -> Response {
        do {
            let profile = try widgetProfile(request)
            let widget = try Widget(segment: context.parameters.get("name") ?? "")
            let reply = try await widget.document(
                from: bus, CallOptions(deadline: .after(Self.widgetTimeout), profile: profile))
            guard case .document(let type, let bytes) = reply else {
                throw Status(.internal, "The widget is not a document.")
            }
            var headers: HTTPFields = [
                .contentType: type, .cacheControl: "private, max-age=60",
                .contentSecurityPolicy: "sandbox; default-src 'none'; style-src 'unsafe-inline'",
            ]
            if let field = HTTPField.Name("Cross-Origin-Resource-Policy") {
                headers[field] = "cross-origin"
            }
            return Response(document: bytes, headers, for: request)
        } catch {
            return APIFailure.response(error)
        }
    }

    /// The profile of the token in the header or the query, or of the session of the browser.
    /// - Throws: UNAUTHENTICATED, and PERMISSION_DENIED for a token without the scope `read`.
    private func widgetProfile(_ request: Request) throws(Status) -> String {
        var token = try tokens.token(of: request, now: now())
        if token == nil, let text = FormBody.fields(request.uri.query ?? "")["token"] {
            token = try tokens.known(text, now: now())
        }
        if let token {
            try APICaller(token: token).require(.read, for: "A widget")
            return token.profile
        }
        guard let session = session(of: request) else {
            throw Status(
                .unauthenticated, "The request has no token.",
                hint: "Create one with: dayline token new widget --scope read")
        }
        return session.profile
    }
}
