import GRDBSQLite
import Glibc
import HostFiles
import RPC

/// A SQLite database with the tables, and views of samples and wide days.
///
/// Samples are stored by series, so that a row has four numbers; the view `samples` has the columns of
/// the table. The database is written in one transaction without a journal, into a file that replaces
/// the destination when it is complete.
package actor SQLiteSink: ExportSink {
    private let path: String
    private let temporary: String
    private let database: ExportDatabase
    /// The statements by table.
    private var inserts: [String: ExportDatabase.Statement] = [:]
    private let seriesInsert: ExportDatabase.Statement
    private let sampleInsert: ExportDatabase.Statement
    private var seriesCount: Int64 = 0
    private var series: [[ExportValue]: Int64] = [:]

    package init(path: String) throws {
        guard path != "-", !Files.isStream(path) else {
            throw Status(
                .invalidArgument, "A database cannot be written to \(path), which is a stream.",
                hint: "Give a file: dayline export --sqlite days.db")
        }
        self.path = Files.resolvingLinks(path)
        let (temporary, descriptor) = try Files.createTemporary(beside: self.path)
        close(descriptor)
        self.temporary = temporary
        do {
            database = try ExportDatabase(path: temporary)
            try database.run(SQLiteSchema.tables)
            seriesInsert = try database.statement(inserting: 6, into: "series")
            sampleInsert = try database.statement(inserting: 4, into: "series_samples")
            for table in ExportTable.all where table != .samples {
                inserts[table.name] = try database.statement(
                    inserting: table.columns.count, into: table.name)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    package func append(_ rows: [[ExportValue]], to table: ExportTable) throws {
        guard let insert = inserts[table.name] else { return }
        for row in rows { try insert.run(row) }
    }

    package func append(_ run: SampleRun) throws {
        let series = try number(of: [
            .text(run.metric), .text(run.unit), .text(run.source), .text(run.device),
            .flag(run.isEntered),
        ])
        for index in run.values.indices {
            try sampleInsert.run([
                .integer(series), .instant(run.starts[index]), .instant(run.ends[index]),
                ExportValue(run.values[index]),
            ])
        }
    }

    package func finish() throws {
        try database.run(SQLiteSchema.indices)
        seriesInsert.finalize()
        sampleInsert.finalize()
        for insert in inserts.values { insert.finalize() }
        try database.close()
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw OutputFile.unwritable(path)
        }
        try Files.syncFolder(of: path)
    }

    package func discard() { unlink(temporary) }

    /// The number of a series, which is inserted with its first samples.
    private func number(of key: [ExportValue]) throws -> Int64 {
        if let known = series[key] { return known }
        seriesCount += 1
        try seriesInsert.run([.integer(seriesCount)] + key)
        series[key] = seriesCount
        return seriesCount
    }
}
