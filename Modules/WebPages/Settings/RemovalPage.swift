import Contracts
import RPC

/// The page on which a removal is confirmed with the name of the profile.
struct RemovalPage {
    let removal: Removal
    /// The name as typed; empty: not typed yet.
    var typed = ""
    /// The reason why nothing was removed; nil: the form was not sent.
    var problem: String?
    let visitor: Visitor

    var page: Page {
        Page(removal.title, in: .settings, status: problem == nil ? 200 : 422, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "removal"]) {
            pageHead(
                removal.title, crumbs: [("Settings", "/settings")],
                lead: .text(removal.explanation))
            card("removal", "Confirm", isFragment: false) {
                form(removal.path, visitor, class: "stack") {
                    FieldRow(
                        label: "Name of the profile: \(visitor.profile)", name: "name",
                        id: "removal-name", type: "text", value: typed, problem: problem)
                    element("div", ["class": "row"]) {
                        button(removal.title, class: "button bad", id: "removal-confirm")
                        anchor("Cancel", to: "/settings", class: "button")
                    }
                }
            }
        }
    }
}
