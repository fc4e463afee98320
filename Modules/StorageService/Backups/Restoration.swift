import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles
import StorageCore

/// Replaces the database by a copy before the database is opened.
///
/// The restore command places the copy beside the database under a reserved name. The replaced database
/// is renamed. An interrupted restoration is completed at the next start.
enum Restoration {
    /// An upper bound of the versions that an unreadable database may have issued beyond the copy's.
    private static let unknownVersions: Int64 = 1 << 32

    /// Performs a pending restoration. `now` is in milliseconds since 1970.
    /// - Throws: If the copy cannot be used. The copy is then renamed, and the database is unchanged.
    static func perform(at path: String, now: Int64) throws {
        let copy = path + Home.restoreSuffix
        guard access(copy, F_OK) == 0 else { return }
        do {
            _ = try Backup.examine(copy)
            try BackupPhotos.extract(from: copy, to: PhotoFolder(database: path))
            try raiseVersions(in: copy, beyond: path, now: now)
        } catch {
            rename(copy, copy + ".refused")
            throw error
        }
        _ = try ReplacedDatabases(database: path).renameFiles(at: now)
        CommitRecord.remove(database: path)
        guard rename(copy, path) == 0 else {
            throw DatabaseFault.unusable(path: path, reason: "the copy cannot be renamed to it")
        }
        try Files.syncFolder(of: path)
    }

    /// Raises all versions and numbers of the copy above those that the replaced database issued, so that
    /// no cached answer is taken for current, and logs the restoration for each profile.
    private static func raiseVersions(in copy: String, beyond path: String, now: Int64) throws {
        let own = try newest(in: copy)
        let acknowledged = CommitRecord.read(database: path)?.number ?? 0
        let issued = newestIssued(at: path) ?? own + unknownVersions
        let version = max(own, issued, acknowledged) + 1
        let queue = try DatabaseQueue(path: copy)
        try queue.write { db in
            let checksums = RowChecksums()
            try checksums.observe(db)
            try raiseVersions(to: version, now: now, db)
            try checksums.flush(db)
            checksums.stop(db)
        }
        try queue.close()
    }

    /// Raises all versions to `version` and the next number above it, and logs that for each profile.
    static func raiseVersions(to version: Int64, now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE profile SET data_version = ?1, known_from = ?1", arguments: [version])
        try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'change'")
        try db.execute(
            sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)",
            arguments: [version])
        try db.execute(
            sql: """
                INSERT INTO change (profile_id, profile, at, who, kind, key)
                SELECT id, name, ?, 'person', ?, name FROM profile
                """, arguments: [now, Changes.restoredKind])
    }

    /// The greatest version or number of the present database; 0 without one, nil if it cannot be read.
    private static func newestIssued(at path: String) -> Int64? {
        guard !DatabaseFile.hasOrphanLog(path) else { return nil }
        return access(path, F_OK) == 0 ? try? newest(in: path) : 0
    }

    /// The greatest version or number that a database has issued.
    private static func newest(in path: String) throws -> Int64 {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            let version = try Int64.fetchOne(db, sql: "SELECT max(data_version) FROM profile") ?? 0
            return max(version, try ChangeLog.latest(db))
        }
    }
}
