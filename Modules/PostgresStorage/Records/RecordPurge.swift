import Contracts
import PostgresClient

/// Removes records for good: clears their texts in the change log, and deletes the steps that could restore
/// them.
enum RecordPurge {
    static func queries(
        _ records: [TrackerRecords.RecordKey], of profile: Int64
    ) -> [PostgresQuery] {
        let parameters: [PostgresParameter] = [
            .int64(profile), .texts(records.map(\.kind)), .texts(records.map(\.id)),
        ]
        return [
            PostgresQuery(
                """
                WITH named AS (
                    SELECT * FROM unnest($2, $3) AS row (kind, id)
                ), newest AS (
                    SELECT max(number) AS number FROM (
                        SELECT number FROM dayline.change
                        WHERE profile_id = $1 AND (kind, key) IN (SELECT kind, id FROM named)
                        UNION ALL SELECT step FROM dayline.displaced_document
                        WHERE profile_id = $1 AND (kind, id) IN (SELECT kind, id FROM named)
                        UNION ALL SELECT step FROM dayline.displaced_entry
                        WHERE profile_id = $1 AND id IN (
                            SELECT id FROM named WHERE kind = '\(TrackerRecords.entryKind)')
                    ) AS numbers
                ), deleted AS (
                    DELETE FROM dayline.step
                    WHERE profile_id = $1 AND first_change <= (SELECT number FROM newest)
                    RETURNING first_change, is_fill
                ), entries AS (
                    DELETE FROM dayline.displaced_entry WHERE profile_id = $1
                        AND step IN (SELECT first_change FROM deleted WHERE is_fill)
                )
                DELETE FROM dayline.displaced_document WHERE profile_id = $1
                    AND step IN (SELECT first_change FROM deleted WHERE is_fill)
                """, parameters),
            PostgresQuery(
                """
                UPDATE dayline.change SET before = NULL, after = NULL
                WHERE profile_id = $1 AND (before IS NOT NULL OR after IS NOT NULL)
                    AND (kind, key) IN (SELECT * FROM unnest($2, $3))
                """, parameters),
            // Stored responses may contain the records. The requests themselves still count as executed.
            PostgresQuery(
                """
                UPDATE dayline.change SET caller_reply = NULL
                WHERE profile_id = $1 AND idempotency_key IS NOT NULL AND caller_reply IS NOT NULL
                """, .int64(profile)),
        ]
    }
}
