import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// POST `/push/health-auto-export`: a JSON body of the app Health Auto Export, with a token of the scope
/// `push` as `Authorization: Bearer TOKEN` or `api-key: TOKEN`. The answer 202 is sent when the body is on
/// the disk; the import follows.
extension WebServer {
    private static let keyHeader = HTTPField.Name("api-key")

    /// The answer to an accepted push.
    private struct Accepted: Encodable {
        /// Number of bytes.
        var bytes: Int
        /// The path of the page with the reports of imports.
        var report: String
    }

    func addPushRoutes(to router: Hummingbird.Router<Context>) {
        router.post("/push/health-auto-export") { request, _ in
            do {
                return try await receivePush(request)
            } catch {
                return APIFailure.response(error)
            }
        }
    }

    func receivePush(_ request: Request) async throws -> Response {
        let caller = APICaller(token: try pushToken(of: request))
        try caller.require(.push, for: "A push")
        let bytes = try await pushes.spool.store(
            request.body.map(\.readableBytesView), profile: caller.profile,
            milliseconds: now() * 1000)
        pushes.announce()
        var response = try Response.json(
            Accepted(bytes: bytes, report: settings.prefix + "/import"))
        response.status = .accepted
        return response
    }

    /// - Throws: UNAUTHENTICATED without a known token.
    private func pushToken(of request: Request) throws(Status) -> APITokens.APIToken {
        if let token = try tokens.token(of: request, now: now()) { return token }
        guard let text = Self.keyHeader.flatMap({ request.headers[$0] }) else {
            throw Status(
                .unauthenticated, "The request has no token.",
                hint: "Send the header \"Authorization: Bearer TOKEN\" or \"api-key: TOKEN\". "
                    + "Create one with: dayline token new NAME --scope push")
        }
        return try tokens.known(text, now: now())
    }
}
