import CivilTime
import GRDB
import HealthMetrics
import StorageCore

/// Rows of `dirty` and `metric_state`.
enum DirtyDays {
    /// Marks days as dirty, and the corresponding days of derived metrics.
    /// - Returns: All marked days.
    static func mark(_ dirty: [DirtyMetric], _ db: Database) throws -> [DirtyMetric] {
        let dirty = dirty.withDerived
        let state = try BulkStatement(
            db,
            """
            INSERT INTO metric_state (profile_id, metric, changed_version) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET changed_version = excluded.changed_version
            """)
        let add = try BulkStatement(db, "INSERT INTO dirty VALUES (?, ?, ?, ?, ?)")
        for entry in dirty {
            let metric = entry.metric
            try state.run(metric.profile, metric.metric, entry.version)
            for span in entry.spans {
                try add.run(
                    metric.profile, metric.metric, entry.version, span.from, span.to)
            }
        }
        return dirty
    }

    /// All dirty days of all profiles, oldest version first.
    static func all(_ db: Database) throws -> [DirtyMetric] {
        let list = try BulkStatement(
            db,
            """
            SELECT profile_id, metric, version, from_day, to_day FROM dirty
            ORDER BY version, profile_id, metric, from_day
            """)
        try list.start()
        var dirty: [DirtyMetric] = []
        while try list.next() {
            let metric = ProfileMetric(profile: list.int64(0), metric: list.text(1))
            let span = DaySpan(from: list.int32(3), to: list.int32(4))
            if dirty.last?.metric == metric, dirty.last?.version == list.int64(2) {
                dirty[dirty.count - 1].spans.append(span)
            } else {
                dirty.append(
                    DirtyMetric(metric: metric, version: list.int64(2), spans: [span], weight: 0))
            }
        }
        return dirty
    }

    /// All metrics of a profile with samples, and those derived from workouts, over the part of `days` that
    /// has samples or workouts.
    static func everything(
        of profile: Int64, on days: DaySpan, version: Int64, _ db: Database
    ) throws -> [DirtyMetric] {
        let list = try BulkStatement(
            db,
            """
            SELECT metric, min(first), max(last), sum(count) FROM series
            JOIN chunk ON chunk.profile_id = series.profile_id AND series_id = series.id
            WHERE series.profile_id = ? GROUP BY metric
            """)
        try list.start(profile)
        var dirty: [DirtyMetric] = []
        while try list.next() {
            let stored = DaySpan(firstMs: list.int64(1), lastMs: list.int64(2))
            guard let span = stored.intersection(days) else { continue }
            dirty.append(
                DirtyMetric(
                    metric: ProfileMetric(profile: profile, metric: list.text(0)),
                    version: version, spans: [span], weight: list.int64(3)))
        }
        if let span = try HealthRowStore.workoutDays(of: profile, db)?.intersection(days) {
            dirty += DirtyMetric.workouts(of: profile, on: [span], version: version)
        }
        return dirty
    }

    /// All days with samples or totals. Deletes totals of days outside of the calendar, which workers cannot
    /// fold.
    static func prepareRefold(
        of profile: Int64, version: Int64, _ db: Database
    ) throws -> [DirtyMetric] {
        for tier in Tier.allCases {
            try BulkStatement(
                db,
                """
                DELETE FROM \(tier.table(of: .dayTotal))
                WHERE profile_id = ? AND day NOT BETWEEN ? AND ?
                """
            ).run(profile, CivilDate.distantPast.days, CivilDate.distantFuture.days)
        }
        var dirty = try everything(of: profile, on: .all, version: version, db)
        let list = try BulkStatement(
            db,
            "SELECT metric, min(day), max(day) FROM day_total WHERE profile_id = ? GROUP BY metric")
        try list.start(profile)
        while try list.next() {
            let name = list.text(0)
            let metric = Derivation(metric: name)?.sourceMetric ?? name
            let span = DaySpan(from: list.int32(1), to: list.int32(2))
            if let index = dirty.firstIndex(where: { $0.metric.metric == metric }) {
                dirty[index].spans = (dirty[index].spans + [span]).joined
            } else {
                dirty.append(
                    DirtyMetric(
                        metric: ProfileMetric(profile: profile, metric: metric), version: version,
                        spans: [span], weight: 0))
            }
        }
        return dirty
    }

    static func isFolded(_ version: Int64, of profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM dirty WHERE profile_id = ? AND version <= ?)")
        return try Bool.fetchOne(statement, arguments: [profile, version]) == false
    }
}
