/// The page of a login link, and the page that explains how to get one.
package struct LoginPage {
    private let token: String?
    private let isValid: Bool?

    /// `token` is that of the link, nil without a link; `isValid` is nil without a link.
    package init(token: String?, isValid: Bool?) {
        self.token = token
        self.isValid = isValid
    }

    package var page: Page {
        var page = Page("Sign in", content: content)
        page.hasNavigation = false
        return page
    }

    private var content: HTML {
        group {
            element("div", ["class": "stack tight"]) {
                Drawing.sun
                element("h1") { "Sign in" }
            }
            if let token, isValid == true {
                element("section", ["class": "card", "aria-labelledby": "link-title"]) {
                    element("h2", ["id": "link-title"]) { "With the link" }
                    element("p") { "The link works once." }
                    element("form", ["method": "post", "action": "/login/\(token)"]) {
                        element("button", ["class": "button main"]) { "Sign in on this browser" }
                    }
                }
            } else {
                element("section", ["class": "card", "aria-labelledby": "link-title"]) {
                    element("h2", ["id": "link-title"]) {
                        isValid == false ? "The link was used or has expired" : "A link is needed"
                    }
                    element("p") {
                        "Print a new one on the computer that runs Dayline: "
                        element("code") { "dayline web" }
                    }
                }
            }
        }
    }
}
