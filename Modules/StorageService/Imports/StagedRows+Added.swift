import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `added_row`: the identities of the health rows that an import adds, for its undo.
extension StagedRows {
    /// The tables of published rows by kind, with the condition that a row of `added_row` or `staged_row`,
    /// called `own`, has the identity of the published one.
    private static let tables: KeyValuePairs<String, (table: String, isSame: String)> = {
        let workout = """
            published.profile_id = own.profile_id AND published.start = own.start
                AND published.end = own.end AND published.type = own.type
                AND published.source_key = own.source_key
            """
        return [
            "Workout": ("workout", workout),
            "Correlation": ("correlation", workout + " AND published.detail = own.detail"),
            "ActivitySummary": (
                "activity_summary",
                "published.profile_id = own.profile_id AND published.day = own.detail"
            ),
        ]
    }()

    private static let identity = "kind, start, end, type, source_key, detail"

    /// Records the staged rows that the publication inserts, before they are published.
    func recordInserted(_ db: Database) throws {
        for (kind, published) in Self.tables {
            try db.execute(
                sql: """
                    INSERT INTO added_row
                    SELECT profile_id, import_id, \(Self.identity) FROM staged_row AS own
                    WHERE profile_id = ? AND import_id = ? AND kind = ? AND NOT EXISTS (
                        SELECT 1 FROM \(published.table) AS published WHERE \(published.isSame))
                    """, arguments: [profile, importID, kind])
        }
    }

    /// The published rows that the import added and no later import added again.
    func added(_ db: Database) throws -> [HealthRow] {
        var rows: [HealthRow] = []
        for (kind, published) in Self.tables {
            let list = try BulkStatement(
                db,
                """
                SELECT published.content FROM added_row AS own
                JOIN \(published.table) AS published ON \(published.isSame)
                WHERE own.profile_id = ?1 AND own.import_id = ?2 AND own.kind = ?3
                    AND (own.start, own.end, own.type, own.source_key, own.detail) NOT IN (
                        SELECT start, end, type, source_key, detail FROM added_row
                        WHERE profile_id = ?1 AND import_id > ?2 AND kind = ?3)
                ORDER BY own.start, own.detail, own.end, own.type, own.source_key
                """)
            try list.start(profile, importID, kind)
            while try list.next() {
                rows.append(try JSONBody.decode(HealthRow.self, from: list.textBytes(0)))
            }
        }
        return rows
    }
}
