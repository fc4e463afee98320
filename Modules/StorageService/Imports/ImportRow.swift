import Contracts
import GRDB
import RPC
import StorageCore

/// A row of `import`.
struct ImportRow: Sendable {
    var id: Int64
    var profile: Int64
    /// The response to publishing the import; nil while it is staged.
    var published: Staging.PublishResponse?

    var chunks: StagedChunks { StagedChunks(profile: profile, importID: id) }
    var rows: StagedRows { StagedRows(profile: profile, importID: id) }

    static func begin(
        _ request: Staging.BeginRequest, profile: Int64, _ db: Database
    ) throws -> ImportRow {
        try db.execute(
            sql: """
                INSERT INTO import (profile_id, state, importer, file) VALUES (?, 'staged', ?, ?)
                """, arguments: [profile, request.importer, request.file])
        return ImportRow(id: db.lastInsertedRowID, profile: profile)
    }

    /// - Throws: NOT_FOUND if the profile has no such import.
    static func find(_ id: Int64, of profile: Int64, _ db: Database) throws -> ImportRow {
        let find = try BulkStatement(
            db,
            """
            SELECT state, metrics, coalesce(json_extract(report, '$.version'), 0) FROM import
            WHERE id = ? AND profile_id = ?
            """)
        try find.start(id, profile)
        guard try find.next() else { throw StorageError.noImport(id) }
        var row = ImportRow(id: id, profile: profile)
        if find.text(0) == "published" {
            let metrics = try JSONBody.decode([String].self, from: Bytes(find.text(1)))
            row.published = Staging.PublishResponse(version: find.int64(2), metrics: metrics)
        }
        return row
    }

    /// - Throws: FAILED_PRECONDITION if the import is published.
    static func findStaged(_ id: Int64, of profile: Int64, _ db: Database) throws -> ImportRow {
        let row = try find(id, of: profile, db)
        guard row.published == nil else { throw StorageError.importPublished(id) }
        return row
    }

    /// The staged imports of all profiles.
    static func allStaged(_ db: Database) throws -> [ImportRow] {
        try Row.fetchAll(db, sql: "SELECT id, profile_id FROM import WHERE state = 'staged'")
            .map { ImportRow(id: $0[0], profile: $0[1]) }
    }

    func finish(
        _ report: ImportReport, _ metrics: [String], _ quarantined: [QuarantinedItem],
        _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE import SET state = 'published', report = ?, metrics = ? WHERE id = ?",
            arguments: [
                try JSONBody.encode(report).text, try JSONBody.encode(metrics).text, id,
            ])
        let add = try BulkStatement(db, "INSERT INTO quarantined VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (position, item) in quarantined.enumerated() {
            try add.run(
                profile, id, Int64(position), item.type, item.offset, item.line, item.reason,
                item.text)
        }
    }

    /// True if the import added samples or rows, after it was published.
    func hasAdditions(_ db: Database) throws -> Bool {
        let find = try BulkStatement(
            db,
            """
            SELECT EXISTS (SELECT 1 FROM added_chunk WHERE profile_id = ?1 AND import_id = ?2)
                OR EXISTS (SELECT 1 FROM added_row WHERE profile_id = ?1 AND import_id = ?2)
            """)
        try find.start(profile, id)
        return try find.next() ? find.int64(0) != 0 : false
    }

    /// Marks a published import as undone by this one.
    /// - Throws: `StorageError.cannotUndo`; `StorageError.noImport`.
    func markUndone(_ undone: Int64, _ db: Database) throws {
        try changeReport(of: undone, db) { try $0.undone(by: id) }
    }

    /// Marks an undone import as stored again by this one.
    /// - Throws: `StorageError.noImport`.
    func markRestored(_ restored: Int64, _ db: Database) throws {
        try changeReport(of: restored, db) { $0.restored(by: id) }
    }

    private func changeReport(
        of other: Int64, _ db: Database, _ change: (ImportReport) throws -> ImportReport
    ) throws {
        let text = try Self.publishedReport(other, of: profile, db)
        let report = try change(JSONBody.decode(ImportReport.self, from: Bytes(text)))
        try db.execute(
            sql: "UPDATE import SET report = ? WHERE id = ?",
            arguments: [try JSONBody.encode(report).text, other])
    }

    /// Deletes a staged import and its staged rows.
    func abort(_ db: Database) throws {
        try chunks.clear(db)
        try rows.clear(db)
        try db.execute(sql: "DELETE FROM import WHERE id = ?", arguments: [id])
    }

    /// Passes the reports of published imports before `id` to `shouldContinue`, newest first, until it
    /// returns false. `bytes` is the size of the encoded report.
    static func reports(
        of profile: Int64, before id: Int64 = .max, _ db: Database,
        while shouldContinue: (_ report: ImportReport, _ bytes: Int) throws -> Bool
    ) throws {
        let list = try BulkStatement(
            db,
            """
            SELECT report FROM import WHERE profile_id = ? AND state = 'published' AND id < ?
            ORDER BY id DESC
            """)
        try list.start(profile, id)
        while try list.next() {
            let report = try JSONBody.decode(ImportReport.self, from: Bytes(list.text(0)))
            guard try shouldContinue(report, list.byteCount(0)) else { return }
        }
    }

    /// The reports that fit one message, newest first.
    static func page(
        of profile: Int64, before id: Int64?, _ db: Database
    ) throws -> ImportLog.ListResponse {
        var page = ImportLog.ListResponse(imports: [])
        var bytes = 0
        let originals = try OriginalStore(profile: profile).sizes(db)
        try reports(of: profile, before: id ?? .max, db) { report, size in
            page.imports.append(report)
            page.imports[page.imports.count - 1].originalBytes = originals[report.id]
            bytes += size
            guard bytes < WireLimits.pageBytes else {
                page.next = report.id
                return false
            }
            return true
        }
        return page
    }

    static func entry(_ id: Int64, of profile: Int64, _ db: Database) throws
        -> ImportLog.GetResponse
    {
        let text = try publishedReport(id, of: profile, db)
        let list = try BulkStatement(
            db,
            """
            SELECT type, byte_offset, line, reason, text FROM quarantined
            WHERE profile_id = ? AND import_id = ? ORDER BY position
            """)
        try list.start(profile, id)
        var items: [QuarantinedItem] = []
        while try list.next() {
            items.append(
                QuarantinedItem(
                    type: list.text(0), offset: list.int64(1), line: list.int64(2),
                    reason: list.text(3), text: list.text(4)))
        }
        var report = try JSONBody.decode(ImportReport.self, from: Bytes(text))
        report.originalBytes = try OriginalStore(profile: profile).sizes(db)[id]
        return ImportLog.GetResponse(report: report, quarantinedItems: items)
    }

    /// The report of a published import as JSON.
    private static func publishedReport(
        _ id: Int64, of profile: Int64, _ db: Database
    ) throws -> String {
        let text = try String.fetchOne(
            db,
            sql: """
                SELECT report FROM import WHERE id = ? AND profile_id = ? AND state = 'published'
                """, arguments: [id, profile])
        guard let text else { throw StorageError.noImport(id) }
        return text
    }
}
