import Contracts
import GRDB
import HealthMetrics
import RPC
import StorageCore

/// The checks of the database that do not decode chunks.
enum Checkup {
    typealias Check = Checkups.Check

    /// Runs all checks, the most important first. A check that throws is reported as failed, and the others
    /// still run. `isQuick` leaves out the checks that read every row.
    static func run(isQuick: Bool, _ db: Database) -> [Check] {
        let checks: [(name: String, body: () throws -> Check)] = [
            ("integrity", { try integrity(isQuick: isQuick, db) }),
            ("references", { try references(db) }),
            ("leftovers", { try leftovers(db) }),
            ("reports", { try importCounts(db) }),
            ("versions", { try versions(db) }),
            ("changes", { try changes(db) }),
        ]
        let slow = isQuick ? [] : [("rows", { try RowCheckup.check(db) })]
        return (checks + slow).map { name, body in
            do {
                return try body()
            } catch {
                let reason = (error as? DatabaseError)?.message ?? Status(describing: error).message
                return Check(name, ok: false, "The check failed: \(reason).")
            }
        }
    }

    /// Deletes unreferenced rows and recorded missing changes, and marks the days of profiles whose metrics
    /// are stale without being dirty.
    static func repair(_ db: Database) throws -> [DirtyMetric] {
        for leftover in leftoverKinds { try db.execute(sql: "DELETE FROM " + leftover.rows) }
        try db.execute(sql: "DELETE FROM missing_change")
        var dirty: [DirtyMetric] = []
        for profile in try ProfileRow.all(db) {
            let isStuck = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM (\(stuckMetrics)) WHERE profile_id = ?)",
                arguments: [profile.id])
            guard isStuck == true else { continue }
            let everything = try DirtyDays.everything(
                of: profile.id, on: .all, version: try profile.incrementVersion(db), db)
            dirty += try DirtyDays.mark(everything, db)
        }
        return dirty
    }

    /// The quick check does not compare indexes with their tables.
    private static func integrity(isQuick: Bool, _ db: Database) throws -> Check {
        let check = isQuick ? "quick_check" : "integrity_check"
        let findings = try String.fetchAll(db, sql: "PRAGMA \(check)(5)")
        guard findings != ["ok"] else {
            return Check("integrity", ok: true, "SQLite finds nothing wrong with the file.")
        }
        return Check(
            "integrity", ok: false,
            "SQLite finds: \(findings.joined(separator: "; ")). Restore a backup with: "
                + "dayline restore FILE")
    }

    /// Checks rows that refer to another row.
    private static func references(_ db: Database) throws -> Check {
        let broken = try [
            (
                "chunks without their samples", "(\(shownData))",
                "data_id NOT IN (SELECT id FROM chunk_data)"
            ),
            ("chunks without a series", "chunk", "series_id NOT IN (SELECT id FROM series)"),
            ("series without a profile", "series", "profile_id NOT IN (SELECT id FROM profile)"),
            (
                "corrections without a series", "correction",
                "series_id NOT IN (SELECT id FROM series)"
            ),
            (
                "stored files without all of their pieces", "original",
                """
                hash IS NOT NULL AND bytes <> (
                    SELECT coalesce(sum(piece.bytes), 0) FROM original_piece AS piece
                    WHERE piece.original_id = original.id)
                """
            ),
            ("imports without a profile", "import", "profile_id NOT IN (SELECT id FROM profile)"),
        ].compactMap { name, table, condition in
            try finding(name, try count("\(table) WHERE \(condition)", db))
        }
        return Check(
            "references", ok: broken.isEmpty,
            broken.isEmpty
                ? "All referenced rows exist."
                : "There are \(broken.joined(separator: ", ")).")
    }

    /// Unreferenced rows, each as a table with a condition.
    private static let leftoverKinds: [(name: String, rows: String)] = [
        (
            "staged chunks without an import",
            "staged_chunk WHERE import_id NOT IN (SELECT id FROM import WHERE state = 'staged')"
        ),
        (
            "staged rows without an import",
            "staged_row WHERE import_id NOT IN (SELECT id FROM import WHERE state = 'staged')"
        ),
        (
            "samples without a chunk",
            """
            chunk_data WHERE id NOT IN (
                \(shownData) UNION ALL SELECT data_id FROM staged_chunk)
            """
        ),
        (
            "stored files without an import",
            """
            original WHERE hash IS NOT NULL AND id NOT IN (
                SELECT original_id FROM import_original)
            """
        ),
        (
            "pieces without a stored file",
            "original_piece WHERE original_id NOT IN (SELECT id FROM original)"
        ),
    ]

    /// The data of all published chunks, settled ones that recent ones hide included.
    private static let shownData =
        "SELECT data_id FROM recent_chunk UNION ALL SELECT data_id FROM settled_chunk"

    private static func leftovers(_ db: Database) throws -> Check {
        let left = try leftoverKinds.compactMap { try finding($0.name, try count($0.rows, db)) }
        return Check(
            "leftovers", ok: left.isEmpty,
            left.isEmpty
                ? "Nothing is left of unfinished imports."
                : "There are \(left.joined(separator: ", ")). Remove them with: dayline doctor "
                    + "--repair")
    }

    private static func changes(_ db: Database) throws -> Check {
        let missing = try MissingChanges.all(db)
        return Check(
            "changes", ok: missing.isEmpty,
            missing.isEmpty
                ? "The change log ends with number \(try ChangeLog.latest(db)), and no acknowledged change "
                    + "is missing."
                : missing.map(\.sentence).joined(separator: " ")
                    + " Enter them again or restore a backup, then run: dayline doctor --repair")
    }

    private static func importCounts(_ db: Database) throws -> Check {
        var count = 0
        var wrong: [String] = []
        for profile in try ProfileRow.all(db) {
            try ImportRow.reports(of: profile.id, db) { report, _ in
                count += 1
                let rows = [report.byType, report.nested ?? [:], report.files ?? [:]]
                if !rows.allSatisfy({ $0.values.allSatisfy(\.isBalanced) }) {
                    wrong.append("\(report.id)")
                }
                return true
            }
        }
        return Check(
            "reports", ok: wrong.isEmpty,
            wrong.isEmpty
                ? "The reports of \(count) imports balance."
                : "The reports of these imports do not balance: \(wrong.joined(separator: ", ")).")
    }

    /// A query for metrics that no fold would repair: stale ones without dirty days, ones with chunks and no
    /// state, and ones whose day totals and chunks differ in the number of samples. The numbers of metrics
    /// with aggregates, and of heartbeats, are not compared: aggregates count only on days without raw
    /// samples, and heartbeats only together with their measurement.
    private static let stuckMetrics = """
        SELECT profile_id, metric FROM metric_state AS state
        WHERE NOT EXISTS (
            SELECT 1 FROM dirty
            WHERE dirty.profile_id = state.profile_id AND dirty.metric = state.metric)
        AND (folded_version < changed_version OR (
            SELECT sum(series.resolution = 'raw') = count(*) FROM series
            WHERE series.profile_id = state.profile_id AND series.metric = state.metric
        ) AND metric <> '\(HeartbeatSeries.metric)' AND (
            SELECT coalesce(sum(count), 0) FROM day_total
            WHERE day_total.profile_id = state.profile_id AND day_total.metric = state.metric
        ) <> (
            SELECT coalesce(sum(chunk.count), 0) FROM series CROSS JOIN chunk
            ON chunk.profile_id = series.profile_id AND chunk.series_id = series.id
            WHERE series.profile_id = state.profile_id AND series.metric = state.metric
        ))
        UNION
        SELECT profile_id, metric FROM series
        WHERE id IN (SELECT series_id FROM chunk) AND NOT EXISTS (
            SELECT 1 FROM metric_state AS state
            WHERE state.profile_id = series.profile_id AND state.metric = series.metric)
        """

    private static func versions(_ db: Database) throws -> Check {
        let stuck = try String.fetchAll(db, sql: "SELECT metric FROM (\(stuckMetrics))")
        let ahead = try count(
            """
            metric_state AS state JOIN profile ON profile.id = state.profile_id
            WHERE folded_version > changed_version OR changed_version > data_version
            """, db)
        let waiting = try count("(SELECT DISTINCT profile_id, metric FROM dirty)", db)
        guard stuck.isEmpty, ahead == 0 else {
            let names = stuck.isEmpty ? "\(ahead) metrics" : stuck.joined(separator: ", ")
            return Check(
                "versions", ok: false,
                "The day totals of \(names) do not match the samples. Compute them again with: "
                    + "dayline doctor --repair")
        }
        return Check(
            "versions", ok: true,
            waiting == 0
                ? "All day totals are current."
                : "The day totals of \(waiting) metrics are being computed.")
    }

    private static func count(_ rows: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM " + rows) ?? 0
    }

    private static func finding(_ name: String, _ count: Int) throws -> String? {
        count == 0 ? nil : "\(count) \(name)"
    }
}
