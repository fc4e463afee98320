import Contracts
import GRDB
import StorageCore

/// Rows of `day_total`.
enum DayTotalStore {
    /// Replaces the totals of the folded days and deletes their dirty rows.
    /// - Returns: The metric's folded version before; nil, with nothing changed, if the metric has changed
    ///   since it was folded.
    static func replace(with folded: FoldedMetric, _ db: Database) throws -> Int64? {
        let (profile, metric) = (folded.metric.profile, folded.metric.metric)
        let before = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT folded_version FROM metric_state WHERE profile_id = ? AND metric = ?"),
            arguments: [profile, metric])
        try BulkStatement(
            db,
            """
            UPDATE metric_state SET folded_version = changed_version
            WHERE profile_id = ? AND metric = ? AND changed_version = ?
            """
        ).run(profile, metric, folded.version)
        guard db.changesCount == 1 else { return nil }
        try insert(folded, db)
        try BulkStatement(
            db, "DELETE FROM dirty WHERE profile_id = ? AND metric = ? AND version <= ?"
        ).run(profile, metric, folded.version)
        return before ?? 0
    }

    /// Replaces the totals of days folded within the change that incremented the version. Requires a metric
    /// without dirty days: see ``foldedVersion(of:metric:_:)``.
    static func replaceWithChange(_ folded: FoldedMetric, _ db: Database) throws {
        let (profile, metric) = (folded.metric.profile, folded.metric.metric)
        try BulkStatement(
            db,
            """
            UPDATE metric_state SET changed_version = ?3, folded_version = ?3
            WHERE profile_id = ?1 AND metric = ?2
            """
        ).run(profile, metric, folded.version)
        try insert(folded, db)
    }

    private static func insert(_ folded: FoldedMetric, _ db: Database) throws {
        let (profile, metric) = (folded.metric.profile, folded.metric.metric)
        let tier = try tier(for: folded, db)
        for tier in tier == .recent ? [Tier.recent] : Tier.allCases {
            let clear = try BulkStatement(
                db,
                """
                DELETE FROM \(tier.table(of: .dayTotal))
                WHERE profile_id = ? AND metric = ? AND day BETWEEN ? AND ?
                """)
            for part in folded.slices {
                try clear.run(profile, metric, part.days.from, part.days.to)
            }
        }
        let add = try BulkStatement(
            db,
            "INSERT INTO \(tier.table(of: .dayTotal)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for totals in folded.slices.map(\.totals) {
            for i in totals.day.indices {
                try add.run(
                    profile, metric, totals.day[i], totals.sum[i], totals.rawSum[i],
                    totals.count[i], totals.min[i], totals.max[i], totals.last[i])
            }
        }
    }

    /// The tier for the folded days. A recent row can replace a settled one but cannot express that a day has
    /// no total, so a settled day that loses its total requires the settled tier.
    private static func tier(for folded: FoldedMetric, _ db: Database) throws -> Tier {
        guard folded.dayCount <= recentDays else { return .settled }
        // Choosing may settle recent rows of this metric, so settled days are read afterwards.
        let tier = try Tier.choose(
            forCount: Int64(folded.dayCount), of: .dayTotal, profile: folded.metric.profile, db)
        let list = try BulkStatement(
            db,
            """
            SELECT day FROM settled_day_total
            WHERE profile_id = ? AND metric = ? AND day BETWEEN ? AND ?
            """)
        for part in folded.slices {
            let days = Set(part.totals.day)
            try list.start(
                folded.metric.profile, folded.metric.metric, part.days.from, part.days.to)
            while try list.next() {
                guard days.contains(list.int32(0)) else { return .settled }
            }
        }
        return tier
    }

    /// The maximum number of folded days for the recent tier; more days fill pages of the settled table.
    private static let recentDays = 64

    /// The version that last changed a metric; nil if days of the metric are dirty.
    static func foldedVersion(
        of profile: Int64, metric: String, _ db: Database
    ) throws -> Int64? {
        let find = try BulkStatement(
            db,
            """
            SELECT changed_version FROM metric_state
            WHERE profile_id = ?1 AND metric = ?2 AND folded_version = changed_version
                AND NOT EXISTS (SELECT 1 FROM dirty WHERE profile_id = ?1 AND metric = ?2)
            """)
        try find.start(profile, metric)
        return try find.next() ? find.int64(0) : nil
    }

    /// The totals of days, ascending.
    static func all(
        of profile: Int64, metric: String, in days: DaySpan = .all, _ db: Database
    ) throws -> DayColumns {
        var totals = DayColumns()
        let list = try BulkStatement(
            db,
            """
            SELECT day, sum, raw_sum, count, min, max, last FROM day_total
            WHERE profile_id = ? AND metric = ? AND day BETWEEN ? AND ? ORDER BY day
            """)
        try list.start(profile, metric, days.from, days.to)
        while try list.next() {
            totals.day.append(list.int32(0))
            totals.sum.append(list.double(1))
            totals.rawSum.append(list.double(2))
            totals.count.append(list.int64(3))
            totals.min.append(list.double(4))
            totals.max.append(list.double(5))
            totals.last.append(list.double(6))
        }
        return totals
    }

    /// The first and the last day with totals of a metric; nil if it has none.
    static func range(of profile: Int64, metric: String, _ db: Database) throws -> DaySpan? {
        let find = try BulkStatement(
            db,
            """
            SELECT (
                SELECT day FROM day_total WHERE profile_id = ?1 AND metric = ?2
                ORDER BY day LIMIT 1
            ), (
                SELECT day FROM day_total WHERE profile_id = ?1 AND metric = ?2
                ORDER BY day DESC LIMIT 1
            )
            """)
        try find.start(profile, metric)
        guard try find.next(), !find.isNull(0) else { return nil }
        return DaySpan(from: find.int32(0), to: find.int32(1))
    }
}
