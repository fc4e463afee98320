import Contracts
import GRDB
import StorageCore

/// Rows of `series`.
enum SeriesStore {
    private static let columns =
        "id, metric, unit, source, source_key, device, is_entered, resolution"

    /// The series of a profile, or of one of its metrics, in the order of their creation.
    static func all(
        of profile: Int64, metric: String? = nil, _ db: Database
    ) throws -> [SeriesRow] {
        let list = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM series
            WHERE profile_id = ? \(metric == nil ? "" : "AND metric = ?")
            """)
        if let metric { try list.start(profile, metric) } else { try list.start(profile) }
        var rows: [SeriesRow] = []
        while try list.next() { rows.append(list.series()) }
        return rows.sorted { $0.id < $1.id }
    }

    /// The series with an identifier; nil if the profile has no such series.
    static func row(_ id: Int64, of profile: Int64, _ db: Database) throws -> SeriesRow? {
        let find = try BulkStatement(
            db, "SELECT \(columns) FROM series WHERE id = ? AND profile_id = ?")
        try find.start(id, profile)
        return try find.next() ? find.series() : nil
    }

    /// The series with the identity of `key`; nil if the profile has no such series.
    static func row(_ key: SeriesKey, of profile: Int64, _ db: Database) throws -> SeriesRow? {
        let find = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM series WHERE profile_id = ? AND metric = ? AND source_key = ?
                AND device = ? AND is_entered = ? AND resolution = ?
            """)
        try find.start(
            profile, key.metric, key.sourceKey, key.device, Int64(key.isEntered ? 1 : 0),
            key.resolution.rawValue)
        return try find.next() ? find.series() : nil
    }

    /// The identifiers of the series, which are created if they are new.
    /// - Throws: `StorageError.unitMismatch` if the metric is stored in another unit.
    static func declare(
        _ keys: [SeriesKey], profile: Int64, _ db: Database
    ) throws -> [Int64] {
        var units: [String: String] = [:]
        var numbers: [SeriesKey: Int64] = [:]
        // The units are looked up only if they can differ: an import may declare thousands of series in
        // many calls.
        for (metric, declared) in Dictionary(grouping: keys, by: \.metric)
        where try canDifferInUnit(Set(declared.map(\.unit)), of: metric, profile: profile, db) {
            units.merge(try Self.units(of: profile, metric: metric, db)) { $1 }
        }
        let find = try BulkStatement(
            db,
            """
            SELECT id FROM series WHERE profile_id = ? AND metric = ? AND source_key = ?
                AND device = ? AND is_entered = ? AND resolution = ?
            """)
        for key in keys {
            try find.start(
                profile, key.metric, key.sourceKey, key.device, Int64(key.isEntered ? 1 : 0),
                key.resolution.rawValue)
            if try find.next() { numbers[key] = find.int64(0) }
        }
        let setUnit = try BulkStatement(
            db, "UPDATE series SET unit = ?1 WHERE id = ?2 AND unit <> ?1")
        let add = try BulkStatement(
            db,
            """
            INSERT INTO series (profile_id, metric, source_key, device, is_entered, resolution,
                unit, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        return try keys.map { key in
            if let unit = units[key.metric], unit != key.unit {
                throw StorageError.unitMismatch(
                    metric: key.metric, stored: unit, declared: key.unit)
            }
            if let number = numbers[key] {
                // The series may be left from an aborted import with another unit.
                try setUnit.run(key.unit, number)
                return number
            }
            try add.run(
                profile, key.metric, key.sourceKey, key.device, Int64(key.isEntered ? 1 : 0),
                key.resolution.rawValue, key.unit, key.source)
            numbers[key] = db.lastInsertedRowID
            return db.lastInsertedRowID
        }
    }

    /// True if the declared units differ, or a series of the metric has another unit.
    private static func canDifferInUnit(
        _ units: Set<String>, of metric: String, profile: Int64, _ db: Database
    ) throws -> Bool {
        guard let unit = units.first, units.count == 1 else { return true }
        // Not `unit <> ?`, which would read every series of the metric.
        let find = try BulkStatement(
            db,
            """
            SELECT 1 FROM series WHERE profile_id = ?1 AND metric = ?2 AND unit < ?3
            UNION ALL
            SELECT 1 FROM series WHERE profile_id = ?1 AND metric = ?2 AND unit > ?3
            LIMIT 1
            """)
        try find.start(profile, metric, unit)
        return try find.next()
    }

    /// The units of the metrics that have samples, or of one metric.
    static func units(
        of profile: Int64, metric: String? = nil, _ db: Database
    ) throws -> [String: String] {
        let list = try BulkStatement(
            db,
            """
            SELECT id, metric, unit FROM series
            WHERE profile_id = ? \(metric == nil ? "" : "AND metric = ?") ORDER BY id
            """)
        let find = try BulkStatement(
            db, "SELECT 1 FROM chunk WHERE profile_id = ? AND series_id = ? LIMIT 1")
        if let metric { try list.start(profile, metric) } else { try list.start(profile) }
        var units: [String: String] = [:]
        while try list.next() {
            let metric = list.text(1)
            // One series with samples is enough.
            guard units[metric] == nil else { continue }
            try find.start(profile, list.int64(0))
            if try find.next() { units[metric] = list.text(2) }
        }
        return units
    }

    /// - Throws: `StorageError.noSeries` if the profile does not have one of the series.
    static func check(_ series: Set<Int64>, of profile: Int64, _ db: Database) throws {
        let find = try BulkStatement(db, "SELECT 1 FROM series WHERE id = ? AND profile_id = ?")
        for id in series {
            try find.start(id, profile)
            guard try find.next() else { throw StorageError.noSeries(id) }
        }
    }
}

extension BulkStatement {
    /// The row as a series, from `SeriesStore.columns`.
    fileprivate borrowing func series() -> SeriesRow {
        SeriesRow(
            id: int64(0),
            key: SeriesKey(
                metric: text(1), unit: text(2), source: text(3), sourceKey: text(4),
                device: text(5), isEntered: int64(6) != 0,
                resolution: SeriesKey.Resolution(rawValue: text(7)) ?? .raw))
    }
}
