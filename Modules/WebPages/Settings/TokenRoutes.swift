import Contracts
import RPC

/// The routes of the API tokens of programs.
enum TokenRoutes {
    static let routes = [
        WebRoute(.get, NewTokenPage.path) { request in
            .page(NewTokenPage(visitor: request.visitor).page)
        },
        WebRoute(.post, NewTokenPage.path) { try await create($0) },
        WebRoute(.post, "/settings/tokens/revoke") { try await revoke($0) },
    ]

    private static func create(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(NewTokenPage.formName, request.form)
        let name = input.requiredText("name", "The token needs a name.")
        let scopes = Scope.allCases.filter { input.typed(NewTokenPage.field($0)) != nil }
        if scopes.isEmpty {
            input.reject(
                "Choose at least one. A token without any could do nothing.",
                NewTokenPage.scopesField)
        }
        if input.isValid, let name {
            do throws(Status) {
                let created = try await request.call(
                    WebAccess.newToken, WebAccess.NewTokenRequest(name: name, scopes: scopes))
                return .page(NewTokenPage(created: created, visitor: request.visitor).page)
            } catch {
                try input.reject(error, "name")
            }
        }
        return .page(NewTokenPage(input: input, visitor: request.visitor).page)
    }

    private static func revoke(_ request: WebRequest) async throws -> WebReply {
        let name = try request.field("name")
        do {
            _ = try await request.call(WebAccess.revokeToken, WebAccess.TokenRequest(name: name))
        } catch {
            // Another browser has revoked the token in the meantime.
            guard error.code == .notFound else { throw error }
        }
        return .redirect("/settings?done=token-revoked")
    }
}
