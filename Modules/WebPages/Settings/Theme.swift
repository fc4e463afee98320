/// The colours of pages that a person chose for a browser instead of those of the system.
package enum Theme: String, CaseIterable, Sendable {
    case light, dark

    /// The field of the form with the theme; another value chooses the colours of the system.
    package static let field = "theme"
    package static let path = "/theme"

    var title: String {
        switch self {
        case .light: "Light"
        case .dark: "Dark"
        }
    }

    /// The colour of the page, for the bars of browsers.
    var groundColor: String {
        switch self {
        case .light: "#f1f4f2"
        case .dark: "#0e1412"
        }
    }
}

/// The form that chooses the theme of this browser.
struct ThemeForm: HTMLPart {
    let visitor: Visitor

    /// A form without the script, since its answer has another document.
    var html: HTML {
        element("form", ["method": "post", "action": Theme.path, "class": "stack tight"]) {
            formToken(visitor)
            element("fieldset", ["class": "stack tight"]) {
                element("legend", ["class": "soft small"]) { "Colours" }
                element("div", ["class": "segments"]) {
                    choice(nil)
                    for theme in Theme.allCases { choice(theme) }
                }
            }
            buttonRow("Use these colours", class: "button small", id: "theme-save")
        }
    }

    private func choice(_ theme: Theme?) -> HTML {
        let value = theme?.rawValue ?? "system"
        return element("label") {
            radio(
                id: "theme-\(value)", name: Theme.field, value: value,
                isChecked: visitor.theme == theme)
            theme?.title ?? "System"
        }
    }
}
