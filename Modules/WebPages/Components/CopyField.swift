/// A text that is shown to be copied, such as a token. Long texts wrap. With scripts, a button copies
/// the text.
struct CopyField: HTMLPart {
    let label: String
    /// Unique on the page.
    let id: String
    let text: String

    /// The module of pages with such a field.
    static let script = "copy"

    var html: HTML {
        labelled(label, for: id) {
            element(
                "textarea",
                ["class": "copied", "id": id, "readonly": "", "rows": "1", "spellcheck": "false"]
            ) { text }
            element("div", ["class": "row js-only"]) {
                element(
                    "button",
                    [
                        "class": "button small", "type": "button", "id": "\(id)-copy",
                        "data-copy": id, "aria-label": "Copy: \(label)",
                    ]
                ) { "Copy" }
                element("span", ["class": "soft small", "id": "\(id)-state"])
            }
        }
    }
}
