import Contracts
import GRDB

/// Compares every row with the checksums that were written with it.
enum RowCheckup {
    /// Rows that are computed from others, and are computed again.
    private static let derived: Set<String> = [
        "dirty", "metric_state", "recent_day_total", "settled_day_total",
    ]
    /// Sets of rows that are named one by one.
    private static let named = 5

    private struct Difference {
        var set: RowSet
        /// As counted minus as written.
        var rows: Int64
        var isDerived: Bool { derived.contains(set.table) }
    }

    static func check(_ db: Database) throws -> Checkups.Check {
        let (count, differences) = try compare(db)
        guard !differences.isEmpty else {
            return Checkups.Check(
                "rows", ok: true, "\(count) rows are as they were written.")
        }
        return Checkups.Check(
            "rows", ok: false,
            "Something else than Dayline changed rows: \(try text(differences, db)). Put a backup in place "
                + "with: dayline restore FILE, or accept them as they are with: dayline doctor --repair"
        )
    }

    /// Takes the rows as they are from now on.
    /// - Returns: Nil when none differ; else the profiles whose days have to be folded again, and the finding.
    static func accept(_ db: Database) throws -> (stale: Set<Int64>, check: Checkups.Check)? {
        let differences = try compare(db).differences
        guard !differences.isEmpty else { return nil }
        try RowSumStore.rebuild(db)
        let isLossy = differences.contains { !$0.isDerived }
        let check = Checkups.Check(
            "accepted", ok: true,
            "Rows that something else than Dayline changed are taken as they are: "
                + "\(try text(differences, db))."
                + (isLossy
                    ? " What they were before is lost; a backup brings it back: dayline restore FILE"
                    : " They are computed again from the samples."),
            isLossy: isLossy ? true : nil)
        let stale = differences.filter { !["entry", "tracked", "change"].contains($0.set.table) }
        return (Set(stale.map(\.set.profile)), check)
    }

    private static func compare(
        _ db: Database
    ) throws -> (count: Int64, differences: [Difference]) {
        let written = try RowSumStore.all(db)
        let found = try ChecksummedTable.all(db).reduce(into: [:]) { try $1.sum(into: &$0, db) }
        let differences = Set(written.keys).union(found.keys).compactMap { set -> Difference? in
            let (before, now) = (written[set] ?? RowSum(), found[set] ?? RowSum())
            return before == now ? nil : Difference(set: set, rows: now.rows &- before.rows)
        }
        return (
            found.values.reduce(0) { $0 &+ $1.rows },
            differences.sorted { ($0.set.table, $0.set.profile) < ($1.set.table, $1.set.profile) }
        )
    }

    private static func text(_ differences: [Difference], _ db: Database) throws -> String {
        let names = try differences.prefix(named).map { difference in
            let profile = try ProfileRow.name(of: difference.set.profile, db) ?? "no profile"
            let count =
                switch difference.rows {
                case 0: "changed"
                case ..<0: "\(difference.rows.magnitude) fewer"
                default: "\(difference.rows) more"
                }
            return "\(difference.set.table) of \(profile) (\(count))"
        }
        let rest = differences.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more tables" : "")
    }
}
