import CivilTime
import HostFiles
import RPC
import Texts

/// A folder with a CSV file (RFC 4180) for each table.
package actor CSVSink: ExportSink {
    private let files: [String: OutputFile]

    /// - Throws: FAILED_PRECONDITION if the folder cannot be created or written to.
    package init(folder: String) throws {
        if Files.canonicalPath(folder) == nil { try Files.createPrivateFolder(folder) }
        var files: [String: OutputFile] = [:]
        do {
            for table in ExportTable.all {
                let file = try OutputFile("\(folder)/\(table.name).csv")
                files[table.name] = file
                try file.append(Self.line(table.columns.map { .text($0.name) }))
            }
        } catch {
            for file in files.values { file.discard() }
            throw error
        }
        self.files = files
    }

    package func append(_ rows: [[ExportValue]], to table: ExportTable) throws {
        guard let file = files[table.name] else { return }
        for row in rows { try file.append(Self.line(row)) }
    }

    package func finish() throws {
        for table in ExportTable.all { try files[table.name]?.finish() }
    }

    package func discard() {
        for file in files.values { file.discard() }
    }

    private static func line(_ row: [ExportValue]) -> String.UTF8View {
        (row.map(field).joined(separator: ",") + "\r\n").utf8
    }

    private static func field(_ value: ExportValue) -> String {
        switch value {
        case .null: ""
        case .flag(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .number(let number): numberText(number)
        case .text(let text): tableField(text)
        case .instant(let milliseconds): instantText(milliseconds)
        }
    }
}
