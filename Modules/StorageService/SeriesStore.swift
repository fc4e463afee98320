import Contracts
import GRDB

/// Rows of `series`.
enum SeriesStore {
    /// Those of a profile, or of one of its metrics, in the order they were made.
    static func all(
        of profile: Int64, metric: String? = nil, _ db: Database
    ) throws -> [SeriesRow] {
        let list = try BulkStatement(
            db,
            """
            SELECT id, metric, unit, source, source_key, device, is_entered, resolution
            FROM series WHERE profile_id = ? \(metric == nil ? "" : "AND metric = ?") ORDER BY id
            """)
        if let metric { try list.start(profile, metric) } else { try list.start(profile) }
        var rows: [SeriesRow] = []
        while try list.next() {
            let key = SeriesKey(
                metric: list.text(1), unit: list.text(2), source: list.text(3),
                sourceKey: list.text(4), device: list.text(5), isEntered: list.int64(6) != 0,
                resolution: SeriesKey.Resolution(rawValue: list.text(7)) ?? .raw)
            rows.append(SeriesRow(id: list.int64(0), key: key))
        }
        return rows
    }

    /// The numbers of series, made where they are new.
    /// - Throws: When a metric is kept in another unit.
    static func declare(
        _ keys: [SeriesKey], profile: Int64, _ db: Database
    ) throws -> [Int64] {
        let units = try units(of: profile, db)
        var numbers: [SeriesKey: Int64] = [:]
        for row in try all(of: profile, db) { numbers[row.key] = row.id }
        return try keys.map { key in
            if let unit = units[key.metric], unit != key.unit {
                throw StorageError.otherUnit(metric: key.metric, stored: unit, given: key.unit)
            }
            if let number = numbers[key] {
                // It may be left from an import that was given up, and in another unit.
                try db.execute(
                    sql: "UPDATE series SET unit = ?1 WHERE id = ?2 AND unit <> ?1",
                    arguments: [key.unit, number])
                return number
            }
            try db.execute(
                sql: """
                    INSERT INTO series (profile_id, metric, source_key, device, is_entered,
                        resolution, unit, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    profile, key.metric, key.sourceKey, key.device, key.isEntered,
                    key.resolution.rawValue, key.unit, key.source,
                ])
            numbers[key] = db.lastInsertedRowID
            return db.lastInsertedRowID
        }
    }

    /// The unit of each metric that has samples.
    static func units(of profile: Int64, _ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT metric, unit FROM series WHERE profile_id = ? AND EXISTS (
                    SELECT 1 FROM chunk WHERE chunk.profile_id = series.profile_id
                        AND series_id = series.id)
                """, arguments: [profile])
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// - Throws: When one of them is no series of the profile.
    static func check(_ series: Set<Int64>, of profile: Int64, _ db: Database) throws {
        let find = try BulkStatement(db, "SELECT 1 FROM series WHERE id = ? AND profile_id = ?")
        for id in series {
            try find.start(id, profile)
            guard try find.next() else { throw StorageError.noSeries(id) }
        }
    }
}
