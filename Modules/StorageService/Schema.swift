import GRDB

/// The tables, and the steps that lead to them from every earlier version.
enum Schema {
    /// Ordered; a step that was released is never changed.
    private static let steps = [PackageResources.v1_initial_sql]

    /// - Throws: When the database is of a newer Dayline.
    static func migrate(_ writer: some DatabaseWriter) throws {
        try writer.write { db in
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found <= steps.count else {
                throw StorageError.newerSchema(found: found, supported: steps.count)
            }
            for step in steps[found...] {
                try db.execute(sql: String(decoding: step, as: UTF8.self))
            }
            try db.execute(sql: "PRAGMA user_version=\(steps.count)")
        }
    }
}
