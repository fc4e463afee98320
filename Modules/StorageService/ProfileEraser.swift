import Contracts
import GRDB
import Glibc
import RPC
import StorageCore

/// Removes a profile so that no file of a database has its data.
enum ProfileEraser {
    /// Removes the rows of a profile and its changes from the log. The default profile is added again,
    /// without data.
    static func remove(_ row: ProfileRow, _ db: Database) throws {
        let zone = try row.zones(db).last?.zone ?? "UTC"
        try row.remove(db)
        if row.name == CallMetadata.defaultProfile {
            _ = try ProfileRow.add(row.name, zone: zone, db)
        }
    }

    /// Removes a profile from a database that a restore has replaced.
    static func erase(_ profile: ErasedProfile, fromReplaced path: String) throws {
        try Schema.checkFile(path)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            let rows = try profile.rows(in: db)
            guard !rows.isEmpty else { return }
            let checksums = RowChecksums()
            try checksums.observe(db)
            for row in rows { try remove(row, db) }
            try checksums.flush(db)
            checksums.stop(db)
        }
        try queue.close()
        try compact(path)
    }

    /// Writes the file again without free space, and empties its write-ahead log. Other connections wait
    /// meanwhile.
    static func compact(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA secure_delete = ON; VACUUM")
            // SQLite does not wait for the checkpoint of another connection.
            let end = ContinuousClock.now + .seconds(checkpointSeconds)
            while try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? true {
                guard ContinuousClock.now < end else { throw DatabaseFault.locked(path: path) }
                usleep(100_000)
            }
        }
    }

    private static let checkpointSeconds = 60
}
