import CivilTime
import Contracts
import Presentation
import Tracker

/// Parts that several pages of activities have.
enum ActivityParts {
    /// Links of which one is the current one, with identifiers from their titles.
    static func segments(
        _ label: String, _ links: [(title: String, path: String, isCurrent: Bool)]
    ) -> HTML {
        segmentLinks(
            label,
            links.map {
                ($0.title, $0.path, "\(identifier(label))-\(identifier($0.title))", $0.isCurrent)
            })
    }

    /// A table with a caption for screen readers. The first cell of each row is its heading. Rows are tagged
    /// only if `areRowsTagged`.
    static func table(
        _ caption: String, _ headings: [HTML], _ rows: [[HTML]], class name: String = "table",
        areRowsTagged: Bool = false
    ) -> HTML {
        scrolledTable(caption, class: name, id: "table-\(identifier(caption))") {
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

    @HTMLBuilder private static func cells(_ row: [HTML]) -> HTML {
        for (index, cell) in row.enumerated() {
            if index == 0 {
                element("th", ["scope": "row"]) { cell }
            } else {
                element("td") { cell }
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

    /// The text in lower case, with a hyphen for each character that is not an ASCII letter or
    /// digit.
    static func identifier(_ text: String) -> String {
        String(
            text.lowercased().map { character in
                character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
            })
    }
}
