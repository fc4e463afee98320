import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// Checks where a request comes from, and adds the headers of every response.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
    /// True if the host and port of a request name this server.
    let isOwn: @Sendable (_ authority: String) -> Bool
    /// True if the server uses TLS with a certificate of a public authority.
    let isStrict: @Sendable () -> Bool

    /// Half a year. Devices that trust the authority of the home must be able to return to plain HTTP.
    private static var strictTransport: String { "max-age=15552000" }

    private static var policy: String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors 'none'
        """
    }

    /// The page of photos uses the camera.
    private static var permissions: String {
        """
        camera=(self), accelerometer=(), geolocation=(), gyroscope=(), magnetometer=(), \
        microphone=(), payment=(), usb=()
        """
    }

    private static var headers: KeyValuePairs<String, String> {
        [
            "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": permissions,
        ]
    }

    @concurrent func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response =
                if let refusal = refusal(of: request) { Self.response(refusal, to: request) } else {
                    try await next(request, context)
                }
        } catch let error as any HTTPResponseError {
            // Such as a path without a route for the method.
            response = try error.response(from: request, context: context)
        }
        for (name, value) in Self.headers {
            // A file has a policy of its own.
            if let field = HTTPField.Name(name), response.headers[field] == nil {
                response.headers[field] = value
            }
        }
        if request.isSecure, isStrict() {
            response.headers[.strictTransportSecurity] = Self.strictTransport
        }
        return response
    }

    /// The reason why a request is refused; nil: it is not.
    private func refusal(of request: Request) -> APIFailure? {
        // Another name for this address would be a page that was rebound to it.
        guard let host = request.head.authority, isOwn(host) else { return .misdirected }
        let isRead = request.method == .get
        // The token in the path permits the answer, also from a page of an ntfy server.
        let isAnswer = request.uri.path.hasPrefix(Notifications.answerPath + "/")
        return isRead || isAnswer || isSameOrigin(request, host) ? nil : .otherSite
    }

    /// A JSON document for callers of the API, and a sentence for others.
    private static func response(_ refusal: APIFailure, to request: Request) -> Response {
        if request.uri.path.hasPrefix(APIServer.path) { return APIFailure.response(refusal) }
        let text = [refusal.status.message, refusal.status.hint ?? ""].joined(separator: " ")
        return Response(
            status: refusal.code, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }

    private func isSameOrigin(_ request: Request, _ host: String) -> Bool {
        // Beside it, the origin is "null" because of the referrer policy.
        if let site = request.fetchSite { return site == "same-origin" }
        guard let origin = request.headers[.origin] else { return true }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}

extension Request {
    private static let fetchSiteHeader = HTTPField.Name("Sec-Fetch-Site")

    /// The relation of the origin of the request to this site, such as `same-origin`; nil: not sent by a browser.
    var fetchSite: String? { Self.fetchSiteHeader.flatMap { headers[$0] } }

    /// True if a page of another site leads here: browsers then omit the cookie.
    var isFromOtherSite: Bool { ["cross-site", "same-site"].contains(fetchSite) }
}
