/// A SQLite database with the tables, and views of samples and wide days.
///
/// Samples are stored by series, so that a row has four numbers; the view `samples` has the columns of
/// the table.
package actor SQLiteSink: ExportSink {
    private let database: ExportDatabase
    /// The statements by table.
    private var inserts: [String: ExportDatabase.Statement] = [:]
    private let seriesInsert: ExportDatabase.Statement
    private let sampleInsert: ExportDatabase.Statement
    private var seriesCount: Int64 = 0
    private var series: [[ExportValue]: Int64] = [:]

    package init(path: String) throws {
        database = try ExportDatabase(replacing: path, version: SQLiteSchema.version)
        do {
            try database.run(SQLiteSchema.tables)
            seriesInsert = try database.statement(inserting: 7, into: "series")
            sampleInsert = try database.statement(inserting: 4, into: "series_samples")
            for table in ExportTable.all where table != .samples {
                inserts[table.name] = try database.statement(
                    inserting: table.columns.count, into: table.name)
            }
        } catch {
            database.discard()
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
            .flag(run.isEntered), .text(run.resolution),
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
    }

    package func discard() { database.discard() }

    /// The number of a series, which is inserted with its first samples.
    private func number(of key: [ExportValue]) throws -> Int64 {
        if let known = series[key] { return known }
        seriesCount += 1
        try seriesInsert.run([.integer(seriesCount)] + key)
        series[key] = seriesCount
        return seriesCount
    }
}
