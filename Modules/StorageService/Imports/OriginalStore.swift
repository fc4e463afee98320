import Contracts
import GRDB
import RPC
import StorageCore

/// The files of the imports of a profile.
struct OriginalStore {
    let profile: Int64

    /// Removes the files that were not complete when the process ended.
    static func removeIncomplete(_ db: Database) throws {
        for id in try Int64.fetchAll(db, sql: "SELECT id FROM original WHERE hash IS NULL") {
            try remove(id, db)
        }
    }

    private static func remove(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM original_piece WHERE original_id = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM original WHERE id = ?", arguments: [id])
    }

    /// Begins a file without pieces.
    func begin(_ db: Database) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO original (profile_id, bytes, stored_bytes) VALUES (?, 0, 0)",
            arguments: [profile])
        return db.lastInsertedRowID
    }

    func add(_ piece: OriginalPiece, as number: Int64, to id: Int64, _ db: Database) throws {
        try BulkStatement(db, "INSERT INTO original_piece VALUES (?, ?, ?, ?, ?)")
            .run(profile, id, number, Int64(piece.bytes), piece.data)
        try db.execute(
            sql:
                "UPDATE original SET bytes = bytes + ?, stored_bytes = stored_bytes + ? WHERE id = ?",
            arguments: [piece.bytes, piece.data.count, id])
    }

    /// Discards a file that is not complete.
    func discard(_ id: Int64, _ db: Database) throws { try Self.remove(id, db) }

    /// Completes a file as that of an import. A file with the same bytes replaces it.
    func finish(_ id: Int64, hash: String, of importID: Int64, _ db: Database) throws
        -> StoredOriginal
    {
        let known = try Int64.fetchOne(
            db, sql: "SELECT id FROM original WHERE profile_id = ? AND hash = ?",
            arguments: [profile, hash])
        if known == nil {
            try db.execute(
                sql: "UPDATE original SET hash = ? WHERE id = ?", arguments: [hash, id])
        } else {
            try Self.remove(id, db)
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO import_original VALUES (?, ?, ?)",
            arguments: [profile, importID, known ?? id])
        return try find(importID, db)
    }

    /// - Throws: NOT_FOUND if the import has no stored file.
    func find(_ importID: Int64, _ db: Database) throws -> StoredOriginal {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT id, hash, bytes, stored_bytes FROM original
                WHERE profile_id = ? AND id = (
                    SELECT original_id FROM import_original WHERE profile_id = ? AND import_id = ?)
                """, arguments: [profile, profile, importID])
        guard let row else { throw StorageError.noOriginal(importID) }
        return StoredOriginal(id: row[0], hash: row[1], bytes: row[2], storedBytes: row[3])
    }

    /// The piece with a number; nil behind the last one.
    func piece(_ number: Int64, of id: Int64, _ db: Database) throws -> OriginalPiece? {
        let list = try BulkStatement(
            db,
            """
            SELECT bytes, data FROM original_piece
            WHERE profile_id = ? AND original_id = ? AND number = ?
            """)
        try list.start(profile, id, number)
        guard try list.next() else { return nil }
        return OriginalPiece(stored: list.bytes(1), bytes: Int(list.int64(0)))
    }

    /// Removes the file of an import.
    /// - Returns: The number of removed bytes; 0 if another import has the same file.
    func remove(of importID: Int64, _ db: Database) throws -> Int64 {
        let row = try find(importID, db)
        try db.execute(
            sql: "DELETE FROM import_original WHERE profile_id = ? AND import_id = ?",
            arguments: [profile, importID])
        let isShared = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM import_original WHERE original_id = ?)",
            arguments: [row.id])
        guard isShared != true else { return 0 }
        try Self.remove(row.id, db)
        return row.storedBytes
    }

    /// The sizes of the stored files by import.
    func sizes(_ db: Database) throws -> [Int64: Int64] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT import_id, bytes FROM import_original JOIN original ON id = original_id
                WHERE import_original.profile_id = ?
                """, arguments: [profile])
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
