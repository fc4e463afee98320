import PluginKit
import SQLiteFiles

extension SampleBatches {
    /// Calls `body`, which reads the rows of a table. After a damaged page the import counts as truncated.
    /// `size` is that of the database.
    mutating func readDamagedTable(
        of size: Int64, _ body: (inout SampleBatches) throws -> Void
    ) throws {
        do {
            try body(&self)
        } catch let error as SQLiteFileError {
            reportTruncation("the database is damaged: \(error.reason)", at: size)
        }
    }
}
