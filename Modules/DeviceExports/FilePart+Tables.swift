package import DelimitedText
package import PluginKit

extension FilePart {
    /// Reads the file of an export as a table. `body` gets each row behind the header row; damaged rows
    /// are quarantined as `type`.
    ///
    /// Damage of the file is reported with its name, and does not end the import of other files.
    /// `skippedRows` are rows before the header row.
    package func readTable(
        into batches: inout SampleBatches, type: String, skippedRows: Int = 0,
        progress: ExportProgress,
        _ body: (inout SampleBatches, DelimitedRow, DelimitedHeader) throws -> Void
    ) throws {
        var reader = DelimitedTextReader()
        var header: DelimitedHeader?
        var skipped = 0
        func receive(_ row: DelimitedRow) throws {
            guard let header else {
                if skipped < skippedRows { skipped += 1 } else { header = DelimitedHeader(row) }
                return
            }
            if let damage = row.damage {
                return try batches.quarantine(
                    ItemLocation(row), type: type, reason: damage.reason)
            }
            try body(&batches, row, header)
        }
        var bytes: Int64 = 0
        do {
            let ending = try read { block in
                try reader.consume(block, receive)
                bytes += Int64(block.count)
                try progress.report(bytes, to: &batches)
            }
            try reader.finish(receive)
            if case .damaged(let reason) = ending {
                batches.reportTruncation(located(reason), at: bytes)
            }
        } catch let problem as ImportProblem {
            try batches.report(
                located(problem.message), at: ItemLocation(offset: 0, line: 0, text: ""))
        }
    }
}

extension ItemLocation {
    package init(_ row: DelimitedRow) {
        self.init(offset: row.offset, line: row.line, text: row.text)
    }
}
