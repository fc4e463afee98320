import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `import_file`.
enum ImportFiles {
    /// The files that an import read with the same parameters at the present data version.
    static func known(
        _ parameters: ImportLog.ReadParameters, of profile: ProfileRow, _ db: Database
    ) throws -> [ImportLog.KnownResponse.File] {
        let list = try BulkStatement(
            db,
            """
            SELECT import_id, hash FROM import_file
            WHERE profile_id = ? AND data_version = ? AND bytes = ? AND importer = ?
                AND importer_version = ? AND zone = ? ORDER BY import_id
            """)
        try list.start(
            profile.id, profile.dataVersion, parameters.bytes, parameters.importer,
            parameters.importerVersion, parameters.zone ?? "")
        var files: [ImportLog.KnownResponse.File] = []
        while try list.next() {
            files.append(ImportLog.KnownResponse.File(importID: list.int64(0), hash: list.text(1)))
        }
        return files
    }

    /// Saves the file of an import and deletes the files of earlier data versions.
    static func save(
        _ file: ImportLog.KnownResponse.File, _ parameters: ImportLog.ReadParameters,
        of profile: ProfileRow,
        _ db: Database
    ) throws {
        guard let published = try ImportRow.find(file.importID, of: profile.id, db).published else {
            throw StorageError.noImport(file.importID)
        }
        try db.execute(
            sql: "DELETE FROM import_file WHERE profile_id = ? AND data_version < ?",
            arguments: [profile.id, profile.dataVersion])
        guard published.version == profile.dataVersion else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO import_file VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                profile.id, file.importID, published.version, parameters.bytes, file.hash,
                parameters.importer, parameters.importerVersion, parameters.zone ?? "",
            ])
    }
}
