import CivilTime
import Contracts
import GRDB
import StorageCore

/// Rows of `missing_change`: acknowledged changes that were not in the database at a start.
enum MissingChanges {
    /// Compares the change log with the record of the last acknowledged change. Records a missing range, and
    /// raises numbers and versions above it so that none is issued twice.
    static func record(
        since record: AcknowledgedChange?, now: Int64, _ db: Database
    ) throws {
        guard let record else { return }
        let latest = try ChangeLog.latest(db)
        let stored = try AcknowledgedChange.stored(record.number, db)
        // Removing a profile deletes its changes, so a missing row below the newest number is valid.
        guard record.number > latest || stored.map({ $0 != record }) == true else { return }
        let first = min(latest + 1, record.number)
        let before = try Int64.fetchOne(
            db, sql: "SELECT at FROM change WHERE number < ? ORDER BY number DESC LIMIT 1",
            arguments: [first])
        try db.execute(
            sql: "INSERT OR REPLACE INTO missing_change VALUES (?, ?, ?, ?, ?)",
            arguments: [first, record.number, before ?? 0, record.at, now])
        let version = try Int64.fetchOne(db, sql: "SELECT max(data_version) FROM profile") ?? 0
        // Each lost change may have incremented a version.
        let lost = record.number - first + 1
        try Restoration.raiseVersions(
            to: max(latest, record.number, version) + lost + 1, now: now, db)
    }

    /// The finding of a repair that deletes the rows; nil without rows.
    static func acceptance(_ db: Database) throws -> Checkups.Check? {
        let missing = try all(db)
        guard !missing.isEmpty else { return nil }
        return Checkups.Check(
            "missing", ok: true,
            missing.map(\.sentence).joined(separator: " ") + " They are no longer reported.",
            isLossy: true)
    }

    static func all(_ db: Database) throws -> [Checkups.MissingChanges] {
        let list = try BulkStatement(
            db, "SELECT first, last, since, until FROM missing_change ORDER BY first")
        try list.start()
        var missing: [Checkups.MissingChanges] = []
        while try list.next() {
            missing.append(
                Checkups.MissingChanges(
                    first: list.int64(0), last: list.int64(1),
                    since: list.int64(2) == 0 ? nil : instantText(list.int64(2)),
                    until: instantText(list.int64(3))))
        }
        return missing
    }
}
