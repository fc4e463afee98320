import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles

/// Putting a copy in the place of the database, before it is opened.
///
/// The copy waits beside the database under a name of its own; that it is there is the wish. The old
/// database is kept aside. When this is interrupted, the next start goes on where it was.
enum Restoration {
    private static let companions = ["", "-wal", "-shm"]
    /// Versions that somebody may hold of a database that cannot be read any more.
    private static let unknownVersions: Int64 = 1 << 32

    /// Does what is waiting to be done. `now` is in milliseconds since 1970.
    /// - Throws: When the copy is no good; it is put aside then, and the database stays.
    static func perform(at path: String, now: Int64) throws {
        let copy = path + Home.restorationSuffix
        guard access(copy, F_OK) == 0 else { return }
        do {
            _ = try Backup.examine(copy)
            try raiseVersions(in: copy, beyond: path, now: now)
        } catch {
            rename(copy, copy + ".refused")
            throw error
        }
        let kept = freeName(
            "\(ReplacedDatabases.prefix(of: path))\(ReplacedDatabases.stamp(of: now))")
        for companion in companions { rename(path + companion, kept + companion) }
        CommitRecord.remove(database: path)
        guard rename(copy, path) == 0 else {
            throw DatabaseFault.unusable(path: path, reason: "the copy cannot take its place")
        }
        try Files.syncFolder(of: path)
    }

    /// The name, or with a number behind it where a database is kept under it already.
    private static func freeName(_ name: String) -> String {
        guard access(name, F_OK) == 0 else { return name }
        var number = 2
        while access("\(name)-\(number)", F_OK) == 0 { number += 1 }
        return "\(name)-\(number)"
    }

    /// Makes all versions and numbers of the copy greater than any that was given out, and has the log of
    /// each profile say so: somebody may hold what was read at one of them.
    private static func raiseVersions(in copy: String, beyond path: String, now: Int64) throws {
        let own = try newest(in: copy)
        let acknowledged = CommitRecord.read(database: path)?.number ?? 0
        let given = newestIssued(at: path) ?? own + unknownVersions
        let version = max(own, given, acknowledged) + 1
        let queue = try DatabaseQueue(path: copy)
        try queue.write { db in
            // A backup of an earlier version gets its checksums with its new tables.
            let checksums = try db.tableExists("row_checksum") ? RowChecksums() : nil
            try checksums?.observe(db)
            try raise(to: version, now: now, db)
            try checksums?.flush(db)
            checksums?.stop(db)
        }
        try queue.close()
    }

    /// Makes all versions and the next number greater than `version`, and has the log of each profile say so.
    static func raise(to version: Int64, now: Int64, _ db: Database) throws {
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

    /// What the database that is there has given out: 0 when there is none, nil when it cannot be read.
    private static func newestIssued(at path: String) -> Int64? {
        guard !DatabaseFile.hasOrphanLog(path) else { return nil }
        return access(path, F_OK) == 0 ? try? newest(in: path) : 0
    }

    /// The greatest version or number that a database has given out.
    private static func newest(in path: String) throws -> Int64 {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            let version = try Int64.fetchOne(db, sql: "SELECT max(data_version) FROM profile") ?? 0
            return max(version, try ChangeLog.latest(db))
        }
    }
}
