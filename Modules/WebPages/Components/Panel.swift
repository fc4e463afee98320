import RPC

/// A card with a heading and a short note beside it. `name` is unique on the page and names the
/// fragment; `isFragment` is false for a card within a larger fragment.
func panel(
    _ name: String, _ heading: String, note: String? = nil, isFragment: Bool = true,
    @HTMLBuilder _ content: () -> HTML
) -> HTML {
    element(
        "section",
        [
            "class": "card", "aria-labelledby": "panel-\(name)",
            "data-fragment": isFragment ? name : nil,
        ]
    ) {
        element("header") {
            element("h2", ["id": "panel-\(name)"]) { heading }
            if let note { element("span", ["class": "soft small"]) { note } }
        }
        content()
    }
}

/// A list of rows; `rows` are `li` elements.
func rowList(_ rows: [HTML]) -> HTML {
    element("ul", ["class": "rows"]) { HTML.group(rows) }
}

/// The title of a row with a detail below.
func rowText(_ title: HTML, _ detail: String?) -> HTML {
    element("div") {
        title
        if let detail { element("p", ["class": "soft small"]) { detail } }
    }
}

/// The tone of a note.
enum NoteTone: String {
    case plain, warn, bad

    var className: String { self == .plain ? "note" : "note \(rawValue)" }
}

/// A sentence about the state of the page.
func note(
    _ tone: NoteTone, strong: String? = nil, _ text: String,
    @HTMLBuilder _ action: () -> HTML = { .empty }
) -> HTML {
    element("div", ["class": tone.className]) {
        element("p") {
            if let strong {
                element("strong") { strong }
                " "
            }
            text
        }
        action()
    }
}

/// The note of a change that was refused.
func note(_ status: Status) -> HTML {
    note(.bad, strong: status.message, status.hint ?? "Nothing was changed.")
}

extension Status {
    /// The HTTP status of a page that shows a refused form again.
    var refusalCode: Int {
        switch code {
        case .notFound: 404
        case .aborted, .alreadyExists, .failedPrecondition: 409
        case .unavailable, .deadlineExceeded: 503
        default: 422
        }
    }
}
