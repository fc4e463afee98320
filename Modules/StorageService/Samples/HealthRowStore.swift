import Contracts
import GRDB
import HealthMetrics
import RPC
import StorageCore

/// Rows of `workout`, `correlation` and `activity_summary`.
enum HealthRowStore {
    /// Rows after `position` that start before `end` and either start at `lasting` or later or end after it,
    /// ordered by identity.
    static func page(
        of table: HealthRowTable, profile: Int64, after position: HealthRowPosition,
        before end: Int64,
        lastingFrom lasting: Int64 = .min, limit: PageLimit, _ db: Database
    ) throws -> [StoredHealthRow] {
        let detail = table == .correlation ? "detail" : "''"
        let list = try BulkStatement(
            db,
            """
            SELECT start, end, type, source_key, \(detail), content FROM \(table.rawValue)
            WHERE profile_id = ? AND (start, end, type, source_key, \(detail)) > (?, ?, ?, ?, ?)
                AND start < ? AND (end > ? OR start >= ?)
            ORDER BY start, end, type, source_key, \(detail) LIMIT ?
            """)
        try list.start(
            profile, position.start, position.end, position.type, position.sourceKey,
            position.detail, end,
            lasting, lasting, Int64(limit.rows))
        var rows: [StoredHealthRow] = []
        var bytes = 0
        while bytes < limit.bytes, try list.next() {
            bytes += list.byteCount(5)
            rows.append(
                StoredHealthRow(
                    position: HealthRowPosition(
                        start: list.int64(0), end: list.int64(1), type: list.text(2),
                        sourceKey: list.text(3), detail: list.text(4)),
                    content: list.textBytes(5)))
        }
        return rows
    }

    /// The workout with an identifier; nil: the profile has none. Reads the identities of all
    /// workouts of the profile.
    static func workout(_ id: String, of profile: Int64, _ db: Database) throws -> StoredHealthRow?
    {
        let list = try BulkStatement(
            db, "SELECT start, end, type, source_key FROM workout WHERE profile_id = ?")
        try list.start(profile)
        while try list.next() {
            let position = HealthRowPosition(
                start: list.int64(0), end: list.int64(1), type: list.text(2),
                sourceKey: list.text(3))
            guard StoredHealthRow(position: position, content: Bytes("")).id == id else { continue }
            let find = try BulkStatement(
                db,
                """
                SELECT content FROM workout
                WHERE profile_id = ? AND start = ? AND end = ? AND type = ? AND source_key = ?
                """)
            try find.start(profile, position.start, position.end, position.type, position.sourceKey)
            return try find.next()
                ? StoredHealthRow(position: position, content: find.textBytes(0)) : nil
        }
        return nil
    }

    /// The summaries after a day, ascending by day.
    static func summaries(
        of profile: Int64, after day: String, limit: Int, _ db: Database
    ) throws -> [ActivitySummary] {
        let list = try BulkStatement(
            db,
            """
            SELECT content FROM activity_summary WHERE profile_id = ? AND day > ?
            ORDER BY day LIMIT ?
            """)
        try list.start(profile, day, Int64(limit))
        var summaries: [ActivitySummary] = []
        while try list.next() {
            let row = try JSONBody.decode(HealthRow.self, from: Bytes(list.text(0)))
            if case .activitySummary(let summary) = row { summaries.append(summary) }
        }
        return summaries
    }

    /// The sources of workouts, for a metric derived from workouts.
    static func workoutSources(
        of profile: Int64, metric: String, _ db: Database
    ) throws -> [Sources.Item] {
        let list = try BulkStatement(
            db,
            """
            SELECT source_key, content ->> '$.workout._0.source',
                content ->> '$.workout._0.device' AS device,
                coalesce(content ->> '$.workout._0.metadata.HKWasUserEntered', '') = '1' AS entered,
                count(*), min(start), max(end) FROM workout WHERE profile_id = ?
            GROUP BY source_key, device, entered ORDER BY source_key, device, entered
            """)
        try list.start(profile)
        var items: [Sources.Item] = []
        while try list.next() {
            let key = SeriesKey(
                metric: metric, unit: Metric.known(key: metric)?.unit ?? "", source: list.text(1),
                sourceKey: list.text(0), device: list.text(2), isEntered: list.int64(3) == 1)
            items.append(
                Sources.Item(
                    series: SeriesRow(id: 0, key: key), samples: Int(list.int64(4)),
                    first: list.int64(5), last: list.int64(6)))
        }
        return items
    }

    /// The range of days on which a profile's workouts start; nil if it has none.
    static func workoutDays(of profile: Int64, _ db: Database) throws -> DaySpan? {
        let find = try BulkStatement(
            db, "SELECT min(start), max(start) FROM workout WHERE profile_id = ?")
        try find.start(profile)
        guard try find.next(), !find.isNull(0) else { return nil }
        return DaySpan(firstMs: find.int64(0), lastMs: find.int64(1))
    }
}
