import Contracts
import FoundationEssentials
import GRDB
import RPC

/// A row of `import`.
struct ImportRow: Sendable {
    var id: Int64
    var profile: Int64
    var isPublished: Bool
    var report: ImportReport?

    static func begin(
        _ request: Staging.Begin, profile: Int64, _ db: GRDB.Database
    ) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO import (profile_id, state, importer, file, is_dry_run)
                VALUES (?, 'staged', ?, ?, ?)
                """, arguments: [profile, request.importer, request.file, request.isDryRun])
        return db.lastInsertedRowID
    }

    /// - Throws: NOT_FOUND also when the import is another profile's.
    static func find(_ id: Int64, of profile: Int64, _ db: GRDB.Database) throws -> ImportRow {
        let statement = try db.cachedStatement(
            sql: "SELECT state, report FROM import WHERE id = ? AND profile_id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id, profile]) else {
            throw StorageError.noImport(id)
        }
        let text: String? = row[1]
        return ImportRow(
            id: id, profile: profile, isPublished: row[0] == "published",
            report: try text.map(Self.report))
    }

    static func published(of profile: Int64, _ db: GRDB.Database) throws -> [ImportReport] {
        try String.fetchAll(
            db,
            sql: """
                SELECT report FROM import WHERE profile_id = ? AND state = 'published'
                ORDER BY id DESC
                """, arguments: [profile]
        ).map(Self.report)
    }

    static func finish(
        _ report: ImportReport, _ quarantined: [QuarantinedItem], import id: Int64,
        _ db: GRDB.Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE import SET state = 'published', report = ?, published = datetime('now')
                WHERE id = ?
                """, arguments: [try JSONBody.encode(report).text, id])
        let add = try db.cachedStatement(
            sql: "INSERT INTO quarantined (import_id, item) VALUES (?, ?)")
        for item in quarantined {
            try add.execute(arguments: [id, try JSONBody.encode(item).text])
        }
    }

    static func quarantined(import id: Int64, _ db: GRDB.Database) throws -> [QuarantinedItem] {
        try String.fetchAll(
            db, sql: "SELECT item FROM quarantined WHERE import_id = ? ORDER BY rowid",
            arguments: [id]
        ).map { try JSONBody.decode(QuarantinedItem.self, from: Bytes($0)) }
    }

    /// Whatever is staged when storage starts belongs to an import that died.
    static func clearStaged(_ db: GRDB.Database) throws {
        for id in try Int64.fetchAll(db, sql: "SELECT id FROM import WHERE state = 'staged'") {
            try abort(id, db)
        }
    }

    static func abort(_ id: Int64, _ db: GRDB.Database) throws {
        try ChunkStore.clearStaged(import: id, db)
        try db.execute(
            sql: "DELETE FROM import WHERE id = ? AND state = 'staged'", arguments: [id])
    }

    private static func report(_ text: String) throws -> ImportReport {
        try JSONBody.decode(ImportReport.self, from: Bytes(text))
    }
}
