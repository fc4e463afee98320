import Texts

/// Rows under headings, each column as wide as its widest cell, and each cell on one line.
package struct TextTable {
    package enum Alignment {
        case left, right
    }

    private let headings: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    package init(_ headings: [(title: String, alignment: Alignment)]) {
        self.headings = headings
    }

    /// A table with a row for each item.
    package init<Items: Sequence>(of items: Items, _ columns: TextColumn<Items.Element>...) {
        self.init(of: items, columns)
    }

    /// A table with a row for each item.
    package init<Items: Sequence>(of items: Items, _ columns: [TextColumn<Items.Element>]) {
        headings = columns.map { ($0.title, $0.alignment) }
        for item in items { add(columns.map { $0.cell(item) }) }
    }

    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(\.onOneLine))
    }

    /// The table, or `sentence` instead of a table without rows.
    package func text(_ styler: some TextStyler, orIfEmpty sentence: String) -> String {
        rows.isEmpty ? sentence : text(styler)
    }

    package func text(_ styler: some TextStyler) -> String {
        let widths = headings.indices.map { column in
            rows.reduce(columnWidth(headings[column].title)) {
                max($0, columnWidth($1[column]))
            }
        }
        func line(_ cells: [String]) -> String {
            var parts: [String] = []
            for (column, cell) in cells.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - columnWidth(cell))
                let isLast = column == cells.count - 1
                switch headings[column].alignment {
                case .right: parts.append(padding + cell)
                case .left: parts.append(isLast ? cell : cell + padding)
                }
            }
            let text = parts.joined(separator: "  ")
            // An empty last cell would leave trailing spaces.
            let end = text.lastIndex { $0 != " " }
            return end.map { String(text[...$0]) } ?? ""
        }
        return ([styler.styled(line(headings.map(\.title)), .dim)] + rows.map(line))
            .joined(separator: "\n")
    }
}
