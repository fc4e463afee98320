import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `original`, `original_piece` and `import_original`.
enum OriginalRows {
    /// The greatest number of a file.
    static func lastNumber(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT original_number FROM dayline.profile WHERE profile_id = $1", .int64(profile))
    }

    /// Adds a file without pieces.
    static func insertion(
        _ id: Int64, by instance: UInt64, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                INSERT INTO dayline.original (profile_id, original_id, bytes, stored_bytes, instance)
                VALUES ($1, $2, 0, 0, $3)
                """, .int64(profile), .int64(id), .int64(Int64(bitPattern: instance))),
            PostgresQuery(
                "UPDATE dayline.profile SET original_number = $2 WHERE profile_id = $1",
                .int64(profile), .int64(id)),
        ]
    }

    static func add(
        _ piece: OriginalPiece, as number: Int64, to id: Int64, _ profile: Int64
    ) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                INSERT INTO dayline.original_piece (profile_id, original_id, number, bytes, data)
                VALUES ($1, $2, $3, $4, $5)
                """, .int64(profile), .int64(id), .int64(number), .int64(Int64(piece.bytes)),
                .bytes(piece.data)),
            PostgresQuery(
                """
                UPDATE dayline.original
                SET bytes = bytes + $3, stored_bytes = stored_bytes + $4
                WHERE profile_id = $1 AND original_id = $2
                """, .int64(profile), .int64(id), .int64(Int64(piece.bytes)),
                .int64(Int64(piece.data.count))),
        ]
    }

    /// The file with a hash.
    static func known(_ hash: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT \(columns) FROM dayline.original WHERE profile_id = $1 AND hash = $2",
            .int64(profile), .text(hash))
    }

    static func incomplete(_ id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT bytes, stored_bytes FROM dayline.original
            WHERE profile_id = $1 AND original_id = $2 AND hash IS NULL
            """, .int64(profile), .int64(id))
    }

    static func complete(_ id: Int64, hash: String, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "UPDATE dayline.original SET hash = $3 WHERE profile_id = $1 AND original_id = $2",
            .int64(profile), .int64(id), .text(hash))
    }

    /// Makes a file that of an import.
    static func assign(_ id: Int64, toImport importID: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.import_original (profile_id, import_id, original_id)
            VALUES ($1, $2, $3)
            ON CONFLICT (profile_id, import_id) DO UPDATE SET original_id = excluded.original_id
            """, .int64(profile), .int64(importID), .int64(id))
    }

    /// The file of an import, and whether another import has the file too.
    static func find(_ importID: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns), EXISTS (
                SELECT FROM dayline.import_original AS other
                WHERE other.profile_id = $1 AND other.original_id = original.original_id
                    AND other.import_id <> $2)
            FROM dayline.original JOIN dayline.import_original USING (profile_id, original_id)
            WHERE profile_id = $1 AND import_id = $2
            """, .int64(profile), .int64(importID))
    }

    private static let columns = "original_id, hash, bytes, stored_bytes"

    static func original(_ row: PostgresRow) throws -> StoredOriginal {
        StoredOriginal(
            id: try row.int64(0), hash: try row.text(1), bytes: try row.int64(2),
            storedBytes: try row.int64(3))
    }

    static func piece(_ number: Int64, of id: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT bytes, data FROM dayline.original_piece
            WHERE profile_id = $1 AND original_id = $2 AND number = $3
            """, .int64(profile), .int64(id), .int64(number))
    }

    static func removal(ofImport importID: Int64, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "DELETE FROM dayline.import_original WHERE profile_id = $1 AND import_id = $2",
            .int64(profile), .int64(importID))
    }

    /// Deletes a file with its pieces.
    static func deletion(_ id: Int64, _ profile: Int64) -> [PostgresQuery] {
        deletion("original_id = $2", .int64(id), profile)
    }

    /// Deletes the incomplete files that other processes wrote.
    static func abort(notBy instance: UInt64, _ profile: Int64) -> [PostgresQuery] {
        deletion(
            "hash IS NULL AND instance <> $2", .int64(Int64(bitPattern: instance)), profile)
    }

    private static func deletion(
        _ condition: String, _ parameter: PostgresParameter, _ profile: Int64
    ) -> [PostgresQuery] {
        ["original_piece", "original"].map { table in
            PostgresQuery(
                """
                DELETE FROM dayline.\(table) WHERE profile_id = $1 AND original_id IN (
                    SELECT original_id FROM dayline.original WHERE profile_id = $1 AND \(condition))
                """, .int64(profile), parameter)
        }
    }

    /// The query for the size in bytes of the file of each import.
    static func sizes(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT import_id, bytes FROM dayline.original
            JOIN dayline.import_original USING (profile_id, original_id) WHERE profile_id = $1
            """, .int64(profile))
    }

    static func sizes(_ result: PostgresResult) throws -> [Int64: Int64] {
        try result.rows.reduce(into: [:]) { sizes, row in
            sizes[try row.int64(0)] = try row.int64(1)
        }
    }
}
