import Contracts
import PostgresClient
import RPC
import StorageCore

/// Rows of `photo` and `photo_piece`.
enum PhotoRows {
    static func find(_ photo: PhotoName, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT bytes FROM dayline.photo WHERE profile_id = $1 AND file = $2",
            .int64(profile), .text(photo.text))
    }

    /// Stores the bytes of a photo, or renews the age of a stored one.
    static func store(
        _ photo: PhotoName, _ pieces: [Bytes], isStored: Bool, now: Int64, _ profile: Int64
    ) -> [PostgresQuery] {
        guard !isStored else {
            return [
                PostgresQuery(
                    "UPDATE dayline.photo SET stored_at = $3 WHERE profile_id = $1 AND file = $2",
                    .int64(profile), .text(photo.text), .int64(now))
            ]
        }
        let bytes = pieces.reduce(0) { $0 + $1.count }
        return [
            PostgresQuery(
                """
                INSERT INTO dayline.photo (profile_id, file, bytes, stored_at)
                VALUES ($1, $2, $3, $4)
                """, .int64(profile), .text(photo.text), .int64(Int64(bytes)), .int64(now))
        ] + insertions(of: pieces, photo, .full, profile)
    }

    /// Replaces a picture that is made of a photo.
    static func replace(_ key: PictureKey, _ pieces: [Bytes], _ profile: Int64) -> [PostgresQuery] {
        [
            PostgresQuery(
                """
                DELETE FROM dayline.photo_piece
                WHERE profile_id = $1 AND file = $2 AND size = $3
                """, .int64(profile), .text(key.photo.text), .text(key.size.rawValue))
        ] + insertions(of: pieces, key.photo, key.size, profile)
    }

    private static func insertions(
        of pieces: [Bytes], _ photo: PhotoName, _ size: PhotoFiles.Size, _ profile: Int64
    ) -> [PostgresQuery] {
        pieces.enumerated().map { number, piece in
            PostgresQuery(
                """
                INSERT INTO dayline.photo_piece (profile_id, file, size, number, data)
                VALUES ($1, $2, $3, $4, $5)
                """, .int64(profile), .text(photo.text), .text(size.rawValue),
                .int64(Int64(number)), .bytes(piece))
        }
    }

    static func piece(_ number: Int, of key: PictureKey, _ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT data FROM dayline.photo_piece
            WHERE profile_id = $1 AND file = $2 AND size = $3 AND number = $4
            """, .int64(profile), .text(key.photo.text), .text(key.size.rawValue),
            .int64(Int64(number)))
    }

    /// The names of all photos.
    static func names(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT file FROM dayline.photo WHERE profile_id = $1 ORDER BY file", .int64(profile))
    }

    static func names(_ result: PostgresResult) throws -> [PhotoName] {
        try result.rows.compactMap { PhotoName(try $0.text(0)) }
    }

    static func count(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT count(*) FROM dayline.photo WHERE profile_id = $1", .int64(profile))
    }

    /// Deletes the photos stored before a time that no record names, and then their pieces.
    static func deletionOfUnused(storedBefore time: Int64, _ profile: Int64) -> [PostgresQuery] {
        let unused = """
            SELECT file FROM dayline.photo WHERE profile_id = $1 AND stored_at < $2
                AND file NOT IN (SELECT (regexp_matches(texts.photos, '[0-9a-f]{64}\\.[a-z]+', 'g'))[1]
                    FROM (\(namingTexts)) AS texts)
            """
        return [
            PostgresQuery(
                "DELETE FROM dayline.photo WHERE profile_id = $1 AND file IN (\(unused))",
                .int64(profile), .int64(time)),
            PostgresQuery(
                """
                DELETE FROM dayline.photo_piece AS piece WHERE profile_id = $1
                    AND NOT EXISTS (SELECT FROM dayline.photo
                        WHERE photo.profile_id = $1 AND photo.file = piece.file)
                """, .int64(profile)),
        ]
    }

    /// The texts that can name photos of profile $1: entries, the trash, and both for steps that can be
    /// undone or redone.
    static let namingTexts = """
        SELECT photos FROM dayline.entry WHERE profile_id = $1 AND photos IS NOT NULL
        UNION ALL SELECT photos FROM dayline.displaced_entry
            WHERE profile_id = $1 AND photos IS NOT NULL
        UNION ALL SELECT body FROM dayline.tracked WHERE profile_id = $1 AND kind = 'deletedEntry'
        UNION ALL SELECT body FROM dayline.displaced_document
            WHERE profile_id = $1 AND kind = 'deletedEntry' AND body IS NOT NULL
        UNION ALL SELECT coalesce(before, '') || coalesce(after, '') FROM dayline.step
            JOIN dayline.change ON change.profile_id = $1
                AND change.number BETWEEN step.first_change AND step.last_change
            WHERE step.profile_id = $1 AND change.kind IN ('entry', 'deletedEntry')
        """
}
