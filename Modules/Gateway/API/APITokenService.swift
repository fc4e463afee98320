import CivilTime
import Contracts
import RPC

/// The service of API tokens on the bus.
struct APITokenService: Service {
    let tokens: APITokens
    /// The address of the web app.
    let address: @Sendable () async throws(Status) -> String
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    /// Binds new credentials to their profiles.
    var bind: @Sendable () async -> Void = {}

    func register(on router: inout Router) {
        router.handle(WebAccess.newToken) { request, context in
            let address = try await address()
            let token = try tokens.create(
                request.name, for: context.profile, scopes: request.scopes, now: now())
            await bind()
            return WebAccess.NewTokenResponse(
                name: request.name, token: token.text, scopes: request.scopes,
                address: address + APIServer.path.dropFirst() + "/")
        }
        router.handle(WebAccess.tokens) { _, context in
            WebAccess.TokensResponse(
                tokens: tokens.list(of: context.profile).map { token in
                    WebAccess.APIToken(
                        name: token.name, scopes: token.scopes,
                        createdAt: instantText(token.created * 1000),
                        usedAt: token.used.map { instantText($0 * 1000) })
                })
        }
        router.handle(WebAccess.revokeToken) { request, context in
            try tokens.remove(request.name, of: context.profile)
            return Empty()
        }
    }
}
