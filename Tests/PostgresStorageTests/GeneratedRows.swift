import RPC
import StorageCore

/// Rows of each table with the limits of each type and without optional values.
enum GeneratedRows {
    private static let texts = ["a", "", "b\0c", "\u{10FFFF}0", "é😀", "d'\"\\", "line\nbreak"]
    private static let numbers = [
        0.1, -0.0, 1e300, -5, .leastNonzeroMagnitude, 4_503_599_627_370_497,
    ]

    static func rows(of table: MovedTable) -> [MovedRow] {
        (0..<8).map { row(table, $0) }
    }

    private static func row(_ table: MovedTable, _ index: Int) -> MovedRow {
        let row = table.columns.map { column in value(column, index) }
        return table.columns.enumerated().reduce(row) { row, column in
            var row = row
            if let value = special(table, column.element.name, index) {
                row[column.offset] = value
            }
            return row
        }
    }

    private static func value(_ column: MovedTable.Column, _ index: Int) -> MovedValue {
        switch column.kind {
        case .integer, .number: .integer(Int64(index) + 1)
        case .flag: .integer(Int64(index % 2))
        case .real: .real(numbers[index % numbers.count])
        case .text: .text("\(index)\(texts[index % texts.count])")
        case .bytes: .bytes(Bytes([UInt8](repeating: UInt8(index), count: index * 1000)))
        }
    }

    /// Values that a column requires, or that only some columns can have.
    private static func special(
        _ table: MovedTable, _ name: String, _ index: Int
    ) -> MovedValue? {
        switch (table, name) {
        case (.profileZone, "from_day"):
            index == 0 ? .integer(Int64(Int32.min)) : nil
        case (.chunk, "hash_high"): index == 0 ? .integer(.min) : nil
        case (.chunk, "hash_low"): index == 0 ? .integer(.max) : nil
        case (.imports, "report"): .text(#"{"version":\#(index)}"#)
        case (.imports, "metrics"): .text("[]")
        case (.healthRow, _), (.removedRow, _): healthRow(name, index)
        case (.correction, "replacement"), (.displacedDocument, "body"),
            (.displacedDocument, "revision"):
            index % 2 == 0 ? .null : nil
        case (.entry, "id"), (.displacedEntry, "id"):
            index % 2 == 0 ? .text("0E984725-C51C-4BF4-9960-E1C80E27AB\(index)0") : nil
        case (.entry, "mood"), (.displacedEntry, "value"), (.entry, "slot"), (.entry, "style"),
            (.entry, "photos"), (.entry, "logged_at"):
            index % 3 == 0 ? .null : nil
        case (.change, "reply"): index == 0 ? .null : .text(#"{"a":1.50,"z":"é\/"}"#)
        case (.change, "caller_reply"): index % 2 == 0 ? .null : nil
        case (.change, "before"), (.change, "after"): index % 2 == 0 ? .null : nil
        default: nil
        }
    }

    private static func healthRow(_ name: String, _ index: Int) -> MovedValue? {
        let kind = ["Workout", "Correlation", "ActivitySummary"][index % 3]
        switch name {
        case "kind": return .text(kind)
        case "detail" where kind == "Workout": return .text("")
        case "start_at" where kind == "ActivitySummary", "end_at" where kind == "ActivitySummary":
            return .integer(0)
        case "type" where kind == "ActivitySummary", "source_key" where kind == "ActivitySummary":
            return .text("")
        default: return nil
        }
    }
}
