import GRDB

/// Rows of `source_order`.
enum SourceOrderStore {
    /// The normalized names of the sources, highest priority first; empty if no order was set.
    static func order(of profile: Int64, metric: String, _ db: Database) throws -> [String] {
        let list = try BulkStatement(
            db,
            """
            SELECT source_key FROM source_order WHERE profile_id = ? AND metric = ?
            ORDER BY position
            """)
        try list.start(profile, metric)
        var order: [String] = []
        while try list.next() { order.append(list.text(0)) }
        return order
    }

    static func set(
        _ order: [String], of profile: Int64, metric: String, _ db: Database
    ) throws {
        try db.execute(
            sql: "DELETE FROM source_order WHERE profile_id = ? AND metric = ?",
            arguments: [profile, metric])
        let add = try BulkStatement(db, "INSERT INTO source_order VALUES (?, ?, ?, ?)")
        for (position, source) in order.enumerated() {
            try add.run(profile, metric, Int64(position), source)
        }
    }
}
