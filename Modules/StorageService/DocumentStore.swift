import Contracts
import GRDB

/// Rows of `tracked`.
enum DocumentStore {
    static func all(
        of profile: Int64, kinds: [String], _ db: Database
    ) throws -> [Tracker.Document] {
        let list = try BulkStatement(
            db,
            "SELECT id, revision, body FROM tracked WHERE profile_id = ? AND kind = ? ORDER BY id")
        var documents: [Tracker.Document] = []
        for kind in Set(kinds).sorted() {
            try list.start(profile, kind)
            while try list.next() {
                documents.append(
                    Tracker.Document(
                        kind: kind, id: list.text(0), revision: list.int64(1), body: list.text(2)))
            }
        }
        return documents
    }

    static func document(
        _ record: Tracker.Record, of profile: Int64, _ db: Database
    ) throws -> Tracker.Document? {
        let find = try BulkStatement(
            db, "SELECT revision, body FROM tracked WHERE profile_id = ? AND kind = ? AND id = ?")
        try find.start(profile, record.kind, record.id)
        guard try find.next() else { return nil }
        return Tracker.Document(
            kind: record.kind, id: record.id, revision: find.int64(0), body: find.text(1))
    }

    static func put(_ document: Tracker.Document, of profile: Int64, _ db: Database) throws {
        let put = try BulkStatement(
            db, "INSERT OR REPLACE INTO tracked VALUES (?, ?, ?, ?, ?)")
        try put.run(profile, document.kind, document.id, document.revision, document.body)
    }

    static func delete(_ record: Tracker.Record, of profile: Int64, _ db: Database) throws {
        let delete = try BulkStatement(
            db, "DELETE FROM tracked WHERE profile_id = ? AND kind = ? AND id = ?")
        try delete.run(profile, record.kind, record.id)
    }
}
