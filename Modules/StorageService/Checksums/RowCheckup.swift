import Contracts
import GRDB
import StorageCore

/// Compares the rows of every table with the checksums written with them.
enum RowCheckup {
    /// Tables whose rows are computed from samples.
    private static let derived: Set<String> = [
        "dirty", "metric_state", "recent_day_total", "settled_day_total",
    ]
    /// The number of row sets that a finding names.
    private static let nameLimit = 5

    private struct Difference {
        var set: RowSet
        /// The number of rows minus the recorded number.
        var rows: Int64
        var isDerived: Bool { derived.contains(set.table) }
    }

    static func check(_ db: Database) throws -> Checkups.Check {
        let (count, differences) = try compare(db)
        guard !differences.isEmpty else {
            return Checkups.Check(
                "rows", ok: true, "\(count) rows match their checksums.")
        }
        return Checkups.Check(
            "rows", ok: false,
            "Rows were changed by another program: \(try text(differences, db)). Restore a backup "
                + "with: dayline restore FILE, or accept the rows with: dayline doctor --repair"
        )
    }

    /// Replaces the checksums by those of the present rows.
    /// - Returns: The profiles whose days have to be folded again, and the finding; nil if no rows differ.
    static func rebuildChecksums(
        _ db: Database
    ) throws -> (stale: Set<Int64>, check: Checkups.Check)? {
        let differences = try compare(db).differences
        guard !differences.isEmpty else { return nil }
        try RowSumStore.rebuild(db)
        let isLossy = differences.contains { !$0.isDerived }
        let check = Checkups.Check(
            "accepted", ok: true,
            "Rows that were changed by another program are accepted: "
                + "\(try text(differences, db))."
                + (isLossy
                    ? " The earlier contents of the rows are only in backups; restore one with: dayline restore FILE"
                    : " The rows are computed again from the samples."),
            isLossy: isLossy ? true : nil)
        let stale = differences.filter { !["entry", "tracked", "change"].contains($0.set.table) }
        return (Set(stale.map(\.set.profile)), check)
    }

    private static func compare(
        _ db: Database
    ) throws -> (count: Int64, differences: [Difference]) {
        let recorded = try RowSumStore.all(db)
        let computed = try ChecksummedTable.all(db).reduce(into: [:]) { try $1.sum(into: &$0, db) }
        let differences = Set(recorded.keys).union(computed.keys).compactMap { set -> Difference? in
            let (before, now) = (recorded[set] ?? RowSum(), computed[set] ?? RowSum())
            return before == now ? nil : Difference(set: set, rows: now.rows &- before.rows)
        }
        return (
            computed.values.reduce(0) { $0 &+ $1.rows },
            differences.sorted { ($0.set.table, $0.set.profile) < ($1.set.table, $1.set.profile) }
        )
    }

    private static func text(_ differences: [Difference], _ db: Database) throws -> String {
        let names = try differences.prefix(nameLimit).map { difference in
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
