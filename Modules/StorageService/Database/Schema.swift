import Contracts
import GRDB
import RPC
import Tracker

/// The tables, and the steps that lead to them from every earlier version.
enum Schema {
    /// By the version that they lead to; a step that was released is never changed.
    private static let steps: KeyValuePairs<Int, [UInt8]> = [
        1: PackageResources.v1_initial_sql,
        2: PackageResources.v2_sources_sql,
        3: PackageResources.v3_corrections_sql,
        4: PackageResources.v4_tracker_sql,
        5: PackageResources.v5_displaced_sql,
        6: PackageResources.v6_mood_sql,
        7: PackageResources.v7_rows_sql,
        8: PackageResources.v8_style_sql,
        9: PackageResources.v9_correlations_sql,
        10: PackageResources.v10_numbers_sql,
        11: PackageResources.v11_recent_sql,
        12: PackageResources.v12_following_sql,
        13: PackageResources.v13_checksums_sql,
    ]

    static let version = steps.reduce(0) { max($0, $1.key) }

    /// - Throws: When the database is of a newer Dayline, or somebody else's.
    /// `onUpgrade` is told of what is about to be done, when it is more than making tables.
    static func migrate(
        _ writer: some DatabaseWriter, onUpgrade: (String) -> Void = { _ in }
    ) throws {
        try writer.write { db in
            let found = try knownVersion(of: db)
            let isForeign =
                try found == 0
                && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema)") == true
            guard !isForeign else { throw DatabaseFault.notOurs }
            if found > 0, found < version {
                onUpgrade("the database is brought from version \(found) to \(version)")
            }
            db.add(function: rowDetail)
            db.add(function: entryKey)
            try DatabaseFile.withSortingInFiles(db) {
                for (number, step) in steps where number > found {
                    try db.execute(sql: String(decoding: step, as: UTF8.self))
                }
            }
            if found < version {
                try RowSumStore.rebuild(db)
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
    }

    /// The tables, views and triggers of a version by type and name, with what a trigger or a view does.
    static func objects(ofVersion version: Int) throws -> Set<String> {
        try DatabaseQueue().write { db in
            db.add(function: rowDetail)
            db.add(function: entryKey)
            for (number, step) in steps where number <= version {
                try db.execute(sql: String(decoding: step, as: UTF8.self))
            }
            return try objects(db)
        }
    }

    /// The tables, views and triggers of a database as ``objects(ofVersion:)`` names them.
    static func objects(_ db: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                db,
                sql: """
                    SELECT type || ' ' || name || iif(type = 'table', '', ': ' || sql) FROM sqlite_schema
                    WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite~_%' ESCAPE '~'
                    """))
    }

    /// What tells a row of health data from others, as the ninth step writes it beside each.
    private static let rowDetail = DatabaseFunction(
        "row_detail", argumentCount: 1, pure: true
    ) { values in
        let content = values.first.flatMap { String.fromDatabaseValue($0) } ?? ""
        return try JSONBody.decode(HealthRow.self, from: Bytes(content)).identity.detail
    }

    /// An entry's identifier, as the tenth step writes it.
    private static let entryKey = DatabaseFunction(
        "entry_key", argumentCount: 1, pure: true
    ) { values in
        let id = values.first.flatMap { String.fromDatabaseValue($0) } ?? ""
        return EntryKey(Entry.ID(id)).databaseValue
    }

    /// - Throws: When the database is of a newer Dayline, or of none.
    static func check(_ db: Database) throws {
        guard try knownVersion(of: db) > 0, try db.tableExists("profile") else {
            throw DatabaseFault.notOurs
        }
    }

    /// - Throws: When the database is not of this version.
    static func checkCurrent(_ db: Database) throws {
        try check(db)
        guard try knownVersion(of: db) == version else {
            throw DatabaseFault.queriesOnly(
                reason: "its tables are of an earlier version, and have to be written anew.")
        }
    }

    private static func knownVersion(of db: Database) throws -> Int {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found <= version else {
            throw DatabaseFault.newerSchema(found: found, supported: version)
        }
        return found
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
