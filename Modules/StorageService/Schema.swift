import GRDB

/// The tables, and the steps that lead to them from every earlier version.
enum Schema {
    /// Ordered; a step that was released is never changed.
    private static let steps = [
        PackageResources.v1_initial_sql, PackageResources.v2_sources_sql,
    ]

    static var version: Int { steps.count }

    /// - Throws: When the database is of a newer Dayline, or somebody else's.
    static func migrate(_ writer: some DatabaseWriter) throws {
        try writer.write { db in
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found <= version else {
                throw StorageError.newerSchema(found: found, supported: version)
            }
            let isForeign =
                try found == 0
                && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema)") == true
            guard !isForeign else { throw StorageError.notOurs }
            for step in steps[found...] {
                try db.execute(sql: String(decoding: step, as: UTF8.self))
            }
            if found < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
        }
    }

    /// Every table that holds rows of a profile.
    static func profileTables(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema AS entry WHERE type = 'table' AND EXISTS (
                    SELECT 1 FROM pragma_table_info(entry.name) WHERE name = 'profile_id')
                """)
    }
}
