import Contracts

/// A change that another change came before: both versions of an activity, to choose from.
struct ActivityConflictPage {
    let stored: Activities.Item
    /// The form that was not saved.
    let form: ActivityForm
    let visitor: Visitor

    private var path: String { "/activities/\(stored.id)" }

    var page: Page { Page("Two versions", in: .activities, content: content) }

    private var content: HTML {
        group {
            pageHead(
                "Two versions", crumbs: [(stored.name, path)],
                lead:
                    "“\(stored.name)” was changed after this form was opened. Your change is not saved.",
                fragment: "activity-form-head")
            element(
                "section",
                ["class": "card", "aria-label": "Versions", "data-fragment": "activity-form"]
            ) {
                versions
                element("div", ["class": "row"]) {
                    element("a", ["class": "button", "id": "keep-saved", "href": path]) {
                        "Keep the saved version"
                    }
                    WebPages.form("\(path)/edit", visitor) {
                        for (name, value) in form.values.sorted(by: { $0.key < $1.key }) {
                            hidden(name, value)
                        }
                        hidden("revision", "\(stored.revision)")
                        element("button", ["class": "button main", "id": "save-change"]) {
                            "Save your change"
                        }
                    }
                }
            }
        }
    }

    private var versions: HTML {
        let saved = ActivityForm(stored)
        return ActivityParts.table(
            "Versions", ["Field", "Saved", "Your change"].map { .text($0) },
            form.differences(from: saved).map { name, label in
                [label, saved.text(of: name), form.text(of: name)].map { .text($0) }
            })
    }
}
