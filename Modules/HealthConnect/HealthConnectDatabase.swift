import SQLiteFiles

/// The tables of an export. Their names and columns differ between versions of Android, so that a query
/// names only what is there.
final class HealthConnectDatabase {
    private let file: SQLiteFile
    let version: Int
    /// The tables that were read.
    private(set) var readTables: Set<String> = []
    /// Reports damage of a table: the rest of it is not read.
    var reportDamage: (_ table: String, _ reason: String) throws -> Void = { _, _ in }
    /// Called for each 4,096 rows.
    var reportProgress: () throws -> Void = {}
    private var rows = 0

    private static let rowsOfProgress = 4096

    init(_ file: SQLiteFile) {
        self.file = file
        // A database whose header cannot be read has no tables either.
        version = Int((try? file.userVersion()) ?? 0)
    }

    /// True if the database has tables of records.
    var isExport: Bool {
        hasTable("application_info_table")
            && file.tables.keys.contains { $0.hasSuffix("_record_table") }
    }

    /// The tables of records that no query named, sorted.
    var otherTables: [String] {
        file.tables.keys.filter {
            ($0.hasSuffix(Self.recordSuffix) || $0.hasSuffix("recordtable"))
                && !readTables.contains($0)
        }.sorted()
    }

    /// The end of the names of most tables of records.
    static let recordSuffix = "_record_table"

    /// The tables of records that queries named, sorted.
    var readRecordTables: [String] {
        readTables.filter { $0.hasSuffix(Self.recordSuffix) }.sorted()
    }

    func hasTable(_ name: String) -> Bool { file.tables[name.lowercased()] != nil }

    func has(_ column: String, in table: String) -> Bool {
        file.tables[table.lowercased()]?.contains(column.lowercased()) == true
    }

    /// The columns of a table as parts of a query; one that the table lacks is NULL.
    private func expressions(
        _ columns: [String], in table: String, as alias: String
    ) -> [String] {
        columns.map { $0 == "rowid" || has($0, in: table) ? "\(alias).\($0)" : "NULL" }
    }

    /// Calls `body` with each row of a table, with these columns; one that the table lacks is NULL. A
    /// table that is not there has no rows.
    func read(
        _ table: String, _ columns: [String], of parent: Int64? = nil,
        sortedBy order: String? = nil,
        _ body: (SQLiteFile.Row) throws -> Void
    ) throws {
        guard hasTable(table) else { return }
        readTables.insert(table.lowercased())
        let names = expressions(columns, in: table, as: "t")
        var query = "SELECT \(names.joined(separator: ", ")) FROM \(table) AS t"
        if parent != nil { query += " WHERE t.parent_key = ?" }
        if let order { query += " ORDER BY t.\(order)" }
        try run(query, parent.map { [$0] } ?? [], table, body)
    }

    /// Calls `body` with these columns of one row of a table.
    func read(
        _ table: String, _ columns: [String], row: Int64, _ body: (SQLiteFile.Row) throws -> Void
    ) throws {
        let names = expressions(columns, in: table, as: "t")
        try run(
            "SELECT \(names.joined(separator: ", ")) FROM \(table) AS t WHERE t.row_id = ?", [row],
            table, body)
    }

    /// Calls `body` with each row of a table of parts: its columns, and those of the record that it
    /// belongs to. A part without a record has NULL in the columns of the record.
    func read(
        _ parts: String, _ columns: [String], with records: String, _ recordColumns: [String],
        _ body: (SQLiteFile.Row) throws -> Void
    ) throws {
        guard hasTable(parts), hasTable(records) else { return }
        readTables.formUnion([parts.lowercased(), records.lowercased()])
        let names =
            expressions(columns, in: parts, as: "t")
            + expressions(recordColumns, in: records, as: "r")
        try run(
            "SELECT \(names.joined(separator: ", ")) FROM \(parts) AS t "
                + "LEFT JOIN \(records) AS r ON r.row_id = t.parent_key", [], parts, body)
    }

    /// Number of rows of a table.
    func count(_ table: String) throws -> Int {
        var count = 0
        let name = table.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        try run("SELECT count(*) FROM \"\(name)\"", [], table) { count = Int($0.integer(0) ?? 0) }
        return count
    }

    private func run(
        _ query: String, _ parameters: [Int64], _ table: String,
        _ body: (SQLiteFile.Row) throws -> Void
    ) throws {
        do {
            try file.forEachRow(query, parameters) { row in
                rows += 1
                if rows.isMultiple(of: Self.rowsOfProgress) { try reportProgress() }
                try body(row)
            }
        } catch let problem as SQLiteFileError {
            try reportDamage(table, problem.reason)
        }
    }
}
