import CivilTime
import Contracts
import GRDB
import RPC

/// A row of `profile`.
struct ProfileRow: Sendable {
    var id: Int64
    var name: String
    var dataVersion: Int64

    static func named(_ name: String, _ db: GRDB.Database) throws -> ProfileRow {
        let statement = try db.cachedStatement(
            sql: "SELECT id, name, data_version FROM profile WHERE name = ?")
        guard let row = try Row.fetchOne(statement, arguments: [name]) else {
            throw StorageError.noProfile(name)
        }
        return ProfileRow(id: row[0], name: row[1], dataVersion: row[2])
    }

    static func name(of id: Int64, _ db: GRDB.Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT name FROM profile WHERE id = ?", arguments: [id])
    }

    static func makeDefault(zone: String, _ db: GRDB.Database) throws {
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM profile LIMIT 1") == nil else { return }
        _ = try add(CallMetadata.defaultProfile, zone: zone, db)
    }

    static func add(_ name: String, zone: String, _ db: GRDB.Database) throws -> Int64 {
        guard
            try Int.fetchOne(db, sql: "SELECT 1 FROM profile WHERE name = ?", arguments: [name])
                == nil
        else { throw StorageError.profileExists(name) }
        try db.execute(sql: "INSERT INTO profile (name) VALUES (?)", arguments: [name])
        let id = db.lastInsertedRowID
        try db.execute(
            sql: "INSERT INTO profile_zone (profile_id, from_day, zone) VALUES (?, NULL, ?)",
            arguments: [id, zone])
        return id
    }

    /// Oldest first.
    static func zones(of id: Int64, _ db: GRDB.Database) throws -> [ZoneChange] {
        let statement = try db.cachedStatement(
            sql: "SELECT from_day, zone FROM profile_zone WHERE profile_id = ? ORDER BY from_day")
        return try Row.fetchAll(statement, arguments: [id]).map { row in
            let day: Int32? = row[0]
            return ZoneChange(from: day.map(CivilDate.init(days:)), zone: row[1])
        }
    }

    static func raiseVersion(of id: Int64, _ db: GRDB.Database) throws -> Int64 {
        try db.execute(
            sql: "UPDATE profile SET data_version = data_version + 1 WHERE id = ?",
            arguments: [id])
        return try Int64.fetchOne(
            db, sql: "SELECT data_version FROM profile WHERE id = ?", arguments: [id]) ?? 0
    }
}
