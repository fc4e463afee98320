import GRDB
import Glibc

/// The tables of the database and the migrations to them.
///
/// `application_id` marks a database of Dayline, and `user_version` is the version of its schema. Databases
/// from before the first release lack the mark and have versions of their own; they are refused.
enum Schema {
    /// Migrations by the version that results. A migration that was released is never changed.
    private static let migrations: KeyValuePairs<Int, [UInt8]> = [
        1: PackageResources.schema_sql, 2: PackageResources.import_additions_sql,
    ]

    static let version = migrations.reduce(0) { max($0, $1.key) }

    /// "Dayl" in ASCII.
    static let applicationID: Int32 = 0x4461_796C

    /// Migrates a database to ``version``. `onUpgrade` is called with a phrase for people before a migration
    /// of tables with rows.
    /// - Throws: `DatabaseFault` if the database cannot be migrated; see ``knownVersion(of:)``.
    static func migrate(
        _ writer: some DatabaseWriter, onUpgrade: (String) -> Void = { _ in }
    ) throws {
        try writer.write { db in
            let found = try knownVersion(of: db)
            guard found < version else { return }
            if found > 0 {
                onUpgrade("the database is migrated from schema version \(found) to \(version)")
            }
            try run(from: found, to: version, db)
            // Later versions only add empty tables, and a sum of a damaged row must stay.
            if found == 0 { try RowSumStore.rebuild(db) }
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(version)
                    """)
        }
    }

    /// - Throws: `DatabaseFault` if the file at `path` cannot be migrated. The file is opened read-only; a
    ///   missing or empty file passes.
    static func checkFile(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return }
        var configuration = Configuration()
        // A database whose creation was interrupted has a rollback journal, which only a connection that may
        // write can apply.
        configuration.readonly = stat(path + "-journal", &status) != 0
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        _ = try queue.read { try knownVersion(of: $0) }
    }

    /// The tables, views and triggers of a schema version, named as by ``objects(_:)``.
    static func objects(ofVersion version: Int) throws -> Set<String> {
        try DatabaseQueue().write { db in
            try run(from: 0, to: version, db)
            return try objects(db)
        }
    }

    /// The tables, views and triggers of a database as type and name, with the SQL of views and triggers.
    static func objects(_ db: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                db,
                sql: """
                    SELECT type || ' ' || name || iif(type = 'table', '', ': ' || sql) FROM sqlite_schema
                    WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
                    """))
    }

    private static func run(from found: Int, to version: Int, _ db: Database) throws {
        for (number, migration) in migrations where number > found && number <= version {
            try db.execute(sql: String(decoding: migration, as: UTF8.self))
        }
    }

    /// - Throws: `DatabaseFault` if the database was not written by a release of Dayline up to this one.
    static func check(_ db: Database) throws {
        guard try knownVersion(of: db) > 0, try db.tableExists("profile") else {
            throw DatabaseFault.otherProgram
        }
    }

    /// - Throws: `DatabaseFault` if the database does not have the present schema version.
    static func checkCurrent(_ db: Database) throws {
        try check(db)
        guard try knownVersion(of: db) == version else {
            throw DatabaseFault.queriesOnly(
                reason: "its schema has an earlier version and has to be migrated.")
        }
    }

    /// The version of the schema; 0 for an empty database.
    /// - Throws: `DatabaseFault` for a newer version, a development schema or another program's database.
    private static func knownVersion(of db: Database) throws -> Int {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let mark = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let isEmpty =
            try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") == true
        if mark == applicationID {
            guard found <= version else {
                throw DatabaseFault.newerSchema(found: found, supported: version)
            }
            guard found > 0 else { throw DatabaseFault.otherProgram }
            return found
        }
        if isEmpty, mark == 0, found == 0 { return 0 }
        let isDevelopment =
            try mark == 0 && found > 0
            && ["profile", "profile_zone", "series"].allSatisfy { try db.tableExists($0) }
        throw isDevelopment ? DatabaseFault.developmentSchema(found: found) : .otherProgram
    }

    /// The tables with rows of a profile.
    static func profileTables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema AS entry WHERE type = 'table' AND EXISTS (
                    SELECT 1 FROM pragma_table_info(entry.name) WHERE name = 'profile_id')
                """)
    }
}
