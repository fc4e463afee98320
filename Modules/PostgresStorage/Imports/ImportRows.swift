import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `import`, `quarantined` and `import_file`.
enum ImportRows {
    /// The greatest number of an import.
    static func lastNumber(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT import_number FROM dayline.profile WHERE profile_id = $1", .int64(profile))
    }

    /// Adds a staged import.
    static func insertion(
        _ id: Int64, _ request: Staging.BeginRequest, by instance: UInt64, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                INSERT INTO dayline.import (profile_id, import_id, importer, file, instance)
                VALUES ($1, $2, $3, $4, $5)
                """, .int64(profile), .int64(id), .text(request.importer), .text(request.file),
                .int64(Int64(bitPattern: instance))),
            PostgresQuery(
                "UPDATE dayline.profile SET import_number = $2 WHERE profile_id = $1",
                .int64(profile), .int64(id)),
        ]
    }

    static func state(of id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT is_published, coalesce(version, 0), coalesce(metrics, '[]') FROM dayline.import
            WHERE profile_id = $1 AND import_id = $2
            """, .int64(profile), .int64(id))
    }

    /// The response to publishing the import; nil while it is staged.
    /// - Throws: NOT_FOUND if the profile has no such import.
    static func published(
        _ result: PostgresResult, _ id: Int64
    ) throws -> Staging.PublishResponse? {
        guard let row = result.first else { throw StorageError.noImport(id) }
        guard try row.bool(0) else { return nil }
        return Staging.PublishResponse(
            version: try row.int64(1),
            metrics: try JSONBody.decode([String].self, from: Bytes(try row.text(2))))
    }

    /// - Throws: FAILED_PRECONDITION if the import is published.
    static func checkStaged(_ result: PostgresResult, _ id: Int64) throws {
        guard try published(result, id) == nil else { throw StorageError.importPublished(id) }
    }

    static func finish(
        _ report: ImportReport, _ metrics: [String], _ quarantined: [QuarantinedItem],
        _ profile: Int64
    ) throws -> [PostgresQuery] {
        let update = PostgresQuery(
            """
            UPDATE dayline.import
            SET is_published = true, report = $3, metrics = $4, version = $5
            WHERE profile_id = $1 AND import_id = $2
            """, .int64(profile), .int64(report.id), .text(try JSONBody.encode(report).text),
            .text(try JSONBody.encode(metrics).text), .int64(report.version))
        guard !quarantined.isEmpty else { return [update] }
        return [
            update,
            PostgresQuery(
                """
                INSERT INTO dayline.quarantined (profile_id, import_id, position, type, byte_offset,
                    line, reason, text)
                SELECT $1, $2, place - 1, type, byte_offset, line, reason, text
                FROM unnest($3, $4, $5, $6, $7) WITH ORDINALITY
                    AS row (type, byte_offset, line, reason, text, place)
                """, .int64(profile), .int64(report.id), .texts(quarantined.map(\.type)),
                .int64s(quarantined.map(\.offset)), .int64s(quarantined.map(\.line)),
                .texts(quarantined.map(\.reason)), .texts(quarantined.map(\.text))),
        ]
    }

    /// Deletes a staged import with what it staged.
    static func abort(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        abort("import_id = $2", .int64(id), profile)
    }

    /// Deletes the imports that other processes staged.
    static func abort(notBy instance: UInt64, _ profile: Int64) -> [PostgresQuery] {
        abort("instance <> $2", .int64(Int64(bitPattern: instance)), profile)
    }

    private static func abort(
        _ condition: String, _ parameter: PostgresParameter, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            "staged_chunk", "removed_chunk", "added_chunk", "staged_row", "removed_row", "import",
        ].map { table in
            PostgresQuery(
                """
                DELETE FROM dayline.\(table) WHERE profile_id = $1 AND import_id IN (
                    SELECT import_id FROM dayline.import
                    WHERE profile_id = $1 AND NOT is_published AND \(condition))
                """, .int64(profile), parameter)
        }
    }

    /// The reports of published imports before `id` whose texts fit a page, newest first, with the one that
    /// does not fit any more.
    static func reports(before id: Int64?, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT report FROM (
                SELECT import_id, report, sum(octet_length(report)) OVER (ORDER BY import_id DESC)
                    - octet_length(report) AS preceding
                FROM dayline.import WHERE profile_id = $1 AND is_published AND import_id < $2
            ) AS sized WHERE preceding < $3 ORDER BY import_id DESC
            """, .int64(profile), .int64(id ?? .max), .int64(Int64(WireLimits.pageBytes)))
    }

    /// `originals` are the sizes of the stored files by import.
    static func page(
        _ result: PostgresResult, _ originals: [Int64: Int64]
    ) throws -> ImportLog.ListResponse {
        var page = ImportLog.ListResponse(imports: [])
        var bytes = 0
        for row in result.rows {
            let text = try row.text(0)
            var report = try JSONBody.decode(ImportReport.self, from: Bytes(text))
            report.originalBytes = originals[report.id]
            page.imports.append(report)
            bytes += text.utf8.count
        }
        if bytes >= WireLimits.pageBytes { page.next = page.imports.last?.id }
        return page
    }

    /// The report of a published import.
    static func report(_ id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT report FROM dayline.import
            WHERE profile_id = $1 AND import_id = $2 AND is_published
            """, .int64(profile), .int64(id))
    }

    /// Marks the import of a report as undone by another one.
    /// - Throws: `StorageError.cannotUndo`; `StorageError.noImport` without a report.
    static func markUndone(
        _ result: PostgresResult, _ undone: Int64, by id: Int64, _ profile: Int64
    ) throws -> PostgresQuery {
        try reportChange(result, undone, profile) { try $0.undone(by: id) }
    }

    /// Marks the undone import of a report as stored again by another one.
    /// - Throws: `StorageError.noImport` without a report.
    static func markRestored(
        _ result: PostgresResult, _ restored: Int64, by id: Int64, _ profile: Int64
    ) throws -> PostgresQuery {
        try reportChange(result, restored, profile) { $0.restored(by: id) }
    }

    private static func reportChange(
        _ result: PostgresResult, _ id: Int64, _ profile: Int64,
        _ change: (ImportReport) throws -> ImportReport
    ) throws -> PostgresQuery {
        guard let row = result.first else { throw StorageError.noImport(id) }
        let report = try change(
            JSONBody.decode(ImportReport.self, from: Bytes(try row.text(0))))
        return PostgresQuery(
            "UPDATE dayline.import SET report = $3 WHERE profile_id = $1 AND import_id = $2",
            .int64(profile), .int64(id), .text(try JSONBody.encode(report).text))
    }

    static func entry(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        [
            report(id, profile),
            PostgresQuery(
                """
                SELECT type, byte_offset, line, reason, text FROM dayline.quarantined
                WHERE profile_id = $1 AND import_id = $2 ORDER BY position
                """, .int64(profile), .int64(id)),
            OriginalRows.find(id, profile),
        ]
    }

    static func entry(
        _ results: [PostgresResult], _ id: Int64
    ) throws -> ImportLog.GetResponse {
        guard let row = results[0].first else { throw StorageError.noImport(id) }
        var report = try JSONBody.decode(ImportReport.self, from: Bytes(try row.text(0)))
        report.originalBytes = try results[2].first.map(OriginalRows.original)?.bytes
        return ImportLog.GetResponse(
            report: report,
            quarantinedItems: try results[1].rows.map { row in
                QuarantinedItem(
                    type: try row.text(0), offset: try row.int64(1), line: try row.int64(2),
                    reason: try row.text(3), text: try row.text(4))
            })
    }

    /// The files that imports read with the same parameters at the present data version.
    static func knownFiles(
        _ parameters: ImportLog.ReadParameters, _ profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT import_id, hash FROM dayline.import_file
            JOIN dayline.profile USING (profile_id, data_version)
            WHERE profile_id = $1 AND bytes = $2 AND importer = $3 AND importer_version = $4
                AND zone = $5 ORDER BY import_id
            """, .int64(profile), .int64(parameters.bytes), .text(parameters.importer),
            .text(parameters.importerVersion), .text(parameters.zone ?? ""))
    }

    /// Deletes the files of earlier data versions.
    static func forgetFiles(before version: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "DELETE FROM dayline.import_file WHERE profile_id = $1 AND data_version < $2",
            .int64(profile), .int64(version))
    }

    static func recordFile(
        _ request: ImportLog.RememberRequest, version: Int64, _ profile: Int64
    ) -> PostgresQuery {
        let (file, reading) = (request.file, request.reading)
        return PostgresQuery(
            """
            INSERT INTO dayline.import_file (profile_id, import_id, data_version, bytes, hash,
                importer, importer_version, zone) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (profile_id, import_id) DO UPDATE SET
                data_version = excluded.data_version, bytes = excluded.bytes,
                hash = excluded.hash, importer = excluded.importer,
                importer_version = excluded.importer_version, zone = excluded.zone
            """, .int64(profile), .int64(file.importID), .int64(version), .int64(reading.bytes),
            .text(file.hash), .text(reading.importer), .text(reading.importerVersion),
            .text(reading.zone ?? ""))
    }
}
