import HTTPTypes
import Hummingbird
import NIOCore
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
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        } catch {
            return APIFailure.response(error)
        }
    }

    /// The profile of the token in the header or the query, or of the session of the browser.
    /// - Throws: UNAUTHENTICATED, and PERMISSION_DENIED for a token without the scope `read`.
    private func widgetProfile(_ request: Request) throws(Status) -> String {
        let header = request.headers[.authorization].flatMap { header in
            header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : nil
        }
        guard let text = header ?? FormBody.fields(request.uri.query ?? "")["token"] else {
            if let session = session(of: request) { return session.profile }
            throw Self.unknownToken
        }
        guard let token = tokens.find(text, now: now()) else { throw Self.unknownToken }
        guard token.scopes.contains(.read) || token.scopes.contains(.admin) else {
            throw Status(
                .permissionDenied, "A widget needs a token with the scope read.",
                hint: "Create one with: dayline token new widget --scope read")
        }
        return token.profile
    }

    private static var unknownToken: Status {
        Status(
            .unauthenticated, "The token of the widget is missing or not known.",
            hint: "Create one with: dayline token new widget --scope read")
    }
}
