import SQLiteWriter
import Testing

@testable import IngestionService

/// The tables of databases, compared with those that SQL statements created.
struct SQLiteTablesTests {
    private func tables(_ bytes: [UInt8]) -> [String] {
        SQLiteTables { offset, count in
            guard offset < bytes.count else { return [] }
            return Array(bytes[Int(offset)...].prefix(count))
        }.names
    }

    @Test(arguments: [0, 1, 7, 300])
    func `the tables of a schema of any length are found`(count: Int) throws {
        let columns = (0..<20).map { "column_\($0) INTEGER NOT NULL DEFAULT 0" }
            .joined(separator: ", ")
        let names = (0..<count).map { "table_\($0)" }
        let bytes = try databaseBytes(
            "PRAGMA page_size = 1024; VACUUM; "
                + names.map {
                    "CREATE TABLE \($0) (\(columns)); CREATE INDEX i_\($0) ON \($0) (column_1);"
                }
                .joined() + "PRAGMA user_version = 1;")

        #expect(Set(tables(bytes)) == Set(names))
    }

    @Test func `no damage of a schema is followed without end`() throws {
        let bytes = try databaseBytes(
            "PRAGMA page_size = 512; VACUUM; "
                + (0..<40).map { "CREATE TABLE t\($0) (a TEXT, b TEXT, c TEXT, d TEXT);" }.joined())

        for index in stride(from: 0, to: min(bytes.count, 4096), by: 13) {
            var damaged = bytes
            damaged[index] = 0xFF
            #expect(tables(damaged).count <= 4096)
            damaged[index] = UInt8(truncatingIfNeeded: index)
            #expect(tables(damaged).count <= 4096)
        }
        #expect(tables(Array(bytes.prefix(300))).isEmpty)
    }
}
