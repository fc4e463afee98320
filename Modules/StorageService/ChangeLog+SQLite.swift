import CivilTime
import Contracts
import GRDB
import RPC
import StorageCore

/// Rows of `change`.
extension ChangeLog {
    /// Appends entries. The first row carries the idempotency key, the hash of the request and the response.
    static func append(
        _ entries: [Entry], at now: Int64, request: KeyedRequest?, reply: () throws -> Bytes,
        _ db: Database
    ) throws -> [Changes.Change] {
        let add = try db.cachedStatement(
            sql: """
                INSERT INTO change (profile_id, profile, at, who, kind, key, before, after,
                    idempotency_key, request_hash, reply) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        return try entries.enumerated().map { index, entry in
            let keyed = index == 0 ? request : nil
            try add.execute(arguments: [
                entry.profile.id, entry.profile.name, now, entry.who, entry.kind, entry.key,
                entry.before, entry.after, keyed?.key, keyed?.hash,
                keyed == nil ? nil : try reply().text,
            ])
            return Changes.Change(
                number: db.lastInsertedRowID, at: instantText(now), profile: entry.profile.name,
                who: entry.who, kind: entry.kind, key: entry.key, before: entry.before,
                after: entry.after)
        }
    }

    /// The stored response to a request; nil if its key is unknown.
    /// - Throws: `StorageError.keyReused` if the key was used for a different request.
    static func reply(to request: KeyedRequest, _ db: Database) throws -> Bytes? {
        let find = try BulkStatement(
            db, "SELECT request_hash, reply FROM change WHERE idempotency_key = ?")
        try find.start(request.key)
        guard try find.next() else { return nil }
        guard find.text(0) == request.hash else { throw StorageError.keyReused }
        return Bytes(find.text(1))
    }

    static func removeExpiredKeys(now: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE change SET idempotency_key = NULL, request_hash = NULL, reply = NULL
                WHERE idempotency_key IS NOT NULL AND at < ?
                """, arguments: [now - keyLifeMs])
    }

    /// The changes after `number`, oldest first, of one profile or (nil) of all. Ends after `limit` changes,
    /// or after the change with which their texts reach `bytes`.
    static func since(
        _ number: Int64, profile: Int64?, limit: Int, bytes: Int = .max, _ db: Database
    ) throws -> [Changes.Change] {
        let list = try BulkStatement(
            db,
            """
            SELECT number, at, profile, who, kind, key, before, after FROM change
            WHERE number > ? \(profile == nil ? "" : "AND profile_id = ?") ORDER BY number
            LIMIT ?
            """)
        if let profile {
            try list.start(number, profile, Int64(limit))
        } else {
            try list.start(number, Int64(limit))
        }
        var changes: [Changes.Change] = []
        var size = 0
        while size < bytes, try list.next() {
            size += list.byteCount(6) + list.byteCount(7)
            changes.append(
                Changes.Change(
                    number: list.int64(0), at: instantText(list.int64(1)), profile: list.text(2),
                    who: list.text(3), kind: list.text(4), key: list.text(5),
                    before: list.isNull(6) ? nil : list.text(6),
                    after: list.isNull(7) ? nil : list.text(7)))
        }
        return changes
    }

    /// The number and time of a profile's first change, in milliseconds since 1970; nil: the profile has none.
    static func first(
        of profile: Int64, _ db: Database
    ) throws -> (number: Int64, at: Int64)? {
        let find = try BulkStatement(
            db, "SELECT number, at FROM change WHERE profile_id = ? ORDER BY number LIMIT 1")
        try find.start(profile)
        return try find.next() ? (find.int64(0), find.int64(1)) : nil
    }

    /// The renames of a profile, oldest first.
    static func renames(
        of profile: ProfileRow, _ db: Database
    ) throws -> [Profiles.PastRename] {
        let list = try BulkStatement(
            db,
            """
            SELECT before, at FROM change WHERE profile_id = ? AND kind = ? AND before IS NOT NULL
            ORDER BY number
            """)
        try list.start(profile.id, Changes.profileKind)
        var renames: [Profiles.PastRename] = []
        while try list.next() {
            renames.append(
                Profiles.PastRename(
                    name: profile.name, earlierName: list.text(0),
                    at: instantText(list.int64(1))))
        }
        return renames
    }

    /// True if `number` was assigned at some time and the log has no later change of the profile.
    static func isNewest(_ number: Int64, of profile: Int64, _ db: Database) throws -> Bool {
        let find = try BulkStatement(
            db, "SELECT 1 FROM change WHERE profile_id = ? AND number > ? LIMIT 1")
        try find.start(profile, number)
        return try !find.next() && number <= latest(db)
    }

    /// The last assigned number; 0 before the first change.
    static func latest(_ db: Database) throws -> Int64 {
        let find = try BulkStatement(db, "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        try find.start()
        return try find.next() ? find.int64(0) : 0
    }
}
