import Memberwise
import Texts

/// The data of a picture as text and numbers, for screen readers and spreadsheets.
@Memberwise
package struct DataTable: Hashable, Sendable {
    package let caption: String
    package let columns: [String]
    package let rows: [[String]]

    /// A value in a row: two decimals, or more for two significant digits.
    package static func cell(_ value: Double) -> String {
        decimalText(value, decimals: max(2, decimals(toShow: 2, of: value)))
    }

    /// Comma-separated values as of RFC 4180, with a header row.
    package var csv: String {
        ([columns] + rows).map { $0.map(tableField).joined(separator: ",") + "\r\n" }.joined()
    }

    /// An HTML table.
    package var html: String { element.markup }

    var element: Element {
        Element(
            "table", [:],
            [
                Element("caption", text: caption),
                Element(
                    "thead", [:],
                    [Element("tr", [:], columns.map { Element("th", ["scope": "col"], text: $0) })]),
                Element(
                    "tbody", [:],
                    rows.map { row in
                        Element(
                            "tr", [:],
                            row.enumerated().map { index, cell in
                                index == 0
                                    ? Element("th", ["scope": "row"], text: cell)
                                    : Element("td", text: cell)
                            })
                    }),
            ])
    }
}
