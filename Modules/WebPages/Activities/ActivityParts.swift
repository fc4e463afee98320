import CivilTime
import Contracts
import Presentation
import Tracker

/// Parts that several pages of activities have.
enum ActivityParts {
    /// Links of which one is the current one.
    static func segments(
        _ label: String, _ links: [(title: String, path: String, isCurrent: Bool)]
    ) -> HTML {
        element("nav", ["class": "segments", "aria-label": label]) {
            for link in links {
                element(
                    "a",
                    [
                        "href": link.path,
                        "id":
                            "\(identifier(label))-\(identifier(link.title))",
                        "aria-current": link.isCurrent ? "true" : nil,
                    ]
                ) { link.title }
            }
        }
    }

    /// A table with a caption for screen readers. The first cell of each row is its heading. Rows are tagged
    /// only if `areRowsTagged`.
    static func table(
        _ caption: String, _ headings: [HTML], _ rows: [[HTML]], class name: String = "table",
        areRowsTagged: Bool = false
    ) -> HTML {
        element(
            "div",
            [
                "class": name, "role": "region",
                "aria-label": "\(caption), table", "tabindex": "0",
                "id": "table-\(identifier(caption))",
            ]
        ) {
            element("table") {
                element("caption", ["class": "visually-hidden"]) { caption }
                element("thead") {
                    element("tr") {
                        for heading in headings { element("th", ["scope": "col"]) { heading } }
                    }
                }
                element("tbody") {
                    for row in rows {
                        let cells = Self.cells(row)
                        areRowsTagged
                            ? taggedElement("tr") { cells } : element("tr") { cells }
                    }
                }
            }
        }
    }

    private static func cells(_ row: [HTML]) -> HTML {
        group {
            for (index, cell) in row.enumerated() {
                if index == 0 {
                    element("th", ["scope": "row"]) { cell }
                } else {
                    element("td") { cell }
                }
            }
        }
    }

    /// A message about a whole form.
    static func problem(_ sentence: String, _ detail: HTML = .empty) -> HTML {
        element("div", ["class": "note bad"]) {
            element("p") {
                element("strong") { sentence }
                " "
                detail
            }
        }
    }

    /// A button with an identifier that posts a form.
    static func button(
        _ title: String, to path: String, _ visitor: Visitor, id: String, class name: String,
        fields: HTML = .empty
    ) -> HTML {
        form(path, visitor) {
            fields
            element("button", ["class": name, "id": id]) { title }
        }
    }

    /// The text in lower case, with a hyphen for each character that is not an ASCII letter or
    /// digit.
    static func identifier(_ text: String) -> String {
        String(
            text.lowercased().map { character in
                character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
            })
    }
}
