import CivilTime
import GRDB
import Glibc
import RPC
package import StorageCore
import Tracker

/// The rows of profiles in a database file that no other process has open.
package final class SQLiteRows: MovableRows {
    package let path: String
    /// Nil for a file that is only read.
    private let writer: DatabaseQueue?

    /// Reads a file of the present schema.
    package init(reading path: String) {
        self.path = path
        writer = nil
    }

    /// Creates a file with an empty schema. Until ``finish(_:)`` its contents do not outlive a power cut.
    /// - Throws: `DatabaseError`, also if the file exists.
    package init(creating path: String) throws {
        self.path = path
        let previous = umask(0o077)
        defer { umask(previous) }
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA page_size = \(DatabaseFile.pageSize); PRAGMA synchronous = OFF")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try Schema.migrate(queue)
        writer = queue
    }

    package func profiles() async throws -> [MovedProfile] {
        let profiles = try queue { db in
            try ProfileRow.all(db).map { row in (row, try Self.lastNumbers(db)) }
        }
        return profiles.map(Self.profile)
    }

    package func profile(_ id: Int64) async throws -> MovedProfile? {
        try await profiles().first { $0.id == id }
    }

    private static func profile(
        _ row: ProfileRow, _ numbers: [NumberSpace: Int64]
    ) -> MovedProfile {
        MovedProfile(
            id: row.id, name: row.name, dataVersion: row.dataVersion, knownFrom: row.firstVersion,
            lastNumbers: numbers)
    }

    private static func lastNumbers(_ db: Database) throws -> [NumberSpace: Int64] {
        var numbers: [NumberSpace: Int64] = [:]
        for space in NumberSpace.allCases {
            numbers[space] =
                try Int64.fetchOne(
                    db, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                    arguments: [space.sqliteTable]) ?? 0
        }
        return numbers
    }

    private func queue<Value>(_ body: (Database) throws -> Value) throws -> Value {
        if let writer { return try writer.read(body) }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    package func read(
        _ table: MovedTable, of profile: Int64, _ body: ([MovedRow]) async throws -> Void
    ) async throws {
        let reader = try SQLiteRowReader(table, table.sqliteQuery, of: profile, in: path)
        while case let rows = try reader.next(), !rows.isEmpty { try await body(rows) }
    }

    package func replace(
        _ profile: MovedProfile, _ body: (any MovedRowWriter) async throws -> Void
    ) async throws {
        guard let writer else {
            throw Status(.failedPrecondition, "The database \(path) is open for reading only.")
        }
        try await writer.write { db in
            for table in try Schema.profileTables(db) {
                try db.execute(
                    sql: "DELETE FROM \"\(table)\" WHERE profile_id = ?", arguments: [profile.id])
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO profile (id, name, data_version, known_from)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [profile.id, profile.name, profile.dataVersion, profile.knownFrom])
            for (space, number) in profile.lastNumbers {
                try Self.raise(space.sqliteTable, to: number, db)
            }
        }
        try await body(SQLiteRowWriter(queue: writer, profile: profile.id))
    }

    /// Raises the last assigned number of a table.
    private static func raise(_ table: String, to number: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE sqlite_sequence SET seq = max(seq, :number) WHERE name = :table;
                INSERT INTO sqlite_sequence (name, seq) SELECT :table, :number
                    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = :table)
                """, arguments: ["table": table, "number": number])
    }

    /// Computes the checksums of the rows and syncs the file, which is complete then.
    package func finish() throws {
        guard let writer else { return }
        try writer.write { try RowSumStore.rebuild($0) }
        try writer.close()
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard file >= 0, fsync(file) == 0 else {
            throw DatabaseFault.disk(path: path, isWriting: true)
        }
    }
}

extension NumberSpace {
    /// The table whose numbers are assigned.
    fileprivate var sqliteTable: String {
        switch self {
        case .change: "change"
        case .series: "series"
        case .imports: "import"
        case .originals: "original"
        }
    }
}

/// Inserts rows of one profile, each page in a transaction.
private struct SQLiteRowWriter: MovedRowWriter {
    let queue: DatabaseQueue
    let profile: Int64

    func append(_ rows: [MovedRow], to table: MovedTable) async throws {
        try await queue.write { db in
            for row in rows { try insert(row, into: table, db) }
        }
    }

    private func insert(_ row: MovedRow, into table: MovedTable, _ db: Database) throws {
        for sql in table.sqliteInsertions(row) {
            let insertion = try BulkStatement(db, sql)
            try insertion.bind(profile, at: 1)
            for (index, value) in row.enumerated() {
                let place = Int32(clamping: index + 2)
                switch table.columns[index].name {
                case "id" where table == .entry || table == .displacedEntry:
                    try insertion.bind(EntryKey(Entry.ID(value.text ?? "")), at: place)
                case "activity" where table == .entry || table == .displacedEntry:
                    let number = try ActivityNumbers.ensureNumber(
                        of: Activity.ID(value.text ?? ""), profile: profile, db)
                    try insertion.bind(number, at: place)
                default: try insertion.bind(value, at: place)
                }
            }
            try insertion.runBound()
        }
    }
}

extension MovedValue: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        // GRDB's values have a method of the same name.
        func bind(_ value: some BulkValue) -> Int32 { value.bind(to: statement, at: index) }
        return switch self {
        case .null: bind(Int64?.none)
        case .integer(let value): bind(value)
        case .real(let value): bind(value)
        case .text(let value): bind(value)
        case .bytes(let value): bind(value)
        }
    }
}
