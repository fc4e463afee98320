import Contracts
import HealthMetrics
import PostgresClient
import RPC
import StorageCore

/// Rows of `health_row`, `staged_row` and `removed_row`.
enum HealthRowRows {
    /// The columns that identify a row.
    static let identity = "kind, start_at, end_at, type, source_key, detail"

    /// Rows after a position that start before the end of the range, as of ``HealthRows``, ordered by
    /// identity. Ends with the row with which their texts reach a page.
    static func page(
        of table: HealthRowTable, after position: HealthRowPosition,
        in range: HealthRows.RangeRequest, limit: PageLimit, _ profile: Int64
    ) -> PostgresQuery {
        let lasting = range.lastingFrom ?? .min
        return PostgresQuery(
            """
            SELECT start_at, end_at, type, source_key, detail, content FROM (
                SELECT *, sum(octet_length(content))
                    OVER (ORDER BY start_at, end_at, type, source_key, detail)
                    - octet_length(content) AS preceding
                FROM (
                    SELECT * FROM dayline.health_row
                    WHERE profile_id = $1 AND kind = $2
                        AND (start_at, end_at, type, source_key, detail) > ($3, $4, $5, $6, $7)
                        AND start_at < $8 AND (end_at > $9 OR start_at >= $9)
                    ORDER BY start_at, end_at, type, source_key, detail LIMIT $10) AS newest
            ) AS sized WHERE preceding < $11 ORDER BY start_at, end_at, type, source_key, detail
            """, .int64(profile), .text(kind(of: table)), .int64(position.start),
            .int64(position.end), .text(position.type), .text(position.sourceKey),
            .text(position.detail), .int64(range.to ?? .max), .int64(lasting),
            .int64(Int64(limit.rows)), .int64(Int64(limit.bytes)))
    }

    static func row(_ row: PostgresRow) throws -> StoredHealthRow {
        StoredHealthRow(
            position: try position(row), content: Bytes(try row.text(5)))
    }

    static func position(_ row: PostgresRow) throws -> HealthRowPosition {
        HealthRowPosition(
            start: try row.int64(0), end: try row.int64(1), type: try row.text(2),
            sourceKey: try row.text(3), detail: try row.text(4))
    }

