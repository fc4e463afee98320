import Contracts
import HealthMetrics
import PostgresClient
import StorageCore

/// Rows of `series`.
enum SeriesRows {
    private static let columns =
        "series_id, metric, unit, source, source_key, device, is_entered, resolution"

    /// The series of a profile, or of one of its metrics, in the order of their creation.
    static func all(of profile: Int64, metric: String? = nil) -> PostgresQuery {
        guard let metric else {
            return PostgresQuery(
                "SELECT \(columns) FROM dayline.series WHERE profile_id = $1 ORDER BY series_id",
                .int64(profile))
        }
        return PostgresQuery(
            """
            SELECT \(columns) FROM dayline.series WHERE profile_id = $1 AND metric = $2
            ORDER BY series_id
            """, .int64(profile), .text(metric))
    }

    static func row(_ id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT \(columns) FROM dayline.series WHERE profile_id = $1 AND series_id = $2",
            .int64(profile), .int64(id))
    }

    /// The series of entered values of the metric of a series.
    static func entered(beside series: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM dayline.series WHERE profile_id = $1 AND source_key = $3
                AND device = '' AND is_entered AND resolution = 'raw' AND metric = (
                    SELECT metric FROM dayline.series WHERE profile_id = $1 AND series_id = $2)
            """, .int64(profile), .int64(series), .text(SourcePriority.corrections))
    }

    static func series(_ row: PostgresRow) throws -> SeriesRow {
        SeriesRow(
            id: try row.int64(0),
            key: SeriesKey(
                metric: try row.text(1), unit: try row.text(2), source: try row.text(3),
                sourceKey: try row.text(4), device: try row.text(5), isEntered: try row.bool(6),
                resolution: SeriesKey.Resolution(rawValue: try row.text(7)) ?? .raw))
    }

    /// The series of some metrics, each with a column that is true if the series has samples.
    static func withSamples(of metrics: [String], _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns), EXISTS (
                SELECT FROM dayline.chunk
                WHERE chunk.profile_id = $1 AND chunk.series_id = series.series_id)
            FROM dayline.series WHERE profile_id = $1 AND metric = ANY ($2) ORDER BY series_id
            """, .int64(profile), .texts(metrics))
    }

    /// The series of a metric that have samples, with the number of samples, the first start and the last
    /// end.
    static func extents(of metric: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns), samples, first, last FROM dayline.series JOIN (
                SELECT series_id, sum(count)::bigint AS samples, min(first) AS first,
                    max(last) AS last
                FROM dayline.chunk WHERE profile_id = $1 GROUP BY series_id) AS extent
                USING (series_id)
            WHERE profile_id = $1 AND metric = $2 ORDER BY series_id
            """, .int64(profile), .text(metric))
    }

    /// A row of ``extents(of:_:)``.
    static func source(_ row: PostgresRow) throws -> Sources.Item {
        Sources.Item(
            series: try series(row), samples: Int(try row.int64(8)), first: try row.int64(9),
            last: try row.int64(10))
    }

    /// The metrics that have samples, with their units.
    static func units(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT DISTINCT ON (metric) metric, unit FROM dayline.series
            WHERE profile_id = $1 AND EXISTS (
                SELECT FROM dayline.chunk
                WHERE chunk.profile_id = $1 AND chunk.series_id = series.series_id)
            ORDER BY metric, series_id
            """, .int64(profile))
    }

    static func units(_ result: PostgresResult) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try result.rows.map { (try $0.text(0), try $0.text(1)) })
    }

    /// The numbers among `series` that the profile does not have.
    static func unknown(_ series: Set<Int64>, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT id FROM unnest($2) AS id WHERE NOT EXISTS (
                SELECT FROM dayline.series WHERE profile_id = $1 AND series_id = id)
            ORDER BY id LIMIT 1
            """, .int64(profile), .int64s(series.sorted()))
    }

    /// - Throws: `StorageError.noSeries` for a number in a result of ``unknown(_:_:)``.
    static func checkKnown(_ result: PostgresResult) throws {
        if let row = result.first { throw StorageError.noSeries(try row.int64(0)) }
    }
}

/// The series of a declaration: which are known, and which are to be inserted.
struct SeriesDeclaration {
    /// The identity of a series, which does not include its unit and display name.
    private struct Identity: Hashable {
        var metric: String
        var sourceKey: String
        var device: String
        var isEntered: Bool
        var resolution: SeriesKey.Resolution

        init(_ key: SeriesKey) {
            metric = key.metric
            sourceKey = key.sourceKey
            device = key.device
            isEntered = key.isEntered
            resolution = key.resolution
        }
    }

    private(set) var ids: [Int64] = []
    private var added: [SeriesRow] = []
    private var changedUnits: [SeriesRow] = []

    /// `known` is a result of ``SeriesRows/withSamples(of:_:)`` for the metrics of the keys, and `last` the
    /// greatest number of a series.
    /// - Throws: `StorageError.unitMismatch` if a metric is stored in another unit.
    init(_ keys: [SeriesKey], known: PostgresResult, last: Int64) throws {
        var units: [String: String] = [:]
        var rows: [Identity: SeriesRow] = [:]
        for row in known.rows {
            let series = try SeriesRows.series(row)
            rows[Identity(series.key)] = series
            if try row.bool(8), units[series.key.metric] == nil {
                units[series.key.metric] = series.key.unit
            }
        }
        for key in keys {
            if let unit = units[key.metric], unit != key.unit {
                throw StorageError.unitMismatch(
                    metric: key.metric, stored: unit, declared: key.unit)
            }
            if var row = rows[Identity(key)] {
                ids.append(row.id)
                // The series may be left from an aborted import with another unit.
                guard row.key.unit != key.unit else { continue }
                row.key.unit = key.unit
                rows[Identity(key)] = row
                changedUnits.append(row)
            } else {
                let row = SeriesRow(id: last + 1 + Int64(added.count), key: key)
                rows[Identity(key)] = row
                added.append(row)
                ids.append(row.id)
            }
        }
    }

    func writes(_ profile: Int64) -> [PostgresQuery] {
        var queries: [PostgresQuery] = []
        if let last = added.last {
            queries = [
                PostgresQuery(
                    """
                    INSERT INTO dayline.series (profile_id, series_id, metric, source_key, device,
                        is_entered, resolution, unit, source)
                    SELECT $1, id, metric, source_key, device, is_entered <> 0, resolution, unit, source
                    FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS row
                        (id, metric, source_key, device, is_entered, resolution, unit, source)
                    """, .int64(profile), .int64s(added.map(\.id)), .texts(added.map(\.key.metric)),
                    .texts(added.map(\.key.sourceKey)), .texts(added.map(\.key.device)),
                    .int64s(added.map { $0.key.isEntered ? 1 : 0 }),
                    .texts(added.map(\.key.resolution.rawValue)), .texts(added.map(\.key.unit)),
                    .texts(added.map(\.key.source))),
                PostgresQuery(
                    "UPDATE dayline.profile SET series_number = $2 WHERE profile_id = $1",
                    .int64(profile), .int64(last.id)),
            ]
        }
        for row in changedUnits {
            queries.append(
                PostgresQuery(
                    "UPDATE dayline.series SET unit = $3 WHERE profile_id = $1 AND series_id = $2",
                    .int64(profile), .int64(row.id), .text(row.key.unit)))
        }
        return queries
    }

    /// The greatest number of a series.
    static func lastNumber(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT series_number FROM dayline.profile WHERE profile_id = $1", .int64(profile))
    }
}
