import CXXHash
import CivilTime
import Contracts
import GRDB
import RPC

/// Rows of `change`: what was changed, by whom, in the transaction that changed it.
enum ChangeLog {
    /// A change that is about to be written down.
    struct Entry: Sendable {
        var profile: ProfileRow
        var who: String
        var kind: String
        var key: String
        var before: String?
        var after: String?
    }

    /// A request that carries an idempotency key.
    struct KeyedRequest: Sendable {
        var key: String
        var hash: String

        /// A key that comes again in the name of another profile comes with another request.
        init(key: String, method: MethodName, profile: String, body: Bytes) {
            self.key = key
            let text = Bytes("\(method)\n\(profile)\n")
            var state = text.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
            state = body.withUnsafeBytes { XXH3_64bits_withSeed($0.baseAddress, $0.count, state) }
            hash = String(state, radix: 16)
        }
    }

    /// How long a key is remembered.
    static let keyLifeMs: Int64 = 7 * 86_400_000
    static let pageLimit = 1000

    /// Writes the notes down; the first carries the request's key, and what was answered.
    static func append(
        _ notes: [Entry], at now: Int64, request: KeyedRequest?, reply: () throws -> Bytes,
        _ db: Database
    ) throws -> [Changes.Change] {
        let add = try db.cachedStatement(
            sql: """
                INSERT INTO change (profile_id, profile, at, who, kind, key, before, after,
                    idempotency_key, request_hash, reply) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        return try notes.enumerated().map { index, note in
            let keyed = index == 0 ? request : nil
            try add.execute(arguments: [
                note.profile.id, note.profile.name, now, note.who, note.kind, note.key,
                note.before, note.after, keyed?.key, keyed?.hash,
                keyed == nil ? nil : try reply().text,
            ])
            return Changes.Change(
                number: db.lastInsertedRowID, at: instantText(now), profile: note.profile.name,
                who: note.who, kind: note.kind, key: note.key, before: note.before,
                after: note.after)
        }
    }

    /// What a request was answered before, if it was.
    /// - Throws: When its key came with another request.
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

    /// The changes after `number`, oldest first; of one profile, or of all. At most `limit`, and no
    /// more after so many bytes of texts.
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
        var taken = 0
        while taken < bytes, try list.next() {
            taken += list.byteCount(6) + list.byteCount(7)
            changes.append(
                Changes.Change(
                    number: list.int64(0), at: instantText(list.int64(1)), profile: list.text(2),
                    who: list.text(3), kind: list.text(4), key: list.text(5),
                    before: list.isNull(6) ? nil : list.text(6),
                    after: list.isNull(7) ? nil : list.text(7)))
        }
        return changes
    }

    /// Whether nothing of a profile was changed after `number`, which was given at some time.
    static func isNewest(_ number: Int64, of profile: Int64, _ db: Database) throws -> Bool {
        let find = try BulkStatement(
            db, "SELECT 1 FROM change WHERE profile_id = ? AND number > ? LIMIT 1")
        try find.start(profile, number)
        return try !find.next() && number <= latest(db)
    }

    /// The number that was given last; 0 before the first.
    static func latest(_ db: Database) throws -> Int64 {
        let find = try BulkStatement(db, "SELECT seq FROM sqlite_sequence WHERE name = 'change'")
        try find.start()
        return try find.next() ? find.int64(0) : 0
    }
}
