import Contracts
import Presentation
import RPC

/// The form of a new API token, and the token that it created, which is shown once.
struct NewTokenPage {
    static let path = "/settings/tokens/new"

    /// The form as typed if it was refused.
    var input = FormInput(Self.formName)
    /// The created token; nil: none.
    var created: WebAccess.NewTokenResponse?
    let visitor: Visitor

    /// The name of the form in the posted fields.
    static let formName = "token"
    /// The name of the message about the scopes.
    static let scopesField = "scopes"
    private static let nameLimit = 64

    /// The name of the box of a scope.
    static func field(_ scope: Scope) -> String { "scope-\(scope.rawValue)" }

    var page: Page {
        Page(
            "New token", in: .settings, status: input.isValid ? 200 : 422,
            script: created != nil ? CopyField.script : nil, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page"]) {
            pageHead(
                created.map { "Token \($0.name)" } ?? "New token",
                crumbs: [("Settings", "/settings")],
                lead:
                    "A program sends the token with its requests for the profile \(visitor.profile). The guide lists the methods."
            )
            if let created {
                token(created)
            } else {
                card("token", "Token", isFragment: false) { form }
            }
        }
    }

    private func token(_ created: WebAccess.NewTokenResponse) -> HTML {
        card("token-created", "The token", isFragment: false) {
            CopyField(
                label: "Copy it now. It is not shown again.", id: "token-text",
                text: created.token)
            CopyField(
                label: "Address of the API", id: "token-address", text: created.address)
            element("p", ["class": "soft small"]) {
                created.scopes.map(TokenCard.title).joined(separator: ", ")
            }
            element("div", ["class": "row"]) {
                anchor("Settings", to: "/settings", class: "button")
            }
        }
    }

    /// A form without the script, since its answer is shown only once.
    private var form: HTML {
        element("form", ["method": "post", "action": Self.path, "class": "stack"]) {
            formToken(visitor)
            FormKey.field
            input.note
            InputField(
                "Name, such as the program that uses it", id: "token-name", name: "name",
                maximumLength: Self.nameLimit, in: input)
            scopes
            element("div", ["class": "row"]) {
                button("Create", class: "button main", id: "token-add")
                anchor("Cancel", to: "/settings", class: "button")
            }
        }
    }

    private var scopes: HTML {
        let message = FieldMessage(
            id: "token-scopes", problem: input.problems[Self.scopesField], hint: nil)
        return element(
            "fieldset",
            [
                "class": "stack tight", "id": "token-scopes",
                "aria-describedby": message.description,
            ]
        ) {
            element("legend", ["class": "soft small"]) { "The program" }
            for scope in Scope.allCases {
                checkBox(
                    id: "token-\(Self.field(scope))", name: Self.field(scope),
                    isChecked: input.typed(Self.field(scope)) != nil
                ) { TokenCard.title(scope) }
            }
            message.html
        }
    }
}
