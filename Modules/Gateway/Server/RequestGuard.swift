import HTTPTypes
import Hummingbird

/// Checks where a request comes from, and adds the headers of every response.
struct RequestGuard<Context: RequestContext>: RouterMiddleware {
    /// The `host:port` texts under which the server is reached.
    let hosts: @Sendable () -> Set<String>

    private static var policy: String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
        base-uri 'none'; frame-ancestors 'none'
        """
    }

    private static var headers: KeyValuePairs<String, String> {
        [
            "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "",
        ]
    }

    @concurrent func handle(
        _ request: Request, context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // Another name for this address would be a page that was rebound to it.
        guard let host = request.head.authority, hosts().contains(host) else {
            return Response(status: .misdirectedRequest)
        }
        if request.method != .get, request.method != .head, !isSameOrigin(request, host) {
            return Response(status: .forbidden)
        }
        var response = try await next(request, context)
        for (name, value) in Self.headers {
            if let field = HTTPField.Name(name) { response.headers[field] = value }
        }
        return response
    }

    private func isSameOrigin(_ request: Request, _ host: String) -> Bool {
        // Browsers send this with every request. Their origin is "null" because of the referrer policy.
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            return site == "same-origin"
        }
        guard let origin = request.headers[.origin] else { return true }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
