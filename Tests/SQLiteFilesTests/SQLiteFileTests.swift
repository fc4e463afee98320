import GRDBSQLite
import Glibc
import SQLiteFiles
import Testing

@Suite struct SQLiteFileTests {
    /// An open descriptor of a database that has no name any more.
    private static func descriptor(_ sql: String) throws -> Int32 {
        var template = Array("/tmp/dayline-sqlite-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        var handle: OpaquePointer?
        try #require(sqlite3_open(template, &handle) == SQLITE_OK)
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(handle)
        unlink(template)
        return descriptor
    }

    @Test func `a database is read through its descriptor`() throws {
        let descriptor = try Self.descriptor(
            "PRAGMA user_version = 12; CREATE TABLE Marks (ID integer, note text, value real);"
                + "INSERT INTO Marks VALUES (1, 'a', 0.5), (2, NULL, 3), (3, '7', 'x');"
                + "CREATE VIEW Shown AS SELECT * FROM Marks;")
        defer { close(descriptor) }

        let file = try SQLiteFile(descriptor: descriptor)
        var rows: [String] = []
        try file.forEachRow("SELECT id, note, value FROM marks") { row in
            let number = row.number(2).map { "\($0)" } ?? "-"
            rows.append("\(row.integer(0) ?? 0) \(row.text(1) ?? "-") \(number)")
        }

        #expect(try file.userVersion() == 12)
        #expect(file.tables == ["marks": ["id", "note", "value"]])
        #expect(rows == ["1 a 0.5", "2 - 3.0", "3 7 -"])
    }

    @Test func `a database with a write-ahead log is read without it`() throws {
        let descriptor = try Self.descriptor(
            "PRAGMA journal_mode = WAL; CREATE TABLE a (b); INSERT INTO a VALUES (1);")
        defer { close(descriptor) }

        let file = try SQLiteFile(descriptor: descriptor)
        var count = 0
        try file.forEachRow("SELECT b FROM a") { _ in count += 1 }

        #expect(count == 1)
    }

    @Test func `nothing is written to the file`() throws {
        let descriptor = try Self.descriptor("CREATE TABLE a (b);")
        defer { close(descriptor) }

        let file = try SQLiteFile(descriptor: descriptor)

        let error = #expect(throws: SQLiteFileError.self) {
            try file.forEachRow("INSERT INTO a VALUES (1)") { _ in }
        }
        #expect(error?.reason == "attempt to write a readonly database")
    }

    @Test func `damage ends the rows with its reason`() throws {
        let descriptor = try Self.descriptor(
            """
            CREATE TABLE a (b); WITH RECURSIVE n(i) AS
              (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO a SELECT printf('%0100d', i) FROM n;
            """)
        defer { close(descriptor) }
        var zeros = [UInt8](repeating: 0, count: 4096)
        #expect(pwrite(descriptor, &zeros, zeros.count, 20 * 4096) == zeros.count)

        let file = try SQLiteFile(descriptor: descriptor)
        var count = 0

        #expect(throws: SQLiteFileError.self) {
            try file.forEachRow("SELECT b FROM a") { _ in count += 1 }
        }
        #expect(count > 0 && count < 3000)
    }

    @Test func `a file that is not a database is an error`() throws {
        let descriptor = try Self.descriptor("")
        defer { close(descriptor) }
        var text = Array("no database at all, but long enough for a header of 100 bytes".utf8)
        text += text
        #expect(pwrite(descriptor, text, text.count, 0) == text.count)

        #expect(throws: SQLiteFileError.self) {
            _ = try SQLiteFile(descriptor: descriptor)
        }
    }
}
