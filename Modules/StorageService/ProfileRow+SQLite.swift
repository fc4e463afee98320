import CivilTime
import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `profile`.
extension ProfileRow {
    private static let columns = "id, name, data_version, known_from"

    static func named(_ name: String, _ db: Database) throws -> ProfileRow {
        let find = try BulkStatement(
            db, "SELECT \(columns) FROM profile WHERE name = ?")
        try find.start(name)
        guard try find.next() else { throw StorageError.noProfile(name) }
        return ProfileRow(find)
    }

    static func all(_ db: Database) throws -> [ProfileRow] {
        let list = try BulkStatement(
            db, "SELECT \(columns) FROM profile ORDER BY name")
        try list.start()
        var rows: [ProfileRow] = []
        while try list.next() {
            rows.append(ProfileRow(list))
        }
        return rows
    }

    private init(_ row: borrowing BulkStatement) {
        self.init(
            id: row.int64(0), name: row.text(1), dataVersion: row.int64(2),
            firstVersion: row.int64(3))
    }

    static func name(of id: Int64, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "SELECT name FROM profile WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id])
    }

    static func addDefault(zone: String, _ db: Database) throws {
        guard try all(db).isEmpty else { return }
        _ = try add(CallMetadata.defaultProfile, zone: zone, firstVersion: 0, db)
    }

    static func add(_ name: String, zone: String, _ db: Database) throws -> ProfileRow {
        try add(name, zone: zone, firstVersion: unusedVersion(db), db)
    }

    private static func add(
        _ name: String, zone: String, firstVersion: Int64, _ db: Database
    ) throws -> ProfileRow {
        try db.execute(
            sql: "INSERT OR IGNORE INTO profile (name, data_version, known_from) VALUES (?, ?, ?)",
            arguments: [name, firstVersion, firstVersion])
        guard db.changesCount == 1 else { throw StorageError.profileExists(name) }
        let row = try named(name, db)
        try row.set(ZoneChange(from: nil, zone: zone), db)
        return row
    }

    func rename(to name: String, _ db: Database) throws -> ProfileRow {
        let version = try Self.unusedVersion(db)
        try db.execute(
            sql: """
                UPDATE OR IGNORE profile SET name = ?, data_version = ?, known_from = ? WHERE id = ?
                """, arguments: [name, version, version, id])
        guard db.changesCount == 1 else { throw StorageError.profileExists(name) }
        return try Self.named(name, db)
    }

    /// A version above that of every profile. Each increment of a version has a change in the log, so
    /// the next change number is such a version.
    private static func unusedVersion(_ db: Database) throws -> Int64 {
        try ChangeLog.latest(db) + 1
    }

    /// Removes the profile and its rows in all tables.
    func remove(_ db: Database) throws {
        for table in try Schema.profileTables(db) {
            try db.execute(sql: "DELETE FROM \(table) WHERE profile_id = ?", arguments: [id])
        }
        try db.execute(sql: "DELETE FROM profile WHERE id = ?", arguments: [id])
    }

    func incrementVersion(_ db: Database) throws -> Int64 {
        let version = dataVersion + 1
        try BulkStatement(db, "UPDATE profile SET data_version = ? WHERE id = ?").run(version, id)
        return version
    }

    /// The changes of the zone, oldest first.
    func zones(_ db: Database) throws -> [ZoneChange] {
        let list = try BulkStatement(
            db, "SELECT from_day, zone FROM profile_zone WHERE profile_id = ? ORDER BY from_day")
        try list.start(id)
        var zones: [ZoneChange] = []
        while try list.next() {
            let from = list.isNull(0) ? nil : CivilDate(days: list.int32(0))
            zones.append(ZoneChange(from: from, zone: list.text(1)))
        }
        return zones
    }

    /// Sets the zone from a day until the next change of the zone. Without a day it replaces all changes.
    func set(_ change: ZoneChange, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM profile_zone
                WHERE profile_id = ?1 AND (?2 IS NULL OR from_day = ?2)
                """,
            arguments: [id, change.from?.days])
        try db.execute(
            sql: "INSERT INTO profile_zone (profile_id, from_day, zone) VALUES (?, ?, ?)",
            arguments: [id, change.from?.days, change.zone])
    }

    func sampleCount(_ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT coalesce(sum(count), 0) FROM chunk WHERE profile_id = ?")
        return try Int.fetchOne(statement, arguments: [id]) ?? 0
    }
}