    /// The identities of all workouts.
    static func workoutPositions(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT start_at, end_at, type, source_key, detail FROM dayline.health_row
            WHERE profile_id = $1 AND kind = 'Workout'
            """, .int64(profile))
    }

    static func workout(at position: HealthRowPosition, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT start_at, end_at, type, source_key, detail, content FROM dayline.health_row
            WHERE profile_id = $1 AND kind = 'Workout' AND start_at = $2 AND end_at = $3
                AND type = $4 AND source_key = $5
            """, .int64(profile), .int64(position.start), .int64(position.end),
            .text(position.type), .text(position.sourceKey))
    }

    /// The summaries after a day, ascending by day.
    static func summaries(
        after day: String, limit: Int, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT content FROM dayline.health_row
            WHERE profile_id = $1 AND kind = 'ActivitySummary' AND detail > $2
            ORDER BY detail LIMIT $3
            """, .int64(profile), .text(day), .int64(Int64(limit)))
    }

    static func healthRow(_ row: PostgresRow) throws -> HealthRow {
        try JSONBody.decode(HealthRow.self, from: Bytes(try row.text(0)))
    }

    /// The sources of workouts.
    static func workoutSources(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT source_key, min(source), device, entered, count(*), min(start_at), max(end_at)
            FROM (
                SELECT source_key, start_at, end_at,
                    coalesce(content::json #>> '{workout,_0,source}', '') AS source,
                    coalesce(content::json #>> '{workout,_0,device}', '') COLLATE "C" AS device,
                    coalesce(content::json #>> '{workout,_0,metadata,HKWasUserEntered}', '') = '1'
                        AS entered
                FROM dayline.health_row WHERE profile_id = $1 AND kind = 'Workout') AS workout
            GROUP BY source_key, device, entered ORDER BY source_key, device, entered
            """, .int64(profile))
    }

    static func workoutSources(
        _ result: PostgresResult, metric: String
    ) throws -> [Sources.Item] {
        try result.rows.map { row in
            let key = SeriesKey(
                metric: metric, unit: Metric.known(key: metric)?.unit ?? "",
                source: try row.text(1), sourceKey: try row.text(0), device: try row.text(2),
                isEntered: try row.bool(3))
            return Sources.Item(
                series: SeriesRow(id: 0, key: key), samples: Int(try row.int64(4)),
                first: try row.int64(5), last: try row.int64(6))
        }
    }

    /// For each row, in order, its text among the rows that the import staged and among the published
    /// ones; NULL without such a row. A nil import has staged none.
    static func known(
        _ rows: [HealthRow], toImport id: Int64?, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT staged.content, published.content FROM unnest($3, $4, $5, $6, $7, $8)
                WITH ORDINALITY AS place (kind, start_at, end_at, type, source_key, detail, place)
            LEFT JOIN dayline.staged_row AS staged ON staged.profile_id = $1
                AND staged.import_id = $2 AND (\(pairs("staged")))
            LEFT JOIN dayline.health_row AS published ON published.profile_id = $1
                AND (\(pairs("published")))
            ORDER BY place.place
            """, [.int64(profile), .int64(id)] + parameters(of: rows.map(\.identity)))
    }

    /// Inserts or replaces staged or removed rows of an import.
    static func upsert(
        _ rows: [EncodedValue<HealthRow>], into table: StagedTable, import id: Int64,
        _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.\(table.rawValue) (profile_id, import_id, \(identity), content)
            SELECT $1, $2, * FROM unnest($3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (profile_id, import_id, \(identity))
                DO UPDATE SET content = excluded.content
            """,
            [.int64(profile), .int64(id)] + parameters(of: rows.map(\.value.identity))
                + [.texts(rows.map(\.text.text))])
    }

    enum StagedTable: String {
        case staged = "staged_row"
        case removed = "removed_row"
    }

    /// The rows that an import removed.
    static func removed(by id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT content FROM dayline.removed_row WHERE profile_id = $1 AND import_id = $2
            ORDER BY kind, start_at, detail, end_at, type, source_key
            """, .int64(profile), .int64(id))
    }

    /// The number of rows that publishing an import inserts, replaces and deletes.
    static func changeCount(by id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT (
                SELECT count(*) FROM dayline.staged_row WHERE profile_id = $1 AND import_id = $2
            ) + (
                SELECT count(*) FROM dayline.removed_row AS place
                WHERE place.profile_id = $1 AND place.import_id = $2 AND (EXISTS (
                    SELECT FROM dayline.health_row AS published
                    WHERE published.profile_id = $1 AND (\(pairs("published"))))
                OR EXISTS (
                    SELECT FROM dayline.staged_row AS staged WHERE staged.profile_id = $1
                        AND staged.import_id = $2 AND (\(pairs("staged"))))))
            """, .int64(profile), .int64(id))
    }

    /// All workouts before and after an import, each with true if the import adds or removes it, in the
    /// order of type, start and end. Empty if the import has no workouts.
    static func workouts(changedBy id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            WITH changed AS (
                SELECT start_at, end_at, type, source_key FROM dayline.staged_row
                WHERE profile_id = $1 AND import_id = $2 AND kind = 'Workout'
                UNION SELECT start_at, end_at, type, source_key FROM dayline.removed_row
                WHERE profile_id = $1 AND import_id = $2 AND kind = 'Workout')
            SELECT type, start_at, end_at, bool_or(is_changed) FROM (
                SELECT start_at, end_at, type, source_key,
                    (start_at, end_at, type, source_key) IN (SELECT * FROM changed) AS is_changed
                FROM dayline.health_row
                WHERE profile_id = $1 AND kind = 'Workout' AND EXISTS (SELECT FROM changed)
                UNION ALL SELECT start_at, end_at, type, source_key, true FROM dayline.staged_row
                WHERE profile_id = $1 AND import_id = $2 AND kind = 'Workout') AS workout
            GROUP BY type, start_at, end_at, source_key ORDER BY type, start_at, end_at
            """, .int64(profile), .int64(id))
    }

    /// Publishes the staged rows and deletes the removed ones.
    static func publish(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                INSERT INTO dayline.health_row (profile_id, \(identity), content)
                SELECT profile_id, \(identity), content FROM dayline.staged_row
                WHERE profile_id = $1 AND import_id = $2
                ON CONFLICT (profile_id, \(identity)) DO UPDATE SET content = excluded.content
                """, .int64(profile), .int64(id)),
            PostgresQuery(
                """
                DELETE FROM dayline.health_row AS published USING dayline.removed_row AS place
                WHERE published.profile_id = $1 AND place.profile_id = $1 AND place.import_id = $2
                    AND (\(pairs("published")))
                """, .int64(profile), .int64(id)),
            clear(.staged, of: id, profile),
        ]
    }

    static func clear(_ table: StagedTable, of id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "DELETE FROM dayline.\(table.rawValue) WHERE profile_id = $1 AND import_id = $2",
            .int64(profile), .int64(id))
    }

    /// The comparison of the identity of a row with that of the row `place`.
    static func pairs(_ table: String) -> String {
        identity.split(separator: ", ").map { "\(table).\($0) = place.\($0)" }
            .joined(separator: " AND ")
    }

    private static func kind(of table: HealthRowTable) -> String {
        table == .workout ? "Workout" : "Correlation"
    }

    private static func parameters(of rows: [HealthRow.Identity]) -> [PostgresParameter] {
        [
            .texts(rows.map(\.kind)), .int64s(rows.map(\.start)), .int64s(rows.map(\.end)),
            .texts(rows.map(\.type)), .texts(rows.map(\.sourceKey)), .texts(rows.map(\.detail)),
        ]
    }
}
