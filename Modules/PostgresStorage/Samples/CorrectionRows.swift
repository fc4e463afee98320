import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `correction`.
enum CorrectionRows {
    private static let columns = "series_id, start_at, end_at, value, attributes, replacement"

    /// The corrections of a profile, or of one of its metrics, ordered by series and time.
    static func all(of metric: String?, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM dayline.correction WHERE profile_id = $1
                AND ($2 IS NULL OR series_id IN (
                    SELECT series_id FROM dayline.series WHERE profile_id = $1 AND metric = $2))
            ORDER BY series_id, start_at, end_at, value
            """, .int64(profile), .text(metric))
    }

    /// The correction that removed a sample.
    static func correction(of sample: SampleReference, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM dayline.correction
            WHERE profile_id = $1 AND series_id = $2 AND start_at = $3 AND end_at = $4 AND value = $5
            """, .int64(profile), .int64(sample.series), .int64(sample.start),
            .int64(sample.end), .double(sample.value))
    }

    /// The corrections whose replacement is a sample, of the metric that has the sample's series.
    static func corrections(
        replacingWith sample: SampleReference, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM dayline.correction
            WHERE profile_id = $1 AND start_at = $3 AND end_at = $4 AND replacement = $5
                AND series_id IN (
                    SELECT other.series_id FROM dayline.series AS other
                    JOIN dayline.series AS own USING (profile_id, metric)
                    WHERE profile_id = $1 AND own.series_id = $2)
            ORDER BY series_id, value
            """, .int64(profile), .int64(sample.series), .int64(sample.start),
            .int64(sample.end), .double(sample.value))
    }

    static func correction(_ row: PostgresRow) throws -> Correction {
        Correction(
            original: SampleReference(
                series: try row.int64(0), start: try row.int64(1), end: try row.int64(2),
                value: try row.double(3)),
            attributes: try JSONBody.decode([Int: String].self, from: Bytes(try row.text(4))),
            replacement: try row.optionalDouble(5))
    }

    /// Sets the correction of a sample; nil deletes it.
    static func set(
        _ correction: Correction?, of sample: SampleReference, _ profile: Int64
    ) throws -> PostgresQuery {
        guard let correction else {
            return PostgresQuery(
                """
                DELETE FROM dayline.correction WHERE profile_id = $1 AND series_id = $2
                    AND start_at = $3 AND end_at = $4 AND value = $5
                """, .int64(profile), .int64(sample.series), .int64(sample.start),
                .int64(sample.end), .double(sample.value))
        }
        return PostgresQuery(
            """
            INSERT INTO dayline.correction (profile_id, \(columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (profile_id, series_id, start_at, end_at, value) DO UPDATE SET
                attributes = excluded.attributes, replacement = excluded.replacement
            """, .int64(profile), .int64(sample.series), .int64(sample.start),
            .int64(sample.end), .double(sample.value),
            .text(try JSONBody.encode(correction.attributes).text),
            .double(correction.replacement))
    }
}
