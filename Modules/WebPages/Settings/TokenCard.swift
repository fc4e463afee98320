import Contracts
import Presentation
import RPC

/// The API tokens of the profile, with a button that revokes each.
struct TokenCard: HTMLPart {
    /// The tokens by name; nil: unknown.
    let tokens: [WebAccess.APIToken]?
    let visitor: Visitor

    var html: HTML {
        card("tokens", "Tokens of programs") {
            if let tokens {
                if tokens.isEmpty {
                    element("p", ["class": "soft"]) { "No program or device has a token." }
                } else {
                    rowList(tokens.enumerated().map { row($1, number: $0) })
                }
            } else {
                element("p", ["class": "soft"]) { "The list of tokens is not available." }
            }
            element("div", ["class": "row"]) {
                anchor("New token", to: NewTokenPage.path, class: "button", id: "token-new")
            }
        }
    }

    private func row(_ token: WebAccess.APIToken, number: Int) -> HTML {
        let scopes = token.scopes.map(Self.title).joined(separator: ", ")
        let use = token.usedAt.map { "used \(InstantText.shortDay($0))" } ?? "not used yet"
        return element("li") {
            rowText(
                HTML.text(token.name),
                "\(scopes), for the profile \(visitor.profile), "
                    + "created \(InstantText.shortDay(token.createdAt)), \(use)")
            form("/settings/tokens/revoke", visitor, fields: ["name": token.name]) {
                button(
                    "Revoke", class: "button small bad", id: "token-revoke-\(number)",
                    label: "Revoke the token \(token.name)")
            }
        }
    }

    /// The rights of a scope, for people.
    static func title(_ scope: Scope) -> String {
        switch scope {
        case .read: "reads data"
        case .log: "changes records"
        case .push: "sends health data"
        case .admin: "everything"
        }
    }
}
