import Contracts
import GRDB

/// Rows of `series`.
enum SeriesStore {
    /// The number of a series, made when it is new.
    static func number(
        of key: SeriesKey, profile: Int64, _ db: GRDB.Database
    ) throws -> Int64 {
        let identity: StatementArguments = [
            profile, key.metric, key.sourceKey, key.device, key.isEntered,
            key.resolution.rawValue,
        ]
        let find = try db.cachedStatement(
            sql: """
                SELECT id FROM series WHERE profile_id = ? AND metric = ? AND source_key = ?
                AND device = ? AND is_entered = ? AND resolution = ?
                """)
        if let id = try Int64.fetchOne(find, arguments: identity) { return id }
        try db.execute(
            sql: """
                INSERT INTO series
                    (profile_id, metric, source_key, device, is_entered, resolution, unit, source)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: identity + [key.unit, key.source])
        return db.lastInsertedRowID
    }

    static func all(of profile: Int64, metric: String? = nil, _ db: GRDB.Database) throws
        -> [SeriesRow]
    {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, metric, unit, source, source_key, device, is_entered, resolution
                FROM series WHERE profile_id = ? AND metric = coalesce(?, metric) ORDER BY id
                """, arguments: [profile, metric]
        ).map { row in
            SeriesRow(
                id: row[0],
                key: SeriesKey(
                    metric: row[1], unit: row[2], source: row[3], sourceKey: row[4],
                    device: row[5], isEntered: row[6],
                    resolution: SeriesKey.Resolution(rawValue: row[7]) ?? .raw))
        }
    }

    /// The unit of each metric stored so far.
    static func units(of profile: Int64, _ db: GRDB.Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT metric, unit FROM series WHERE profile_id = ? GROUP BY metric",
            arguments: [profile])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }
}
