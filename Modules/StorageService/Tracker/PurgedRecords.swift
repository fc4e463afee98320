import Contracts
import GRDB
import RPC
import StorageCore
import Tracker

/// Records that are removed for good: their texts are cleared in the change log, and the steps that could
/// restore them are deleted.
///
/// There is no index by record, so all records are purged with one scan of each table.
struct PurgedRecords {
    private let profile: Int64
    /// The kinds and identifiers of the records as JSON.
    private let names: String
    /// The keys of the entries among the records as JSON.
    private let entryKeys: String

    init(_ records: [TrackerRecords.RecordKey], of profile: Int64) throws {
        self.profile = profile
        names = try JSONBody.encode(records.map { [$0.kind, $0.id] }).text
        let entries = records.filter { $0.kind == TrackerRecords.entryKind }
        entryKeys = try JSONBody.encode(entries.map { EntryKey(Entry.ID($0.id)).sqlText }).text
    }

    func purge(_ db: Database) throws {
        let named = """
            (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:names))
            """
        let newest = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(number) FROM (
                    SELECT number FROM change
                    WHERE profile_id = :profile AND (kind, key) IN \(named)
                    UNION ALL SELECT step FROM displaced_document
                    WHERE profile_id = :profile AND (kind, id) IN \(named)
                    UNION ALL SELECT step FROM displaced_entry
                    WHERE profile_id = :profile
                        AND CASE typeof(id) WHEN 'blob' THEN hex(id) ELSE id END
                            IN (SELECT value FROM json_each(:keys)))
                """, arguments: ["profile": profile, "names": names, "keys": entryKeys])
        try db.execute(
            sql: """
                UPDATE change SET before = NULL, after = NULL
                WHERE profile_id = :profile AND (kind, key) IN \(named)
                    AND (before IS NOT NULL OR after IS NOT NULL)
                """, arguments: ["profile": profile, "names": names])
        // Stored replies may contain the records. The requests themselves still count as executed.
        try db.execute(
            sql: """
                UPDATE change SET reply = json_remove(reply, '$.reply')
                WHERE idempotency_key IS NOT NULL AND +profile_id = :profile
                """, arguments: ["profile": profile])
        try StepRow.delete(through: newest ?? 0, of: profile, db)
    }
}

extension EntryKey {
    /// The key as in the query: for a UUID the result of SQL's `hex`.
    fileprivate var sqlText: String {
        switch self {
        case .text(let text): return text
        case .uuid(let high, let low):
            return [high, low].map { half in
                let digits = String(half, radix: 16, uppercase: true)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
    }
}
