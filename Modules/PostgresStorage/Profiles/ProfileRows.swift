import CivilTime
import Contracts
import PostgresClient

/// Rows of `profile` and `profile_zone`.
enum ProfileRows {
    /// `profile_zone.from_day` of the first zone of a profile, which has no first day.
    private static let noDay = Int64(Int32.min)

    /// The changes of the zone, oldest first.
    static func zones(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT from_day, zone FROM dayline.profile_zone WHERE profile_id = $1 ORDER BY from_day",
            .int64(profile))
    }

    static func zones(_ result: PostgresResult) throws -> [ZoneChange] {
        try result.rows.map { row in
            let day = try row.int32(0)
            return ZoneChange(
                from: day == .min ? nil : CivilDate(days: day), zone: try row.text(1))
        }
    }

    /// Sets the zone from a day until the next change of the zone. Without a day it replaces all changes.
    static func set(_ change: ZoneChange, of profile: Int64) -> [PostgresQuery] {
        let day = change.from.map { Int64($0.days) } ?? noDay
        return [
            PostgresQuery(
                """
                DELETE FROM dayline.profile_zone
                WHERE profile_id = $1 AND ($2 = \(noDay) OR from_day = $2)
                """, .int64(profile), .int64(day)),
            PostgresQuery(
                "INSERT INTO dayline.profile_zone (profile_id, from_day, zone) VALUES ($1, $2, $3)",
                .int64(profile), .int64(day), .text(change.zone)),
        ]
    }

    /// The number of activities outside of the trash.
    static func activityCount(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT count(*) FROM dayline.tracked WHERE profile_id = $1
                AND kind = '\(TrackerRecords.activityKind)' AND body::json ->> 'deleted' IS NULL
            """, .int64(profile))
    }

    static func sampleCount(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT coalesce(sum(count), 0)::bigint FROM dayline.chunk WHERE profile_id = $1",
            .int64(profile))
    }

    /// Limits the transaction to a profile, and waits until no other transaction writes the profile. The last
    /// result has the epoch of its owner.
    static func lock(of profile: Int64) -> [PostgresQuery] {
        [
            .setProfile(profile),
            PostgresQuery(
                "SELECT owner_epoch FROM dayline.profile WHERE profile_id = $1 FOR UPDATE",
                .int64(profile)),
        ]
    }

    /// Locks a profile and deletes all of its rows. Without the lock, a storage worker could add rows to a
    /// table after this transaction has deleted those of the table.
    static func lockedDeletion(of profile: Int64) -> [PostgresQuery] {
        lock(of: profile) + deletion(of: profile)
    }

    /// Deletes the rows of a profile in all tables but `excluded`.
    static func deletion(
        of profile: Int64, except excluded: Set<String> = []
    ) -> [PostgresQuery] {
        tables.filter { !excluded.contains($0) }.map {
            PostgresQuery("DELETE FROM dayline.\($0) WHERE profile_id = $1", .int64(profile))
        }
    }

    /// The tables with profile_id; a test compares them with the schema.
    static let tables = [
        "profile_zone", "setting", "entry", "tracked", "change", "step", "following",
        "displaced_entry", "displaced_document", "series", "chunk", "correction", "source_order",
        "health_row", "import", "quarantined", "staged_chunk", "staged_row", "removed_chunk",
        "removed_row", "added_chunk", "added_row", "import_file", "import_original",
        "original_piece", "original", "photo_piece", "photo", "metric_state", "dirty", "day_block",
        "month_partial", "participant", "profile_name", "profile",
    ]
}
