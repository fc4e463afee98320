import GRDB

/// The table of a chunk or day total. Most rows are settled, in key order. Rows of small publications are
/// in a small separate table, so that an import of one day changes a few pages instead of one for each
/// series and metric. A recent row takes precedence over the settled row with the same key; the views
/// `chunk` and `day_total` show the result.
enum Tier: String, CaseIterable {
    case recent, settled

    /// The view that combines the tables of both tiers.
    enum Kind: String {
        case chunk
        case dayTotal = "day_total"

        /// The maximum number of recent rows of a profile; beyond it they are settled.
        fileprivate var limit: Int64 {
            switch self {
            case .chunk: 512
            case .dayTotal: 2048
            }
        }
    }

    func table(of kind: Kind) -> String { "\(rawValue)_\(kind.rawValue)" }

    /// The tier for `count` rows. Settles the recent rows if both together exceed the limit.
    static func choose(
        forCount count: Int64, of kind: Kind, profile: Int64, _ db: Database
    ) throws -> Tier {
        guard count > 0 else { return .recent }
        let find = try BulkStatement(
            db,
            """
            SELECT count(*) FROM (
                SELECT 1 FROM recent_\(kind.rawValue) WHERE profile_id = ? LIMIT ?)
            """)
        try find.start(profile, kind.limit)
        guard try find.next(), find.int64(0) + count > kind.limit else { return .recent }
        try settle(kind, of: profile, db)
        return count > kind.limit ? .settled : .recent
    }

    private static func settle(_ kind: Kind, of profile: Int64, _ db: Database) throws {
        if kind == .chunk {
            try BulkStatement(
                db,
                """
                DELETE FROM chunk_data WHERE id IN (
                    SELECT settled.data_id FROM recent_chunk AS recent
                    JOIN settled_chunk AS settled USING (profile_id, series_id, segment)
                    WHERE recent.profile_id = ?)
                """
            ).run(profile)
        }
        try BulkStatement(
            db,
            """
            INSERT OR REPLACE INTO settled_\(kind.rawValue)
            SELECT * FROM recent_\(kind.rawValue) WHERE profile_id = ?
            """
        ).run(profile)
        try BulkStatement(db, "DELETE FROM recent_\(kind.rawValue) WHERE profile_id = ?")
            .run(profile)
    }
}
