import CivilTime
import JSON

/// A file with a JSON object a line: the name of the table as `table`, and the values that are not
/// null by column.
package actor LineSink: ExportSink {
    private let file: OutputFile

    /// - Parameter path: The file; `-` is standard output.
    /// - Throws: FAILED_PRECONDITION if the file cannot be created.
    package init(path: String) throws {
        file = try OutputFile(path)
    }

    package func append(_ rows: [[ExportValue]], to table: ExportTable) throws {
        for row in rows {
            var writer = JSONWriter()
            writer.append(raw: "{\"table\":\"\(table.name)\"")
            for (column, value) in zip(table.columns, row) where value != .null {
                writer.append(raw: ",\"\(column.name)\":")
                Self.append(value, to: &writer)
            }
            writer.append(raw: "}\n")
            try file.append(writer.bytes)
        }
    }

    package func finish() throws { try file.finish() }

    package func discard() { file.discard() }

    private static func append(_ value: ExportValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.append(raw: "null")
        case .flag(let flag): writer.append(raw: flag ? "true" : "false")
        case .integer(let number): writer.append(raw: String(number))
        case .number(let number): writer.append(raw: numberText(number))
        case .text(let text): writer.append(text: text)
        case .instant(let milliseconds): writer.append(raw: "\"\(instantText(milliseconds))\"")
        }
    }
}
