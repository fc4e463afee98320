package import CivilTime
import DelimitedText
import Texts

/// A table of activities, entries or goals that `dayline export` writes as CSV.
package enum TrackerTable: CaseIterable, Sendable {
    case activities, entries, goals

    /// The first columns, by which a table is recognised. Entries have two forms.
    private var beginnings: [[String]] {
        switch self {
        case .activities: [["id", "name", "type", "target", "per"]]
        case .entries:
            [
                ["id", "activity", "activityID", "day", "status"],
                ["date", "activity", "status", "value", "unit", "slot"],
            ]
        case .goals: [["id", "title", "created", "deadline"]]
        }
    }

    /// The table that a file with these first bytes is; nil for other files.
    package init?(beginning head: [UInt8]) {
        let end = head.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        var names: [String] = []
        // Columns of other tables can be damaged in any way.
        try? Self.forEachRow(of: Array(head[..<(end ?? head.count)])) { row in
            if names.isEmpty { names = DelimitedHeader(row).names }
        }
        let found = Self.allCases.first { table in
            table.beginnings.contains { names.starts(with: $0) }
        }
        guard let found else { return nil }
        self = found
    }

    /// Passes the rows after the names of the columns to `body`.
    package static func read(
        _ text: [UInt8], _ body: (Row) throws -> Void
    ) throws {
        var header: DelimitedHeader?
        try forEachRow(of: text) { row in
            if let header {
                try body(Row(header: header, fields: row))
            } else {
                header = DelimitedHeader(row)
            }
        }
    }

    private static func forEachRow(
        of text: [UInt8], _ body: (DelimitedRow) throws -> Void
    ) throws {
        var reader = DelimitedTextReader()
        try text.withUnsafeBytes { try reader.consume($0, body) }
        try reader.finish(body)
    }
}

extension TrackerTable {
    /// A row with the names of its columns, valid during the call that passes it.
    package struct Row {
        fileprivate let header: DelimitedHeader
        fileprivate let fields: DelimitedRow

        /// The number of its line, from 1.
        package var line: Int64 { fields.line }
        /// Its offset in bytes.
        package var offset: Int64 { fields.offset }
        /// The reason why the row is incomplete; nil for a sound row.
        package var damage: String? {
            if let damage = fields.damage { return damage.reason }
            guard fields.count != header.names.count else { return nil }
            return "it has \(fields.count) fields instead of \(header.names.count)"
        }

        /// The text of the first of the columns that the table has; nil if the field is empty.
        package func text(_ columns: String...) -> String? {
            guard let column = header.column(ofAny: columns) else { return nil }
            let text = tableText(ofField: fields[column])
            return text.isEmpty ? nil : text
        }

        /// The number of a column; nil if the field is empty.
        /// - Throws: ``Fault`` for other text.
        package func number(_ column: String) throws(Fault) -> Double? {
            guard let text = text(column) else { return nil }
            guard let number = header.column(column).flatMap(fields.number) else {
                throw Fault("its \(column) \"\(text.prefix(40))\" is not a number")
            }
            return number
        }

        /// The day of the first of the columns that the table has; nil if the field is empty.
        /// - Throws: ``Fault`` for other text.
        package func day(_ columns: String...) throws(Fault) -> CivilDate? {
            guard let column = columns.first(where: { header.column($0) != nil }),
                let text = text(column)
            else { return nil }
            guard let day = CivilDate(text) else {
                throw Fault("its \(column) \"\(text.prefix(40))\" is not a day as YYYY-MM-DD")
            }
            return day
        }

        /// The value of an enumeration in a column; nil if the field is empty.
        /// - Throws: ``Fault`` for other text.
        package func value<Value: RawRepresentable<String>>(
            _ column: String, as type: Value.Type
        ) throws(Fault) -> Value? {
            guard let text = text(column) else { return nil }
            guard let value = Value(rawValue: text) else {
                throw Fault("its \(column) \"\(text.prefix(40))\" is unknown")
            }
            return value
        }
    }

    /// The reason why a row is not imported, as a phrase such as `it has no name`.
    package struct Fault: Error, Hashable {
        package let reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }
}
