/// A table of exported data: its name and columns are a documented contract.
package struct ExportTable: Hashable, Sendable {
    package let name: String
    /// The content of a row, as a sentence.
    package let summary: String
    package let columns: [Column]

    package struct Column: Hashable, Sendable {
        package let name: String
        package let type: ColumnType
        /// The meaning of a value, with its unit.
        package let meaning: String
    }

    package enum ColumnType: Sendable {
        case flag, integer, number, text
        /// An instant: milliseconds since 1970 in a database, RFC 3339 in UTC in a text.
        case instant
    }
}

extension ExportTable.Column {
    static func text(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: .text, meaning: meaning)
    }
    static func number(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: .number, meaning: meaning)
    }
    static func integer(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: .integer, meaning: meaning)
    }
    static func flag(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: .flag, meaning: meaning)
    }
    static func instant(_ name: String, _ meaning: String) -> Self {
        Self(name: name, type: .instant, meaning: meaning)
    }
}
