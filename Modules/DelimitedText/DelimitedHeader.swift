/// The names of the columns of a table, from its header row.
package struct DelimitedHeader: Hashable, Sendable {
    /// The names without spaces around them, in the order of the columns.
    package let names: [String]
    private let columns: [String: [Int]]

    package init(_ row: DelimitedRow) {
        self.init(
            names: (0..<row.count).map { index in
                let name = row[index].drop { $0 == " " }
                return String(name.reversed().drop { $0 == " " }.reversed())
            })
    }

    package init(names: [String]) {
        self.names = names
        columns = Dictionary(grouping: names.indices) { names[$0].lowercased() }
    }

    /// The column of a name, ignoring case; nil if the table has no such column. `occurrence` counts the
    /// columns of the same name from 0.
    package func column(_ name: String, occurrence: Int = 0) -> Int? {
        guard let found = columns[name.lowercased()], found.indices.contains(occurrence) else {
            return nil
        }
        return found[occurrence]
    }

    /// The first column with one of the names; nil if the table has none of them.
    package func column(ofAny names: [String]) -> Int? {
        names.lazy.compactMap { column($0) }.first
    }
}
