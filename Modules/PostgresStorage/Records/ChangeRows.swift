import CivilTime
import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `change`.
enum ChangeRows {
    /// Appends changes; the first row carries the idempotency key, the hash of the request and the reply.
    static func insertion(
        of changes: [Changes.Change], _ profile: Int64, at now: Int64, _ request: KeyedRequest?,
        _ reply: StoredReply?
    ) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.change (profile_id, number, profile, at, who, kind, key, before,
                after, idempotency_key, request_hash, reply, caller_reply)
            SELECT $1, number, profile, $2, who, kind, key, before, after,
                CASE WHEN number = $3 THEN $4 END, CASE WHEN number = $3 THEN $5 END,
                CASE WHEN number = $3 THEN $6 END, CASE WHEN number = $3 THEN $7 END
            FROM unnest($8, $9, $10, $11, $12, $13, $14)
                AS row (number, profile, who, kind, key, before, after)
            """, .int64(profile), .int64(now), .int64(changes.first?.number), .text(request?.key),
            .text(request?.hash), .text(request == nil ? nil : reply?.body),
            .text(request == nil ? nil : reply?.callerReply), .int64s(changes.map(\.number)),
            .texts(changes.map(\.profile)), .texts(changes.map(\.who)), .texts(changes.map(\.kind)),
            .texts(changes.map(\.key)), .texts(changes.map(\.before)), .texts(changes.map(\.after)))
    }

    /// The time of the first change of a profile.
    static func first(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT at FROM dayline.change WHERE profile_id = $1 ORDER BY number LIMIT 1",
            .int64(profile))
    }

    /// The renames of a profile, oldest first.
    static func renames(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT before, at FROM dayline.change
            WHERE profile_id = $1 AND kind = $2 AND before IS NOT NULL ORDER BY number
            """, .int64(profile), .text(Changes.profileKind))
    }

    /// All columns that the accessors of a change read.
    static let columns = "number, at, profile, who, kind, key, before, after"

    static func change(_ row: PostgresRow) throws -> Changes.Change {
        Changes.Change(
            number: try row.int64(0), at: instantText(try row.int64(1)), profile: try row.text(2),
            who: try row.text(3), kind: try row.text(4), key: try row.text(5),
            before: try row.optionalText(6), after: try row.optionalText(7))
    }

    /// The changes of a profile after `number`, oldest first, at most `limit`. Ends with the change with
    /// which their texts reach `bytes`.
    static func page(
        after number: Int64, of profile: Int64, limit: Int, bytes: Int
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns) FROM (
                SELECT \(columns), sum(coalesce(octet_length(before), 0)
                        + coalesce(octet_length(after), 0)) OVER (ORDER BY number) - coalesce(
                    octet_length(before), 0) - coalesce(octet_length(after), 0) AS preceding
                FROM (
                    SELECT \(columns) FROM dayline.change
                    WHERE profile_id = $1 AND number > $2 ORDER BY number LIMIT $3) AS newest
            ) AS sized WHERE preceding < $4 ORDER BY number
            """, .int64(profile), .int64(number), .int64(Int64(limit)), .int64(Int64(bytes)))
    }
}
