/// The answer to a request without a session, such as a form that was opened before its end.
package enum SignedOutPage {
    package static let sentence = "This browser is signed out. Nothing was changed."

    package static var page: Page {
        Page("Signed out", status: 401, hasNavigation: false, content: content)
    }

    @HTMLBuilder private static var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.line
            element("h1") { "Signed out" }
            element("p", ["class": "lead", "data-message": ""]) { sentence }
            element("p", ["class": "soft"]) {
                "Go back to copy what you typed, before you sign in."
            }
        }
        element("div", ["class": "row"]) {
            anchor("Sign in", to: "/login", class: "button main")
        }
    }
}
