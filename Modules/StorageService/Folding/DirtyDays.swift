import CivilTime
import GRDB
import HealthMetrics

/// A metric of one profile.
struct ProfileMetric: Hashable, Sendable {
    var profile: Int64
    var metric: String
}

/// Days of a metric whose totals are stale.
struct DirtyMetric: Hashable, Sendable {
    var metric: ProfileMetric
    /// The version that changed the metric.
    var version: Int64
    var spans: [DaySpan]
    /// The number of samples to fold, 0 if unknown. Larger metrics are folded first.
    var weight: Int64
}

extension [DirtyMetric] {
    /// These and the dirty days of metrics derived from them.
    fileprivate var withDerived: [DirtyMetric] {
        self
            + flatMap { entry in
                Derivation.allCases.filter { $0.sourceMetric == entry.metric.metric }.flatMap {
                    derivation in
                    entry.derived(derivation)
                }
            }
    }
}

extension DirtyMetric {
    /// True if one of the metrics is this one or has the same source metric.
    func isSource(of metrics: [String]) -> Bool {
        metrics.contains { name in
            name == metric.metric || Derivation(metric: name)?.sourceMetric == metric.metric
        }
    }

    /// The dirty days of the metrics of a derivation.
    fileprivate func derived(_ derivation: Derivation) -> [DirtyMetric] {
        let margin = Int(derivation.affectedDays)
        let widened = spans.map { span in
            DaySpan(
                from: Int32(clamping: Int(span.from) - margin),
                to: Int32(clamping: Int(span.to) + margin))
        }
        return derivation.metrics.map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: self.metric.profile, metric: metric),
                version: version, spans: widened.joined, weight: weight)
        }
    }
}

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
            dirty += workouts(of: profile, on: [span], version: version)
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

    /// The dirty days of the metrics derived from workouts that start on these days.
    static func workouts(
        of profile: Int64, on spans: [DaySpan], version: Int64
    ) -> [DirtyMetric] {
        guard !spans.isEmpty else { return [] }
        return Derivation.workouts.metrics.map { metric in
            DirtyMetric(
                metric: ProfileMetric(profile: profile, metric: metric), version: version,
                spans: spans, weight: 0)
        }
    }

    static func isFolded(_ version: Int64, of profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM dirty WHERE profile_id = ? AND version <= ?)")
        return try Bool.fetchOne(statement, arguments: [profile, version]) == false
    }
}
