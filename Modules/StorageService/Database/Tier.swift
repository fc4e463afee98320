import GRDB

/// Where rows of chunks and day totals lie: the bulk of them settled, in the order of their keys, and
/// those of small publications apart, close together, so that a day of news changes a few pages instead
/// of one for each series and metric. A recent row counts in place of a settled one with its key; the
/// views `chunk` and `day_total` show what holds.
enum Tier: String, CaseIterable {
    case recent, settled

    /// What one tier has in common with the other: the name of a view.
    enum Kind: String {
        case chunk
        case dayTotal = "day_total"

        /// Recent rows of a profile; with more they are settled.
        fileprivate var limit: Int64 {
            switch self {
            case .chunk: 512
            case .dayTotal: 2048
            }
        }
    }

    func table(of kind: Kind) -> String { "\(rawValue)_\(kind.rawValue)" }

    /// The tier that takes on `count` rows; what is recent was settled when they go there, or do not
    /// fit beside it.
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
