import Memberwise
package import RPC

/// The page to sign in: by a link, by a password, or the explanation of how to get a link.
@Memberwise
package struct LoginPage {
    /// A link that was opened.
    @Memberwise
    package struct Link: Sendable {
        let token: String
        /// True unless the link was used or has expired.
        let isValid: Bool
    }

    /// The form for a password.
    package enum PasswordForm: Sendable {
        /// No profile has a password.
        case absent
        /// One profile has a password.
        case single
        /// Several profiles have a password: the form asks for the name.
        case named
    }

    /// The link; nil: the page was opened without one.
    private var link: Link? = nil
    private let password: PasswordForm
    /// True if a passkey can be used at the address of the page.
    private var hasPasskeys = false
    /// The name of the profile as typed.
    private var profile = ""
    /// The reason why the password was refused; nil: none was sent.
    private var problem: Status? = nil
    /// The identity of a trusted proxy without a profile; nil: none.
    private var unknownIdentity: String? = nil

    package var page: Page {
        Page(
            "Sign in", script: hasPasskeys ? "passkeys" : nil, hasNavigation: false,
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.sun
            element("h1") { "Sign in" }
        }
        if let unknownIdentity {
            note(
                .warn, strong: "There is no profile \"\(unknownIdentity)\".",
                "The proxy signed you in with this name. Use another account there, or ask the person who runs Dayline to add the profile."
            )
        }
        if let link, link.isValid {
            usable(link)
        } else {
            if hasPasskeys { passkeyCard }
            if password != .absent { passwordCard }
            explanation
        }
    }

    private func usable(_ link: Link) -> HTML {
        element("section", ["class": "card", "aria-labelledby": "link-title"]) {
            element("h2", ["id": "link-title"]) { "With the link" }
            element("p") { "The link works once." }
            element("form", ["method": "post", "action": "/login/\(link.token)"]) {
                button("Sign in on this browser", class: "button main")
            }
        }
    }

    /// The card with a button that a script shows, since a passkey needs one.
    private var passkeyCard: HTML {
        element("section", ["class": "card", "aria-labelledby": "passkey-title"]) {
            element("h2", ["id": "passkey-title"]) { "With a passkey" }
            element("p", ["id": "passkey-missing"]) {
                "This browser has no passkeys, or scripts are switched off."
            }
            element(
                "button",
                ["class": "button main", "type": "button", "id": "passkey-login", "hidden": ""]
            ) { "Use a passkey" }
            PasskeyMessage.html
        }
    }

    private var passwordCard: HTML {
        element("section", ["class": "card", "aria-labelledby": "password-title"]) {
            element("h2", ["id": "password-title"]) { "With the password" }
            element("form", ["method": "post", "action": "/login", "class": "stack"]) {
                if password == .named {
                    field("Profile", "profile", "text", "username", value: profile)
                }
                field("Password", "password", "password", "current-password")
                button("Sign in", class: "button main")
            }
        }
    }

    private func field(
        _ label: String, _ name: String, _ type: String, _ completion: String, value: String? = nil
    ) -> HTML {
        let isWrong = problem != nil && name == "password"
        return labelled(label, for: name) {
            element(
                "input",
                [
                    "id": name, "name": name, "type": type, "autocomplete": completion,
                    "value": value, "required": "", "autocapitalize": "none",
                    "aria-invalid": isWrong ? "true" : nil,
                    "aria-describedby": isWrong ? "password-error" : nil,
                    "autofocus": isWrong ? "" : nil,
                ])
            if isWrong, let problem {
                element("span", ["class": "error", "id": "password-error"]) { problem.description }
            }
        }
    }

    private var explanation: HTML {
        element("section", ["class": "card", "aria-labelledby": "link-title"]) {
            element("h2", ["id": "link-title"]) {
                link != nil
                    ? "The link was used or has expired"
                    : password == .absent ? "A link is needed" : "With a link"
            }
            element("p") {
                "Print a new one on the computer that runs Dayline: "
                element("code") { "dayline web" }
            }
        }
    }
}
