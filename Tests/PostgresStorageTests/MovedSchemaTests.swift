import Contracts
import Foundation
import GRDBSQLite
import PostgresClient
import PostgresServer
import PostgresStorage
import RPC
import StorageCore
import StorageService
import StorageTestKit
import Testing

/// A table or a column that a version of a schema adds is moved, or named with a reason why not.
@Suite(.temporaryStorage) struct MovedSchemaTests {
    /// The columns of SQLite with another name, and those that both engines fill themselves.
    private static let sqliteNames = ["start": "start_at", "end": "end_at"]
    private static let ownColumns = [
        "import": ["id", "state", "is_published", "instance", "version"], "series": ["id"],
        "original": ["id", "instance"],
        "change": ["caller_reply"],
    ]

    @Test func `each table of SQLite is moved or has a reason why not`() async throws {
        let storage = try await TemporaryStorage()
        storage.service.close()
        let names = try rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
            storage.path)

        check(names, MovedTable.otherSQLiteTables)
        for table in MovedTable.all where names.contains(table.name) {
            let columns = try rows(
                "SELECT name FROM pragma_table_info('\(table.name)')", storage.path)
            check(columns.map { Self.sqliteNames[$0] ?? $0 }, of: table)
        }
    }

    @Test func `each table of PostgreSQL is moved or has a reason why not`() async throws {
        let storage = try await TemporaryPostgresStorage()
        let connection = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: .seconds(30))
        defer { connection.close() }
        let columns = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT table_name::text, column_name::text FROM information_schema.columns
                    WHERE table_schema = 'dayline'
                    """)
            ], within: .seconds(30))[0].rows.map { (table: try $0.text(0), name: try $0.text(1)) }
        let tables = Set(columns.map(\.table))

        check(Array(tables), MovedTable.otherPostgresTables)
        for table in MovedTable.all where tables.contains(table.name) {
            check(columns.filter { $0.table == table.name }.map(\.name), of: table)
        }
    }

    private func check(_ names: [String], _ others: [String: String]) {
        let moved = Set(MovedTable.all.map(\.name))
        #expect(Set(names).subtracting(moved).subtracting(others.keys) == [])
        #expect(Set(others.keys).subtracting(names) == [])
        #expect(!others.values.contains(""))
    }

    private func check(_ columns: [String], of table: MovedTable) {
        let own = Set(Self.ownColumns[table.name] ?? []).union(["profile_id"])
        let moved = Set(table.columns.map(\.name)).subtracting(own)
        // The identifiers of SQLite's rows have the names of columns of their profile in PostgreSQL.
        let identifiers: Set<String> = ["series_id", "import_id", "original_id"]
        #expect(
            Set(columns).subtracting(own).symmetricDifference(moved).subtracting(
                columns.contains("id") ? identifiers : []) == [], "\(table.name)")
    }

    private func rows(_ sql: String, _ path: String) throws -> [String] {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        try #require(sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK)
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(String(cString: try #require(sqlite3_column_text(statement, 0))))
        }
        return rows
    }
}
