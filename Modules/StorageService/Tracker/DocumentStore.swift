import Contracts
import GRDB
import RPC

/// Rows of `tracked`.
enum DocumentStore {
    /// One page of the documents of some kinds after `last`, ordered by kind and identifier.
    /// - Returns: The documents, and the key of the last one; nil on the last page.
    static func page(
        of profile: Int64, kinds: [String], after last: TrackerRecords.RecordKey?, _ db: Database
    ) throws -> (documents: [TrackerRecords.Document], next: TrackerRecords.RecordKey?) {
        let list = try BulkStatement(
            db,
            """
            SELECT id, revision, body FROM tracked WHERE profile_id = ? AND kind = ? AND id > ?
            ORDER BY id
            """)
        var documents: [TrackerRecords.Document] = []
        var bytes = 0
        for kind in Set(kinds).sorted() where kind >= last?.kind ?? "" {
            try list.start(profile, kind, kind == last?.kind ? last?.id ?? "" : "")
            while try list.next() {
                if bytes >= WireLimits.pageBytes, let last = documents.last {
                    return (documents, TrackerRecords.RecordKey(kind: last.kind, id: last.id))
                }
                let document = TrackerRecords.Document(
                    kind: kind, id: list.text(0), revision: list.int64(1), body: list.text(2))
                documents.append(document)
                bytes += document.id.utf8.count + document.body.utf8.count
            }
        }
        return (documents, nil)
    }

    static func document(
        _ record: TrackerRecords.RecordKey, of profile: Int64, _ db: Database
    ) throws -> TrackerRecords.Document? {
        let find = try BulkStatement(
            db, "SELECT revision, body FROM tracked WHERE profile_id = ? AND kind = ? AND id = ?")
        try find.start(profile, record.kind, record.id)
        guard try find.next() else { return nil }
        return TrackerRecords.Document(
            kind: record.kind, id: record.id, revision: find.int64(0), body: find.text(1))
    }

    static func save(_ document: TrackerRecords.Document, of profile: Int64, _ db: Database) throws
    {
        let insert = try BulkStatement(
            db, "INSERT OR REPLACE INTO tracked VALUES (?, ?, ?, ?, ?)")
        try insert.run(profile, document.kind, document.id, document.revision, document.body)
    }

    static func delete(_ record: TrackerRecords.RecordKey, of profile: Int64, _ db: Database) throws
    {
        let delete = try BulkStatement(
            db, "DELETE FROM tracked WHERE profile_id = ? AND kind = ? AND id = ?")
        try delete.run(profile, record.kind, record.id)
    }
}
