/// A table whose first column names the row.
struct RowTable: HTMLPart {
    struct Column {
        var title: String
        var isNumber = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    /// The subject of the table, for screen readers.
    var caption: String
    var columns: [Column]
    /// The cells of each row, one for each column.
    var rows: [[String]]
    /// The path of the page of each row, to which its first cell leads; empty: none.
    var paths: [String] = []
    /// The cells of the row of totals; empty: none.
    var total: [String] = []

    var html: HTML {
        scrolledTable(caption) {
            element("thead") {
                element("tr") {
                    for column in columns {
                        element(
                            "th", ["scope": "col", "class": column.isNumber ? "number" : nil]
                        ) { column.title }
                    }
                }
            }
            element("tbody") {
                for (index, row) in rows.enumerated() {
                    cells(row, path: paths.isEmpty ? nil : paths[index])
                }
            }
            if !total.isEmpty { element("tfoot") { cells(total) } }
        }
    }

    private func cells(_ row: [String], path: String? = nil) -> HTML {
        element("tr") {
            for (index, text) in row.enumerated() {
                if index == 0 {
                    element("th", ["scope": "row"]) {
                        if let path { anchor(text, to: path) } else { text }
                    }
                } else {
                    element(
                        "td",
                        ["class": columns.dropFirst(index).first?.isNumber == true ? "number" : nil]
                    ) { text }
                }
            }
        }
    }
}
