import Contracts
import GRDB
import HealthMetrics

/// Rows of `setting`.
enum SettingStore {
    static func all(of profile: Int64, _ db: Database) throws -> [String: String] {
        let list = try BulkStatement(db, "SELECT key, value FROM setting WHERE profile_id = ?")
        try list.start(profile)
        var values: [String: String] = [:]
        while try list.next() { values[list.text(0)] = list.text(1) }
        return values
    }

    static func value(of key: String, _ profile: Int64, _ db: Database) throws -> String? {
        let find = try BulkStatement(
            db, "SELECT value FROM setting WHERE profile_id = ? AND key = ?")
        try find.start(profile, key)
        return try find.next() ? find.text(0) : nil
    }

    /// The unit system in which metrics are displayed.
    static func units(of profile: Int64, _ db: Database) throws -> UnitSystem {
        try value(of: Settings.units, profile, db).flatMap(UnitSystem.init) ?? .metric
    }

    /// Stores a value. Nil removes the key.
    static func set(
        _ key: String, to value: String?, of profile: Int64, _ db: Database
    ) throws {
        guard let value else {
            try db.execute(
                sql: "DELETE FROM setting WHERE profile_id = ? AND key = ?",
                arguments: [profile, key])
            return
        }
        try db.execute(
            sql: """
                INSERT INTO setting (profile_id, key, value) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET value = excluded.value
                """, arguments: [profile, key, value])
    }
}
