import Contracts
import GRDB

/// All days of a dirty row, folded.
struct FoldedRange: Sendable {
    var profile: Int64
    var metric: String
    var dirty: Int64
    var from: Int32
    var to: Int32
    var parts: [DayColumns]
}

/// Rows of `day_total`.
enum DayTotalStore {
    /// Puts the folded days in place of those that were there, and the dirty row aside.
    static func replace(_ range: FoldedRange, _ db: GRDB.Database) throws {
        try db.execute(
            sql:
                "DELETE FROM day_total WHERE profile_id = ? AND metric = ? AND day BETWEEN ? AND ?",
            arguments: [range.profile, range.metric, range.from, range.to])
        let add = try db.cachedStatement(
            sql: "INSERT INTO day_total VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for part in range.parts {
            for i in part.day.indices {
                try add.execute(arguments: [
                    range.profile, range.metric, part.day[i], part.sum[i], part.rawSum[i],
                    part.count[i], part.min[i], part.max[i], part.last[i],
                ])
            }
        }
        try db.execute(sql: "DELETE FROM dirty WHERE id = ?", arguments: [range.dirty])
    }

    static func all(
        of profile: Int64, metric: String, _ db: GRDB.Database
    ) throws -> DayColumns {
        var totals = DayColumns()
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, sum, raw_sum, count, min, max, last FROM day_total
                WHERE profile_id = ? AND metric = ? ORDER BY day
                """)
        let rows = try Row.fetchCursor(statement, arguments: [profile, metric])
        while let row = try rows.next() {
            totals.day.append(row[0])
            totals.sum.append(row[1])
            totals.rawSum.append(row[2])
            totals.count.append(row[3])
            totals.min.append(row[4])
            totals.max.append(row[5])
            totals.last.append(row[6])
        }
        return totals
    }
}
